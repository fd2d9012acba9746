import type { LateReason, LateRules } from '@sitwell/exam/answers/late-answers'
import { barOf } from '@sitwell/exam/parts/part-windows'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { FormRunTable, Schema } from '../../db/schema.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { type LoadedExam, lockFormRun, nextLink, type RunPlace } from '../form-run/index.ts'
import { noteHeard } from '../ledger/index.ts'
import { markAgain } from '../marks/index.ts'
import { type Arrived, type Judgement, judgeArrival, lateRulesOf } from './judge-arrival.ts'
import { placeAnswer } from './place-answer.ts'
import type { Save, SaveOutcome } from './save.ts'

/** Whether an answer counts that came after the completion. */
export const selectLateApplied = async (
  { kysely }: Pick<Database, 'kysely'>,
  { org_id, form_run_guid }: FormRunTable,
): Promise<boolean> => {
  const found = await kysely
    .selectFrom('answer_event')
    .select('sequence')
    .where('org_id', '=', org_id)
    .where('form_run_guid', '=', form_run_guid)
    .where('outcome', '=', 'late-applied')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** What came with the request id of a save before; held against it in the database, which keeps not every sign as it came. */
const selectEvent = (kysely: Kysely<Schema>, { event }: Pick<Save, 'event'>) => {
  const { question_id, answer, workings, sequence } = event
  return kysely
    .selectFrom('answer_event')
    .select(({ and }) => [
      'outcome',
      'sequence',
      and({ question_id, answer, workings, ...(sequence !== null && { sequence }) }).as('is_repeated'),
    ])
    .where('org_id', '=', event.org_id)
    .where('form_run_guid', '=', event.form_run_guid)
    .where('request_id', '=', event.request_id)
    .executeTakeFirst()
}

/** Of a form run that is locked. */
const nextSequence = async (kysely: Kysely<Schema>, { orgId, formRunGuid }: RunPlace): Promise<number> => {
  const { last_sequence } = await kysely
    .updateTable('form_run')
    .set(({ eb }) => ({ last_sequence: eb('last_sequence', '+', 1) }))
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .returning('last_sequence')
    .executeTakeFirstOrThrow()
  return last_sequence
}

/** Moves the chain of the history on; of a form run that is locked, and may have taken other saves in the same transaction. */
const linkNext = async (kysely: Kysely<Schema>, event: Parameters<typeof nextLink>[1]) => {
  const { org_id, form_run_guid } = event
  const place = { org_id, form_run_guid }
  const { history_count, history_link } = await kysely
    .selectFrom('form_run')
    .select(['history_count', 'history_link'])
    .where(({ and }) => and(place))
    .executeTakeFirstOrThrow()
  const { number, link } = nextLink({ history_count, history_link }, event)
  await kysely
    .updateTable('form_run')
    .set({ history_count: number, history_link: link })
    .where(({ and }) => and(place))
    .execute()
  return { number, link }
}

/**
 * Whether answers of a form run were erased that have a higher sequence. One of them may have been a newer answer to the same question: which question each was to is no
 * longer known.
 */
const isBehindErased = async (kysely: Kysely<Schema>, { orgId, formRunGuid }: RunPlace, sequence: number): Promise<boolean> => {
  const row = await kysely
    .selectFrom('erased_save')
    .select('sequence')
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .where('sequence', '>=', sequence)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const placedOutcome = ({ completed_at }: FormRunTable) => (completed_at === null ? 'applied' : 'late-applied')

const notPlacedOutcome = ({ completed_at }: FormRunTable, { verdict, isInPause }: Pick<Judgement, 'verdict' | 'isInPause'>) => {
  if (verdict === 'count') return 'older'
  if (verdict === 'review') return 'review'
  if (completed_at !== null) return 'late'
  return isInPause ? 'in-pause' : 'over-time'
}

/** What happened to a save, and whether it was there before. */
export interface StoredSave extends SaveOutcome {
  readonly isRepeated: boolean
  /** Why it was judged as it was; of one that was there before nothing is judged. */
  readonly judged?: LateReason
}

/**
 * Judges a save of a form run that is locked, puts it in place where it counts, and keeps it in the history. `run` as it is heard now,
 * if only for the judgement.
 */
export const keepJudged = async (
  kysely: Kysely<Schema>,
  run: FormRunTable,
  save: Omit<Save, 'heardMs'> & Pick<Arrived, 'isUnsealed'>,
  { rules, noted = {} }: { readonly rules: LateRules; readonly noted?: object },
): Promise<StoredSave> => {
  const place = { orgId: save.event.org_id, formRunGuid: save.event.form_run_guid }
  const held = await selectEvent(kysely, save)
  if (held) return { outcome: held.is_repeated ? held.outcome : 'mismatched', sequence: held.sequence, isRepeated: true }
  const event = { ...save.event, sequence: save.event.sequence ?? (await nextSequence(kysely, place)) }
  const arrived = { ...save, receivedMs: event.received_at, isAnswer: true }
  const judged = await judgeArrival(kysely, run, arrived, rules)
  const { verdict, reason, typedMs, lateMs, window, evidence } = judged
  const bar = save.isBarred ? 'closed' : barOf(window, { atMs: event.received_at, sequence: event.sequence })
  const counts = !bar && verdict === 'count'
  // No stored answer guards the newer version any more, so that staff have to decide.
  const mayBeOlder = counts && run.completed_at !== null && (await isBehindErased(kysely, place, event.sequence))
  const isPlaced = counts && !mayBeOlder && (await placeAnswer(kysely, event))
  const notPlaced = mayBeOlder ? 'review' : notPlacedOutcome(run, judged)
  const outcome = isPlaced ? placedOutcome(run) : (bar ?? notPlaced)
  await kysely
    .insertInto('answer_event')
    .values({
      ...event,
      ...(await linkNext(kysely, event)),
      outcome,
      late_ms: lateMs > 0 ? lateMs : null,
      typed_at: typedMs === undefined ? null : Math.round(typedMs),
      judged: reason,
      evidence: JSON.stringify({ ...evidence, ...noted }),
    })
    .execute()
  return { outcome, sequence: event.sequence, isRepeated: false, judged: reason }
}

/** It was put in place by the judge, in an open form run or a completed one. */
export const isPlaced = ({ outcome, isRepeated }: StoredSave): boolean =>
  !isRepeated && (outcome === 'applied' || outcome === 'late-applied')

/**
 * Writes a save that came after the completion, or longer after the end of its time than the grace: another device's queue, say, or
 * one that had waited for a network. `judgeLate` of `packages/exam` says what happens to it. Where it counts, the answer is put in
 * place, guarded by its sequence, and a completed form run is marked again, in one transaction with the history; otherwise it is kept in
 * the history alone. Whoever tells a mark holds the same lock, so that of the two only one wins. A repeated request is answered as it
 * was the first time, one with other content is mismatched. Undefined if the form run was reset meanwhile; `elsewhere`, and nothing
 * done, where its learner is in another part than was known.
 */
export const saveLate = async (
  { database, config }: Pick<AssessmentContext, 'database' | 'config'>,
  save: Save,
  loaded: LoadedExam,
): Promise<SaveOutcome | 'elsewhere' | undefined> => {
  const place = { orgId: save.event.org_id, formRunGuid: save.event.form_run_guid }
  const rules = await lateRulesOf({ database, config }, save.event.org_id)
  return database.kysely.transaction().execute(async (kysely) => {
    const locked = await lockFormRun(kysely, place)
    if (!locked) return undefined
    const { completed_at, part_id } = locked
    if (completed_at === null && part_id !== null && save.seenIn !== undefined && part_id !== save.seenIn) return 'elsewhere'
    const run = save.heardMs === null ? locked : await noteHeard(kysely, locked, save.heardMs, {})
    const stored = await keepJudged(kysely, run, save, { rules })
    if (isPlaced(stored) && run.completed_at !== null) await markAgain(kysely, run, loaded, save.event.received_at)
    return { outcome: stored.outcome, sequence: stored.sequence }
  })
}
