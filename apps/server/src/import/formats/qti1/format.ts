import type { ExamFormat } from '../format.ts'
import { isQti1 } from './detect.ts'
import { readQti1 } from './read.ts'

/** QTI 1.2, in which Canvas, Blackboard and many others export tests and banks of questions. */
export const qti1: ExamFormat = { of: 'exam', rootFiles: ['imsmanifest.xml'], detect: isQti1, read: readQti1 }
