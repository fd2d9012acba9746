import type { Answer, Question } from '@sitwell/contract'
import { isCodeAnswer } from './custom-response.ts'
import { fieldsOf } from './form.ts'
import type { GridFormQuestion } from './rules.ts'
import { readGridText } from './wire-text.ts'

const isForm = (question: Question): question is GridFormQuestion => question.type === 'QGRID'

/** What an answer says in the name of an author's code that no such code may: a player's own rules look no closer than they have to. */
export const problemsOfCode = (question: Question, { answerText }: Answer): { path: string; message: string }[] => {
  const coded = isForm(question) && answerText !== '' ? fieldsOf(question).filter(({ kind }) => kind === 'custom') : []
  if (!isForm(question) || coded.length === 0) return []
  const { values } = readGridText(question, answerText).answer
  return coded.flatMap(({ id }) => {
    const json = values.get(id)
    if (json === undefined || isCodeAnswer(json)) return []
    return [{ path: 'answerText', message: `"${id}" holds no response of a custom interaction.` }]
  })
}
