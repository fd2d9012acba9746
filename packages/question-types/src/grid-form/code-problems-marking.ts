import type { Answer, Question } from '@sitwell/contract'
import { isCodeAnswer } from './custom-response.ts'
import { fieldsOf } from './form.ts'
import { gridFormQuestion } from './rules.ts'
import { readGridText } from './wire-text.ts'

/** What an answer says in the name of an author's code that no such code may: a player's own rules look no closer than they have to. */
export const problemsOfCode = (question: Question, { answerText }: Answer): { path: string; message: string }[] => {
  if (question.type !== 'QGRID' || answerText === '') return []
  const form = gridFormQuestion.safeParse(question)
  const coded = form.success ? fieldsOf(form.data).filter(({ kind }) => kind === 'custom') : []
  if (!form.success || coded.length === 0) return []
  const { values } = readGridText(form.data, answerText).answer
  return coded
    .filter(({ id }) => !isCodeAnswer(values.get(id) ?? '{"response":null}'))
    .map(({ id }) => ({ path: 'answerText', message: `"${id}" holds no response of a custom interaction.` }))
}
