import type { Question } from '@sitwell/contract'
import { type AnsweredParts, answeredOf } from '@sitwell/exam/paper/answered'
import { type OpenQuestions, openQuestions } from '@sitwell/exam/paper/unanswered'
import type { Finishing } from '@sitwell/exam/parts/finishing'
import { askedAbout, type PaperPosition } from '@sitwell/exam/parts/navigation'
import { wantsAnswer } from '@sitwell/question-types/rules'
import type { LoadedExam } from '../../content/loaded-exam.ts'

/** The open questions that a finish asks about: of a part its own, of the exam all that can still be gone to (decisions). */
export const findUnanswered = (
  { paper, plan, questions }: Pick<LoadedExam, 'paper' | 'plan' | 'questions'>,
  place: PaperPosition,
  finishing: Finishing,
  partsOf: (question: Question) => AnsweredParts,
): OpenQuestions => {
  const asked = askedAbout(paper, plan, place, finishing.kind).flatMap((id) => questions.get(id) ?? [])
  return openQuestions(
    asked.map((question) => {
      const parts = partsOf(question)
      return {
        id: question.id,
        wantsAnswer: wantsAnswer(question),
        answered: answeredOf(parts),
        lacksFile: parts.lacksFile === true,
        reachable: true,
      }
    }),
  )
}
