import { tidy } from '@sitwell/qti/score'
import { type AuthoredQuestion, ownMarkingOf, withMarks } from '@sitwell/question-types/marking'

/** A question that counts this many times as much; undefined if its own type's marking can't say it. */
export const weighted = (question: AuthoredQuestion, weight: number): AuthoredQuestion | undefined => {
  if (weight === 1 || ownMarkingOf(question).marks.from === 'nothing') return question
  if (weight === 0) return unmarked(question)
  if (weight < 0) return undefined
  const marks = tidy(question.marks * weight)
  const { processing } = question
  if (processing?.kind === 'qti') return worth({ ...question, processing: { ...processing, weight } }, marks, weight)
  if (processing) return worth(question, marks, weight)
  // Marks of single options, and penalties, are the question's own.
  return 'credit' in question && (question.credit.kind === 'weights' || question.credit.penalty > 0)
    ? undefined
    : worth(question, marks, weight)
}

/** It is asked, and counts for nothing. What its rules say after an attempt is said anyway. */
const unmarked = (question: AuthoredQuestion): AuthoredQuestion => {
  const { processing, attempts } = question
  const isChecked = attempts && processing?.kind === 'qti'
  return worth({ ...question, processing: isChecked ? { ...processing, weight: 0 } : { kind: 'none' } }, 0, 0)
}

const worth = (question: AuthoredQuestion, marks: number, weight: number): AuthoredQuestion =>
  withMarks(question, { marks, ofPart: (own) => tidy(own * weight) })
