import type { ExamFormat } from '../format.ts'
import { isSpreadsheet } from './detect.ts'
import { readSpreadsheet } from './read.ts'

/** A table of questions (docs/import.md): CSV, or the first sheet of a workbook. */
export const spreadsheet: ExamFormat = { of: 'exam', rootFiles: [], detect: isSpreadsheet, read: readSpreadsheet }
