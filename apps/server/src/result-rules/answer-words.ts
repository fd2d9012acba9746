import type { Answer, Question } from '@sitwell/contract'
import { readAnswer } from '@sitwell/question-types/rules'
import { firstWords } from '../paper/first-words.ts'

/** A text that nobody wrote as HTML, as one line. */
const inOneLine = (text: string, mostCharacters: number): string => {
  const whole = text.replace(/\s+/g, ' ').trim()
  return whole.length <= mostCharacters ? whole : `${whole.slice(0, mostCharacters - 1).toWellFormed()}…`
}

/**
 * An answer as one line of plain text, for a list: what each of its fields has, with a comma between. Rich text and formulas are read as words, and what was
 * typed into a plain field stays as it is, so that `a < b` keeps its sign. Empty if nothing was given that has words.
 */
export const answerWords = (question: Question, answer: Answer, mostCharacters: number): string => {
  const texts = readAnswer(question, answer).map(({ value }) =>
    value.isHtml ? firstWords(value.text, mostCharacters) : inOneLine(value.text, mostCharacters),
  )
  return inOneLine(texts.filter((text) => text !== '').join(', '), mostCharacters)
}
