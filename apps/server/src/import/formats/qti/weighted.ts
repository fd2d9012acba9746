import { tidy } from '@sitwell/qti/score'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'

/** A question that counts so many times as much; undefined where its own type's marking can't say it. */
export const weighted = (question: AuthoredQuestion, weight: number): AuthoredQuestion | undefined => {
  if (weight === 1 || question.type === 'STATICTEXT') return question
  if (weight === 0) return unmarked(question)
  if (weight < 0) return undefined
  const marks = tidy(question.marks * weight)
  const { processing } = question
  if (processing?.kind === 'qti') return withMarks({ ...question, processing: { ...processing, weight } }, marks, weight)
  if (processing) return withMarks(question, marks, weight)
  // Marks of single options, and penalties, are the question's own.
  return 'credit' in question && (question.credit.kind === 'weights' || question.credit.penalty > 0)
    ? undefined
    : withMarks(question, marks, weight)
}

/** It is asked, and counts for nothing. What its rules say after an attempt is said all the same. */
const unmarked = (question: AuthoredQuestion): AuthoredQuestion => {
  const { processing, attempts } = question
  const isChecked = attempts && processing?.kind === 'qti'
  return withMarks({ ...question, processing: isChecked ? { ...processing, weight: 0 } : { kind: 'none' } }, 0, 0)
}

const withMarks = (question: AuthoredQuestion, marks: number, weight: number): AuthoredQuestion => {
  if (question.type !== 'MULTITEXT') return { ...question, marks } as AuthoredQuestion
  const parts = question.parts.map((part) => ({ ...part, marks: tidy(part.marks * weight) }))
  return { ...question, parts, marks: tidy(parts.reduce((sum, part) => sum + part.marks, 0)) }
}
