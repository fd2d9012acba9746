import type { Answer } from '@sitwell/contract'
import { type AuthoredQuestion, needsPerson, ownMarkingOf } from './marking.ts'

/** How answers to a question are told from each other, if another answer can be accepted beside its key. */
const comparisonOf = (question: AuthoredQuestion) => {
  if (question.marks <= 0 || needsPerson(question)) return undefined
  // What somebody typed who has other values is right or wrong for them alone.
  if (question.template && !ownMarkingOf(question).answersByIds) return undefined
  return ownMarkingOf(question).compared
}

/** Whether another answer can be accepted beside the key of a question: a key or its rules mark it, and no person. */
export const mayAccept = (question: AuthoredQuestion): boolean => comparisonOf(question) !== undefined

const isBlank = (compared: readonly (readonly string[])[]): boolean =>
  compared.every((meanings) => meanings.every((one) => one === ''))

/**
 * Names all answers to a question that its key doesn't tell apart; undefined of an answer with nothing in it that is marked, and of a question of which no answer can be accepted.
 */
export const nameOfAnswer = (question: AuthoredQuestion, answer: Answer): string | undefined => {
  const compared = comparisonOf(question)?.(question, answer)
  return compared === undefined || isBlank(compared) ? undefined : JSON.stringify(compared)
}

/**
 * Whether an answer is one that was accepted: in all that is marked it may mean the same, by the same rules as the key compares. Nothing is the same as an answer with nothing in it.
 */
export const isSameAnswer = (question: AuthoredQuestion, accepted: Answer, given: Answer): boolean => {
  const compare = comparisonOf(question)
  if (!compare) return false
  const [one, other] = [compare(question, accepted), compare(question, given)]
  if (isBlank(one) || isBlank(other) || one.length !== other.length) return false
  return one.every((meanings, at) => meanings.some((meaning) => other[at]?.includes(meaning)))
}
