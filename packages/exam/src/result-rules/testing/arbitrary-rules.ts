import fc from 'fast-check'
import type { ExamGrades } from '../grade-of.ts'
import { type Decision, decisionKinds, type QuestionMarks, type ResultRules } from '../result-rules.ts'

const whole = 1_000_000_000
const questionIds = ['a', 'b', 'c', 'd', 'e', 'f']

/** Marks of a question: whole ones, thirds as they are rounded, and any others; a penalty now and then. */
const marksOf = (questionID: string): fc.Arbitrary<QuestionMarks> =>
  fc
    .record({
      max: fc.oneof(fc.constantFrom(0, whole, 2 * whole, 333_333_333), fc.integer({ min: 1, max: 9 * whole })),
      share: fc.oneof(fc.constantFrom(0, 1, 2, 3, -1), fc.integer({ min: 0, max: 3 })),
      isAccepted: fc.boolean(),
      waits: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    })
    .map(({ max, share, isAccepted, waits }) => ({
      questionID,
      score: Math.round((max * share) / 3),
      max,
      waits,
      ...(isAccepted && !waits && { alsoScore: max }),
    }))

/** The questions that somebody was asked: one at least. */
export const questions: fc.Arbitrary<QuestionMarks[]> = fc
  .subarray(questionIds, { minLength: 1 })
  .chain((ids) => fc.tuple(...ids.map(marksOf)))

/** The same, all of which are marked. */
export const markedQuestions: fc.Arbitrary<QuestionMarks[]> = questions.map((all) =>
  all.map((one) => ({ ...one, waits: false })),
)

const also = { answerText: 'B', options: [] }

export const decisionAbout = (questionID: string): fc.Arbitrary<Decision> =>
  fc
    .record({ kind: fc.constantFrom(...decisionKinds), down: fc.constantFrom('apply' as const, 'keep' as const) })
    .map((one) => ({ ...one, questionID, ...(one.kind === 'accept' && { also }) }))

export const decisions: fc.Arbitrary<Decision[]> = fc.subarray(questionIds).chain((ids) => fc.tuple(...ids.map(decisionAbout)))

const share = fc
  .integer({ min: 1, max: 12 })
  .chain((of) => fc.record({ marks: fc.integer({ min: 0, max: of }), of: fc.constant(of) }))

export const rules: fc.Arbitrary<ResultRules> = fc.record(
  {
    decisions,
    boundaries: fc.array(fc.record({ grade: fc.constantFrom('A', 'B', 'C'), from: share, pass: fc.boolean() }), {
      minLength: 1,
      maxLength: 4,
    }),
    passMark: share,
  },
  { requiredKeys: ['decisions'] },
)

export const noGrades: ExamGrades = { gradeBoundaries: [] }
