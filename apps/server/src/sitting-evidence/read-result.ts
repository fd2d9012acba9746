import type { SittingEvidence } from '@sitwell/contract'
import { type Billionths, fromBillionths } from '@sitwell/exam/marks-ledger/billionths'
import type { SittingResult } from '@sitwell/exam/result-rules/result-of-sitting'
import type { DecidedQuestion } from '@sitwell/exam/result-rules/result-rules'
import { percentOf } from '@sitwell/exam/result-rules/share'
import type { LedgerContext } from '../assessment/ledger/index.ts'
import type { Database } from '../db/database.ts'
import type { FormRunTable } from '../db/schema.ts'
import { resultsOf, selectRules } from '../result-rules/index.ts'

type Marks = NonNullable<SittingEvidence['marks']>
type Figures = Pick<SittingResult, 'grade' | 'max' | 'passed' | 'percent' | 'score' | 'waiting'>

/** The sets of a delivery, the newest first, with what each has of a sitting. */
const selectRowsOf = ({ kysely }: Database, run: FormRunTable, deliveryId: string) =>
  kysely
    .selectFrom('result_set')
    .leftJoin('result_row', (on) =>
      on
        .onRef('result_row.org_id', '=', 'result_set.org_id')
        .onRef('result_row.delivery_id', '=', 'result_set.delivery_id')
        .onRef('result_row.set_number', '=', 'result_set.set_number')
        .on('result_row.user_guid', '=', run.user_guid)
        .on('result_row.form_run_guid', '=', run.form_run_guid),
    )
    .select(['result_set.set_number', 'result_set.state', 'result_set.begun_at', 'result_set.rules_version'])
    .select(['result_row.score', 'result_row.max_score', 'result_row.grade', 'result_row.passed', 'result_row.marks'])
    .select(['result_row.handed_in_at', 'result_row.settled_at'])
    .where('result_set.org_id', '=', run.org_id)
    .where('result_set.delivery_id', '=', deliveryId)
    .orderBy('result_set.set_number', 'desc')
    .execute()

type SetRow = Awaited<ReturnType<typeof selectRowsOf>>[number]

/** The set whose row of a sitting counts: the one that learners are shown, or else the newest confirmed one, or else the newest. None has it if it was completed anew since. */
const countingRow = async (database: Database, run: FormRunTable, deliveryId: string): Promise<SetRow | undefined> => {
  const sets = await selectRowsOf(database, run, deliveryId)
  const isShown = sets.find(({ begun_at }) => begun_at !== null)?.state !== 'withdrawn'
  const own = sets.filter(({ handed_in_at, state }) => handed_in_at === run.completed_at && state !== 'withdrawn')
  return (
    (isShown ? own.find(({ begun_at, settled_at }) => begun_at !== null && settled_at !== null) : undefined) ??
    own.find(({ state }) => state === 'confirmed') ??
    own.find(({ state }) => state === 'computed')
  )
}

type MarkOfQuestion = readonly [score: Billionths, max: Billionths]

/** The marks by question of a row, in billionths. */
const marksIn = ({ marks }: SetRow): ReadonlyMap<string, MarkOfQuestion> =>
  // Boundary: written by this server (`result-sets/compute-rows.ts`) from this very form.
  new Map((JSON.parse(marks ?? '[]') as readonly (readonly [string, ...MarkOfQuestion])[]).map(([id, ...mark]) => [id, mark]))

/** What a row says, or else, if it has no score, what the sitting comes to by the rules of its set. */
const figuresOfRow = ({ score, max_score: max, grade, passed }: SetRow, computed: Figures): Figures =>
  score === null || max === null
    ? computed
    : {
        score,
        max,
        percent: percentOf({ score, max }),
        grade: grade ?? '',
        passed: passed === null ? null : passed === 1,
        waiting: 0,
      }

const shownFigures = ({ score, max, percent, grade, passed, waiting }: Figures, rulesVersion: number) => ({
  ...{ score: fromBillionths(score), maxScore: fromBillionths(max), percent, waiting, rulesVersion },
  ...(grade !== '' && { grade }),
  ...(passed !== null && { passed }),
})

const isSameFigure = (one: Figures, other: Figures): boolean =>
  (['score', 'max', 'grade', 'passed', 'waiting'] as const).every((field) => one[field] === other[field])

const areSameMarks = (questions: readonly DecidedQuestion[], of: (questionId: string) => MarkOfQuestion | undefined): boolean =>
  questions.every(({ questionID, score, max }) => {
    const mark = of(questionID)
    return mark?.[0] === score && mark[1] === max
  })

/** What a sitting that was handed in comes to. */
export interface ReadResult extends Omit<Marks, 'questions'> {
  /** The questions after what was decided about them, by their ids. */
  readonly decided: ReadonlyMap<string, DecidedQuestion>
}

const byId = (questions: readonly DecidedQuestion[]) => new Map(questions.map((question) => [question.questionID, question]))

/**
 * What a sitting that was handed in comes to by the result set that counts, and what it would come to now if that is something else. Without such a set it is what it comes to by
 * the newest rules of the delivery.
 */
export const readResult = async (
  context: LedgerContext,
  run: FormRunTable,
  deliveryId: string,
): Promise<ReadResult | undefined> => {
  const { database } = context
  const place = { orgId: run.org_id, deliveryId }
  const newest = await selectRules(database.kysely, place)
  const now = (await resultsOf(context, newest, [run])).get(run.form_run_guid)
  if (!now) return undefined
  const row = await countingRow(database, run, deliveryId)
  // A row without a score (another outcome, or something waited then) has none of these figures.
  if (!row || row.score === null) return { ...shownFigures(now, newest.version), decided: byId(now.questions) }
  const rules = row.rules_version === newest.version ? newest : await selectRules(database.kysely, place, row.rules_version)
  const computed = (await resultsOf(context, rules, [run])).get(run.form_run_guid) ?? now
  const figures = figuresOfRow(row, computed)
  const kept = marksIn(row)
  const after = byId(
    computed.questions.map((one) => {
      const mark = kept.get(one.questionID)
      return mark ? { ...one, score: mark[0], max: mark[1] } : one
    }),
  )
  const markOf = (questionId: string): MarkOfQuestion | undefined => {
    const one = after.get(questionId)
    return one && [one.score, one.max]
  }
  // Of a person who was erased there are no marks any more by which anything could be worked out.
  const isSame = now.questions.length === 0 || (isSameFigure(figures, now) && areSameMarks(now.questions, markOf))
  return {
    ...shownFigures(figures, row.rules_version),
    set: { set: row.set_number, state: row.state },
    ...(!isSame && { now: shownFigures(now, newest.version) }),
    decided: after,
  }
}
