import type { ExamFormat } from '../format.ts'
import { isAiken } from './detect.ts'
import { readAiken } from './read.ts'

/** Aiken: one question of several choices after the other, each with the letter that is right. */
export const aiken: ExamFormat = { of: 'exam', rootFiles: [], detect: isAiken, read: readAiken }
