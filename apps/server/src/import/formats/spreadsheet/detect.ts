import { filesWith } from '../../bank/bank-files.ts'
import type { PackageFiles } from '../../files/package-files.ts'

/** What every workbook holds. */
export const workbookFile = 'xl/workbook.xml'

export const isWorkbook = (files: PackageFiles): boolean => files.has(workbookFile)

export const tableFiles = (files: PackageFiles): string[] => filesWith(files, ['csv', 'tsv'])

export const isSpreadsheet = (files: PackageFiles): boolean => isWorkbook(files) || tableFiles(files).length > 0
