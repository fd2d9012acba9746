import type { PackageFiles } from '../../files/package-files.ts'

export const examFile = 'exam.json'

export const isNative = (files: PackageFiles): boolean => files.has(examFile)
