import type { ExamFormat } from '../format.ts'
import { isGift } from './detect.ts'
import { readGift } from './read.ts'

/** GIFT, Moodle's text format of questions. */
export const gift: ExamFormat = { of: 'exam', rootFiles: [], detect: isGift, read: readGift }
