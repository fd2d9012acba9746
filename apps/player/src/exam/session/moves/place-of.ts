import type { PaperPosition } from '@sitwell/exam/parts/navigation'
import type { ExamTime } from '@sitwell/exam/time/exam-time'
import type { LoadedExam } from '../../content/loaded-exam.ts'

/** How far the learner is through the parts of the paper. */
export const placeOf = ({ questions }: Pick<LoadedExam, 'questions'>, { partId, parts }: ExamTime): PaperPosition => ({
  partId,
  isComplete: (id) => parts[id]?.isComplete ?? false,
  isDisabled: (id) => questions.get(id)?.disabled ?? false,
})
