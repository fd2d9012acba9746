import type { Question } from '@sitwell/contract'
import type { Decision, DecisionKind } from '@sitwell/exam/result-rules/result-rules'
import type { Counts, QuestionFacts } from '@sitwell/exam/statistics/exam-statistics'
import { optionsOf } from './find-counted.ts'

/**
 * How a question counts by what was decided about it. One that is neutralised for some alone is left out for everybody: totals over other questions for each person could not be compared.
 * An accepted answer changes marks, and the question counts by them.
 */
const countsBy: Readonly<Record<DecisionKind, Counts>> = {
  ...{ accept: 'marked', full: 'full', neutralise: 'nothing', 'neutralise-if-better': 'nothing' },
}

/** The facts of questions that figures need. */
export const questionFacts = (questions: readonly Question[], decisions: readonly Decision[]) => {
  const kindOf = new Map(decisions.map(({ questionID, kind }) => [questionID, kind]))
  return questions.map((question): QuestionFacts & { readonly counts: Counts } => {
    const kind = kindOf.get(question.id)
    return {
      ...{ id: question.id, maxMarks: question.marks, options: optionsOf(question).map(({ id }) => id) },
      counts: kind === undefined ? 'marked' : countsBy[kind],
    }
  })
}
