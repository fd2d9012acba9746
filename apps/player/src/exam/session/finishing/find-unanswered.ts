import type { Question } from '@sitwell/contract'
import { unanswered } from '@sitwell/exam/paper/unanswered'
import type { Finishing } from '@sitwell/exam/parts/finishing'
import { askedAbout, type Place } from '@sitwell/exam/parts/navigation'
import { rulesOf } from '@sitwell/question-types/rules'
import type { AnswerRecord } from '../../../storage/records.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'

/** The unanswered questions that a finish asks about: of a part its own, of the exam all that can still be gone to (decisions). */
export const findUnanswered = (
  { paper, plan, questions }: Pick<LoadedExam, 'paper' | 'plan' | 'questions'>,
  place: Place,
  finishing: Finishing,
  answerOf: (questionId: string) => AnswerRecord,
): Question[] => {
  const asked = askedAbout(paper, plan, place, finishing.kind).flatMap((id) => questions.get(id) ?? [])
  const states = asked.map((question) => {
    const rules = rulesOf(question.type)
    const answered = rules.isAnswered(question, rules.fromWire(question, answerOf(question.id).answer))
    return { id: question.id, takesAnswer: rules.takesAnswer, reachable: true, answered }
  })
  return unanswered(states).flatMap((id) => questions.get(id) ?? [])
}
