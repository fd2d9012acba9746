import { hasQuestionsLeft } from '@sitwell/exam/result-rules/apply-decisions'
import { decisionsIn, resultOfSitting, type SittingResult } from '@sitwell/exam/result-rules/result-of-sitting'
import type { Decision, QuestionMarks, ResultRules } from '@sitwell/exam/result-rules/result-rules'
import { type Accepted, keyOfGiven, readAccepted, withAccepted } from './accepted-answers.ts'
import type { CountedSitting } from './counted-sittings.ts'
import { type ExamSat, gradesOf, keyOfExam } from './exams-sat.ts'
import { readMarksOfSome, sittingsAtOnce } from './read-marks.ts'
import type { RulesContext } from './rules-context.ts'

/** What somebody comes to, as far as a list of everybody keeps it. */
export interface Figures {
  readonly score: number
  readonly max: number
  readonly percent: number
  readonly grade: string
  readonly passed: boolean | null
  readonly waiting: number
}

/** Somebody before and after a change of the rules. */
export interface Moved {
  readonly sitting: CountedSitting
  readonly before: Figures
  readonly after: Figures
  /** Without what the change would take from them by a decision: they keep it. */
  readonly isKept: boolean
  /** They gave an answer that is accepted, and a person's mark counts for it. */
  readonly isByPerson: boolean
  /** No question would be left that counts for them. */
  readonly isEmptied: boolean
}

/** What a decision does in a version of the exam. */
export interface Touched {
  asked: number
  changed: number
  byPerson: number
}

interface Wanted {
  readonly sittings: readonly CountedSitting[]
  readonly exams: ReadonlyMap<string, ExamSat>
  readonly before: ResultRules
  readonly after: ResultRules
}

const figuresOf = ({ score, max, percent, grade, passed, waiting }: Figures): Figures => ({
  ...{ score, max, percent, grade, passed, waiting },
})

const isForSomeAlone = ({ kind, down }: Pick<Decision, 'kind' | 'down'>) => kind === 'neutralise' && down === 'keep'

/** The same rules as if everybody took what decisions take from them. */
const applyingAll = (rules: ResultRules): ResultRules => ({
  ...rules,
  decisions: rules.decisions.map((one) => (isForSomeAlone(one) ? { ...one, down: 'apply' } : one)),
})

/** Whether somebody keeps a question that is neutralised for all who don't come to less by that. */
const isKeptIn = ({ waiting, questions }: SittingResult, ofAll: SittingResult, keepers: ReadonlySet<string>): boolean =>
  waiting === 0 &&
  questions.some(
    ({ questionID, decided }, at) =>
      keepers.has(questionID) && decided !== 'neutralised' && ofAll.questions[at]?.decided === 'neutralised',
  )

/** Collects what decisions do, by question and version of the exam. */
const createTally = () => {
  const all = new Map<string, Touched>()
  return {
    of: (questionId: string, exam: string): Touched => {
      const key = JSON.stringify([questionId, exam])
      const found = all.get(key) ?? { asked: 0, changed: 0, byPerson: 0 }
      all.set(key, found)
      return found
    },
  }
}
export type Tally = ReturnType<typeof createTally>

const questionsIn = (...rules: readonly ResultRules[]): string[] => [
  ...new Set(rules.flatMap(({ decisions }) => decisions.map(({ questionID }) => questionID))),
]

interface Piece {
  readonly accepted: { readonly before: Accepted; readonly after: Accepted }
  readonly marks: ReadonlyMap<string, readonly QuestionMarks[]>
}

/**
 * What everybody comes to before and after a change of the rules, and what each decision does. Marks of a few hundred sittings are in memory at once, and of questions about which nothing is decided
 * their sum alone.
 */
export const collectMoves = async (
  context: Pick<RulesContext, 'database' | 'exams'>,
  { sittings, exams, before, after }: Wanted,
): Promise<{ readonly moves: readonly Moved[]; readonly tally: Tally }> => {
  const [tally, moves] = [createTally(), [] as Moved[]]
  const questionIds = questionsIn(before, after)
  const decided = decisionsIn(after)
  const ofAll = applyingAll(after)
  const keepers = new Set(after.decisions.flatMap(({ questionID, ...one }) => (isForSomeAlone(one) ? [questionID] : [])))
  const grades = new Map([...exams].map(([key, exam]) => [key, gradesOf(exam)] as const))

  const noteTouched = (
    own: readonly QuestionMarks[],
    sitting: CountedSitting,
    after: SittingResult,
    { byPerson }: Accepted,
  ): boolean => {
    let isByPerson = false
    for (const [at, { questionID, score, max }] of own.entries()) {
      if (!decided.has(questionID)) continue
      const touched = tally.of(questionID, keyOfExam(sitting))
      const result = after.questions[at]
      touched.asked += 1
      if (result?.score !== score || result.max !== max) touched.changed += 1
      if (!byPerson.has(keyOfGiven(sitting.form_run_guid, questionID))) continue
      touched.byPerson += 1
      isByPerson = true
    }
    return isByPerson
  }

  const moveOf = (sitting: CountedSitting, { accepted, marks }: Piece): Moved => {
    const own = marks.get(sitting.form_run_guid) ?? []
    const exam = grades.get(keyOfExam(sitting)) ?? { gradeBoundaries: [] }
    const withAfter = withAccepted(own, sitting.form_run_guid, accepted.after)
    const results = {
      before: resultOfSitting(withAccepted(own, sitting.form_run_guid, accepted.before), before, exam),
      after: resultOfSitting(withAfter, after, exam),
    }
    return {
      sitting,
      before: figuresOf(results.before),
      after: figuresOf(results.after),
      isKept: keepers.size > 0 && isKeptIn(results.after, resultOfSitting(withAfter, ofAll, exam), keepers),
      isByPerson: noteTouched(own, sitting, results.after, accepted.after),
      isEmptied: !hasQuestionsLeft(own, decided),
    }
  }

  for (let from = 0; from < sittings.length; from += sittingsAtOnce) {
    const some = sittings.slice(from, from + sittingsAtOnce)
    const [orgId = 0] = some.map(({ org_id }) => org_id)
    const guids = some.map(({ form_run_guid }) => form_run_guid)
    const marks = await readMarksOfSome(context.database, orgId, guids, questionIds)
    const acceptedAfter = await readAccepted(context, some, after.decisions)
    const isSame = JSON.stringify(before.decisions) === JSON.stringify(after.decisions)
    const acceptedBefore = isSame ? acceptedAfter : await readAccepted(context, some, before.decisions)
    for (const sitting of some)
      moves.push(moveOf(sitting, { accepted: { before: acceptedBefore, after: acceptedAfter }, marks }))
  }
  return { moves, tally }
}
