import type { Answer, Question } from '@sitwell/contract'
import { fieldsOf } from './form.ts'
import { furthestPlays, writePlays } from './plays.ts'
import { gridFormRules } from './rules.ts'
import { readGridText } from './wire-text.ts'

/** What was heard of each recording of a form by any of these answers, by its field; undefined for a question without recordings. */
export const heardInForm = (question: Question): ((answers: readonly Answer[]) => Record<string, string>) | undefined => {
  const form = gridFormRules.publicQuestion.parse(question)
  const recordings = fieldsOf(form).filter(({ kind }) => kind === 'recording')
  if (recordings.length === 0) return undefined
  return (answers) => {
    const values = answers.map(({ answerText }) => readGridText(form, answerText).answer.values)
    const heard = recordings.flatMap(({ id }) => {
      const furthest = furthestPlays(values.map((entered) => entered.get(id)))
      return furthest.count > 0 ? [[id, writePlays(furthest)] as const] : []
    })
    return Object.fromEntries(heard)
  }
}
