import type { Answer } from '@sitwell/contract'

/** What is wrong with an answer that says anything else than `expected`, which its own content was read and written as. */
export const problemsOfOther = (answer: Answer, expected: Answer, message: string): { path: string; message: string }[] => {
  const same = (left: Answer['options'], right: Answer['options']) =>
    left.length === right.length &&
    left.every(({ optionID, optionText }, index) => {
      const other = right[index]
      return other?.optionID === optionID && other.optionText === optionText
    })
  return [
    ...(answer.answerText === expected.answerText ? [] : [{ path: 'answerText', message }]),
    ...(same(answer.options, expected.options) ? [] : [{ path: 'options', message }]),
  ]
}
