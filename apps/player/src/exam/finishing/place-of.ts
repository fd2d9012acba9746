import type { ExamTime } from '@sitwell/exam/exam-time'
import type { Place } from '@sitwell/exam/navigation'
import type { LoadedExam } from '../loaded-exam.ts'

/** How far the learner is through the parts of the paper. */
export const placeOf = ({ questions }: Pick<LoadedExam, 'questions'>, { partId, parts }: ExamTime): Place => ({
  partId,
  isComplete: (id) => parts[id]?.isComplete ?? false,
  isDisabled: (id) => questions.get(id)?.disabled ?? false,
})
