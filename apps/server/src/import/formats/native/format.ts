import type { ExamFormat } from '../format.ts'
import { examFile, isNative } from './detect.ts'
import { readNative } from './read.ts'

/** Sitwell's own (docs/exam-package.md). */
export const native: ExamFormat = {
  of: 'exam',
  hasOwnFormulas: true,
  rootFiles: [examFile],
  detect: isNative,
  read: readNative,
}
