import type { ExamFormat } from '../format.ts'
import { isQti, manifestFile } from './detect.ts'
import { readQti } from './read.ts'

/** QTI 2.1, 2.2 and 3.0. */
export const qti: ExamFormat = { of: 'exam', rootFiles: [manifestFile], detect: isQti, read: readQti }
