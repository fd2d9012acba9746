import type { ExamFormat } from '../format.ts'
import { isMoodle } from './detect.ts'
import { readMoodle } from './read.ts'

/** Moodle XML, in which Moodle exports its question bank. */
export const moodle: ExamFormat = { of: 'exam', rootFiles: [], detect: isMoodle, read: readMoodle }
