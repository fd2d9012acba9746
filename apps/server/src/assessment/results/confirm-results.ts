import type { NewEvent, ResultsWhat } from '@sitwell/exam/ledger/ledger'
import type { Kysely } from 'kysely'
import type { FormRunTable, Schema } from '../../db/schema.ts'
import { type RunPlace, selectFormRunOfOrganisation } from '../form-run/index.ts'
import { type Author, changeLedger, type LedgerContext, type LedgerState, loadedOf } from '../ledger/index.ts'
import { countOpenQuestions, hasPending, hasResultSets, markAgain, releasePolicyOf } from '../marks/index.ts'

/**
 * What came of confirming the results of a form run, or of withdrawing that: `same` if they stood so already, `open` if it isn't completed,
 * `shown` if its schedule shows marks immediately, `sets` if its delivery has result sets, by which alone its results are confirmed, and `waiting` if answers wait for a person to mark them.
 */
export type ConfirmOutcome =
  | { readonly kind: 'done' | 'open' | 'same' | 'sets' | 'shown' }
  | { readonly kind: 'waiting'; readonly answers: number }

/** Who confirms results or withdraws that, and why. */
export interface Confirming {
  readonly author: Author
  readonly what: ResultsWhat
  readonly reason: string
  /** Confirms also if answers wait for a person: their learner is then told what could be marked so far. */
  readonly asFarAsMarked?: boolean
}

const isShownAnyway = async (
  kysely: Kysely<Schema>,
  { run, loaded }: Pick<LedgerState, 'run' | 'loaded'>,
): Promise<boolean> => {
  const schedule = await kysely
    .selectFrom('schedule')
    .select('release_policy')
    .where('org_id', '=', run.org_id)
    .where('schedule_guid', '=', run.schedule_guid)
    .executeTakeFirst()
  return releasePolicyOf(schedule ?? { release_policy: null }, loaded.exam) === 'immediately'
}

const countWaiting = async (kysely: Kysely<Schema>, run: Pick<FormRunTable, 'org_id' | 'form_run_guid'>): Promise<number> => {
  const { waiting } = await kysely
    .selectFrom('mark')
    .select((select) => select.fn.countAll<number>().as('waiting'))
    .where('org_id', '=', run.org_id)
    .where('form_run_guid', '=', run.form_run_guid)
    .where('needs_person', '=', 1)
    .executeTakeFirstOrThrow()
  return Number(waiting)
}

const outcomeOf = async (
  kysely: Kysely<Schema>,
  state: LedgerState,
  { what, asFarAsMarked }: Confirming,
): Promise<ConfirmOutcome> => {
  const { run } = state
  if (await hasResultSets(kysely, run)) return { kind: 'sets' }
  // What was given since the confirmation changes nothing by itself: it is confirmed anew.
  const isAnew = what === 'confirmed' && (await hasPending(kysely, run))
  if ((run.results_confirmed_at !== null) === (what === 'confirmed') && !isAnew) return { kind: 'same' }
  if (what === 'withdrawn') return { kind: 'done' }
  if (run.completed_at === null) return { kind: 'open' }
  if (await isShownAnyway(kysely, state)) return { kind: 'shown' }
  const count = isAnew ? countOpenQuestions : countWaiting
  const answers = asFarAsMarked ? 0 : await count(kysely, run)
  return answers > 0 ? { kind: 'waiting', answers } : { kind: 'done' }
}

/** The columns of a form run whose results are confirmed or withdrawn. A confirmation freezes the answers, as the first look at a result does. */
const columnsOf = (run: FormRunTable, what: ResultsWhat, nowMs: number) =>
  what === 'confirmed'
    ? { results_confirmed_at: nowMs, marks_told_at: run.marks_told_at ?? nowMs }
    : { results_confirmed_at: null }

/**
 * Confirms the results of a form run, also once more if marks were given since, by which its marks are released, or withdraws that; its ledger says who did it, and why, in the
 * same transaction. Undefined where there is no such form run.
 */
export const confirmResults = async (
  context: LedgerContext,
  place: RunPlace,
  confirming: Confirming,
): Promise<ConfirmOutcome | undefined> => {
  const { author, what, reason } = confirming
  let outcome: ConfirmOutcome = { kind: 'same' }
  const state = await changeLedger(
    context,
    place,
    author,
    async (before, kysely) => {
      outcome = await outcomeOf(kysely, before, confirming)
      const event: NewEvent = { kind: 'results', what, text: reason }
      return outcome.kind === 'done' ? [event] : []
    },
    undefined,
    async (kysely, { run, loaded, nowMs }) => {
      // The marks stand as they were confirmed, until now.
      if (await hasPending(kysely, run)) await markAgain(kysely, run, loaded, nowMs)
      return kysely
        .updateTable('form_run')
        .set(columnsOf(run, what, nowMs))
        .where('org_id', '=', place.orgId)
        .where('form_run_guid', '=', place.formRunGuid)
        .returningAll()
        .executeTakeFirstOrThrow()
    },
  )
  return state && outcome
}

/** How far the release of the results of a form run is. */
export interface ReleaseState {
  readonly completedAtMs: number | null
  readonly confirmedAtMs: number | null
  /** Its schedule shows marks immediately: there is nothing to confirm. */
  readonly isShownAnyway: boolean
  /** Its delivery has result sets, by which alone its results are confirmed. */
  readonly hasSets: boolean
  /** Answers that wait for a person to mark them. */
  readonly waiting: number
  /** Marks were given after the confirmation: they are released once the results are confirmed again. */
  readonly hasPending: boolean
}

/** Reads it; undefined where there is no such form run. */
export const releaseStateOf = async (
  context: LedgerContext,
  { orgId, formRunGuid }: RunPlace,
): Promise<ReleaseState | undefined> => {
  const { kysely } = context.database
  const run = await selectFormRunOfOrganisation(context.database, orgId, formRunGuid)
  return (
    run && {
      completedAtMs: run.completed_at,
      confirmedAtMs: run.results_confirmed_at,
      isShownAnyway: await isShownAnyway(kysely, { run, loaded: await loadedOf(context, run) }),
      hasSets: await hasResultSets(kysely, run),
      waiting: await countWaiting(kysely, run),
      hasPending: await hasPending(kysely, run),
    }
  )
}
