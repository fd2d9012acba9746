import { extensionStatus, extensionStatuses } from '@sitwell/exam/ledger/extension'
import { ownTimeIn } from '@sitwell/exam/ledger/ledger'
import { restBreaks } from '@sitwell/exam/ledger/rest-break'
import { ownMsOf, restMsOf } from '@sitwell/exam/time/accommodation'
import { untilOverMs } from '@sitwell/exam/time/exam-time'
import { sql } from 'kysely'
import { type LedgerContext, type LedgerState, serverAuthor, statesOf } from '../assessment/ledger/index.ts'
import { lastReports } from '../assessment/schedules/index.ts'
import { isOneOf } from '../db/one-of.ts'
import type { FormRunTable } from '../db/schema.ts'
import type { BaseRow } from './base-rows.ts'
import type { SittingFacts } from './facts.ts'
import type { Reading } from './viewer.ts'

/** What a ledger says, until its next event. */
export interface LedgerFacts
  extends Pick<
    SittingFacts,
    'addedMs' | 'completedBecause' | 'incidents' | 'ownMs' | 'requestedAtMs' | 'rest' | 'standingLeftMs' | 'supervision'
  > {
  /** The number of the event up to which it is known. */
  readonly lastEvent: number
  /** Numbers of the questions by their ids. */
  readonly numbers: ReadonlyMap<string, number>
}

const numbersByLayout = new WeakMap<object, ReadonlyMap<string, number>>()

const numbersOf = ({ loaded: { layout } }: LedgerState): ReadonlyMap<string, number> => {
  const known = numbersByLayout.get(layout)
  if (known) return known
  const numbers = new Map(layout.questions.map(({ id, number }) => [id, number]))
  numbersByLayout.set(layout, numbers)
  return numbers
}

const becauseIn = ({ events }: LedgerState): SittingFacts['completedBecause'] => {
  const last = events.findLast((event) => event.kind === 'complete')
  if (last?.kind !== 'complete') return undefined
  return last.because === 'server' && last.author !== serverAuthor ? 'staff' : last.because
}

const requestIn = ({ events }: LedgerState): number | undefined =>
  extensionStatus(events) === extensionStatuses.requested
    ? events.findLast(({ kind }) => kind === 'extension-request')?.atMs
    : undefined

const ledgerFactsOf = (state: LedgerState, extraMs: number): LedgerFacts => {
  const { events, time, run } = state
  const own = ownTimeIn(events)
  return {
    lastEvent: run.last_event,
    numbers: numbersOf(state),
    completedBecause: becauseIn(state),
    standingLeftMs: untilOverMs(time),
    ownMs: ownMsOf(own),
    rest: { allowanceMs: restMsOf(own), breaks: restBreaks(events) },
    addedMs: addedMsIn(state, extraMs),
    supervision: lastReports(events.flatMap((event) => (event.kind === 'supervision' ? [event] : []))),
    requestedAtMs: requestIn(state),
    incidents: events.filter(({ kind }) => kind === 'incident').length,
  }
}

const selectRunsOf = ({ kysely, dialect }: Reading, orgId: number, guids: readonly string[]): Promise<FormRunTable[]> =>
  kysely
    .selectFrom('form_run')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'form_run_guid', guids, (guid) => guid))
    .execute()

const extraMsOf = (rows: readonly BaseRow[]): ReadonlyMap<string, number> =>
  new Map(rows.map((row) => [row.schedule_guid, (row.extra_time_seconds ?? 0) * 1000]))

/** The ledgers of these rows as they stand now, by their form runs. */
export const readStates = async (
  context: LedgerContext,
  orgId: number,
  rows: readonly BaseRow[],
): Promise<ReadonlyMap<string, LedgerState>> => {
  const guids = rows.flatMap(({ form_run_guid }) => form_run_guid ?? [])
  if (guids.length === 0) return new Map()
  return statesOf(context, orgId, await selectRunsOf(context.database, orgId, guids), extraMsOf(rows))
}

/** Milliseconds that staff added, in the sitting and before it. `extraMs`: of its schedule. */
export const addedMsIn = ({ events, time }: Pick<LedgerState, 'events' | 'time'>, extraMs: number): number =>
  time.addedMs - ownTimeIn(events).examMs + extraMs

/** What the ledgers of these rows say. A form run that has none yet is as its row says. */
export const readLedgers = async (
  context: LedgerContext,
  orgId: number,
  rows: readonly BaseRow[],
): Promise<ReadonlyMap<string, LedgerFacts>> => {
  const extra = extraMsOf(rows)
  const states = await readStates(context, orgId, rows)
  return new Map(
    [...states].map(([guid, state]) => [guid, ledgerFactsOf(state, extra.get(state.run.schedule_guid) ?? 0)] as const),
  )
}

/** When an answer of these form runs was stored last. */
export const readSavedAt = async (
  { kysely, dialect }: Reading,
  orgId: number,
  formRunGuids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (formRunGuids.length === 0) return new Map()
  const { rows } = await sql<{ form_run_guid: string; at: number }>`select form_run_guid, max(saved_at) as at from answer
    where org_id = ${orgId} and ${isOneOf(dialect, 'form_run_guid', formRunGuids, (guid) => guid)}
    group by form_run_guid`.execute(kysely)
  return new Map(rows.map(({ form_run_guid, at }) => [form_run_guid, Number(at)]))
}
