import type { Billionths } from '../marks-ledger/billionths.ts'
import { applyDecisions, byQuestion, type DecisionsByQuestion } from './apply-decisions.ts'
import { type ExamGrades, type Grade, gradeOf } from './grade-of.ts'
import type { DecidedQuestion, QuestionMarks, ResultRules } from './result-rules.ts'
import { percentOf } from './share.ts'

/** What somebody comes to. Without grade and pass while an answer waits for its mark: `score` is then what it is so far. */
export interface SittingResult extends Grade {
  readonly score: Billionths
  readonly max: Billionths
  /** Rounded once, half up, to two decimals; for display, and for the boundaries of the exam. */
  readonly percent: number
  /** Questions that wait for a mark. */
  readonly waiting: number
  /** In the order of the questions that came in. */
  readonly questions: readonly DecidedQuestion[]
}

const indexed = new WeakMap<ResultRules, DecisionsByQuestion>()

/** The decisions of some rules by their questions, worked out once for all sittings. */
export const decisionsIn = (rules: ResultRules): DecisionsByQuestion => {
  const known = indexed.get(rules)
  if (known) return known
  const decisions = byQuestion(rules.decisions)
  indexed.set(rules, decisions)
  return decisions
}

/**
 * What somebody comes to by the marks of the questions that they were asked, by the rules of the delivery, and by what its exam says of grades: for result sets, for the
 * learner and for exports alike. `rules` must not change afterwards.
 */
export const resultOfSitting = (questions: readonly QuestionMarks[], rules: ResultRules, exam: ExamGrades): SittingResult => {
  const decided = applyDecisions(questions, decisionsIn(rules))
  let [score, max, waiting] = [0, 0, 0]
  for (const one of decided) {
    // What is known of an answer that waits is no mark yet.
    score += one.score
    max += one.max
    if (one.waits) waiting += 1
  }
  const grade = waiting > 0 ? { grade: '', passed: null } : gradeOf({ score, max }, rules, exam)
  return { score, max, percent: percentOf({ score, max }), ...grade, waiting, questions: decided }
}
