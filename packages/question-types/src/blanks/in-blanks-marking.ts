import type { Answer } from '@sitwell/contract'
import type { AskedWithText } from '../type-marking.ts'
import { blanksOf, valuesOf } from './rules.ts'

/** The blanks of a question with what stands in each: the id of its option, where it has a list. */
export const inBlanks = (question: AskedWithText, answer: Answer): Map<string, { value: string; isListed: boolean }> => {
  const asked = {
    text: question.text,
    variableOptions: (question.variableOptions ?? []).map((one) => ({ ...one, id: one.id.toUpperCase() })),
  }
  const values = valuesOf(asked, answer.answerText)
  return new Map(
    blanksOf(asked).map(({ id, options }, index) => {
      const text = values[index] ?? ''
      return [
        id,
        options
          ? { value: options.find((one) => one.text === text)?.id ?? '', isListed: true }
          : { value: text, isListed: false },
      ]
    }),
  )
}
