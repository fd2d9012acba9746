import type { LiveAct, LiveReason } from '@sitwell/contract'
import { changeTogether, type LedgerState } from '../assessment/ledger/index.ts'
import { pauseRefusal } from '../dashboard/remote-pause.ts'
import type { LiveActionTable } from '../db/schema.ts'
import { type Settled, settleAll } from './action-queries.ts'
import { type Decided, decideOpen, settledOf } from './apply-to-run.ts'
import type { LiveContext } from './live-context.ts'
import type { Reading } from './viewer.ts'

type Context = Pick<LiveContext, 'clock' | 'database' | 'exams' | 'live'>

/** Somebody who has begun, by their form run and their schedule. */
export interface Sitting {
  readonly formRunGuid: string
  readonly scheduleGuid: string
}

/** The most people in one transaction: the first of them waits for the last, and so does a save of any of them. */
export const togetherAtOnce = 50

/** An action that is done to an exam that is open by its ledger alone. */
const isOfLedger = (act: LiveAct): boolean => act.kind !== 'end' && act.kind !== 'reopen' && act.kind !== 'message'

/** Groups people by their outcome. */
const bySettled = (settled: ReadonlyMap<string, Settled>) => {
  const groups = Map.groupBy(settled, ([, one]) => JSON.stringify([one.outcome, one.reason, one.isExpected]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first ? [{ outcome: first[1], scheduleGuids: group.map(([guid]) => guid) }] : []
  })
}

/** Stores the outcomes of an action for some people, by their schedules. Returns the schedules whose outcome was not stored before. */
export const settleTogether = async (
  reading: Reading,
  action: LiveActionTable,
  settled: ReadonlyMap<string, Settled>,
  nowMs: number,
): Promise<ReadonlySet<string>> => {
  const written: string[] = []
  for (const { outcome, scheduleGuids } of bySettled(settled))
    written.push(...(await settleAll(reading, action, scheduleGuids, outcome, nowMs)))
  return new Set(written)
}

/**
 * Does an action to some people who have their exam open, in one transaction with its outcomes. Returns the outcomes by schedule; undefined for a person to whom another
 * call has done it. People who are missing in the result have to be handled alone.
 */
export const applyTogether = async (
  context: Context,
  action: LiveActionTable,
  act: LiveAct,
  sittings: readonly Sitting[],
): Promise<ReadonlyMap<string, Settled | undefined>> => {
  const isPause = act.kind === 'pause' || act.kind === 'evacuate'
  // If pauses are refused here, each person gets the reason separately, one after the other.
  if (!isOfLedger(act) || (isPause && (await pauseRefusal(context.database, action.org_id)))) return new Map()
  const { dialect } = context.database
  const scheduleOf = (state: LedgerState) => state.run.schedule_guid
  const settled = new Map<string, Settled>()
  let free: ReadonlySet<string> = new Set()
  const changed = await changeTogether(context, {
    ...{ orgId: action.org_id, author: action.author, requestId: action.action_id },
    formRunGuids: sittings.map(({ formRunGuid }) => formRunGuid),
    decide: async (states, kysely) => {
      const decided = states.map((state): Decided => decideOpen(state, act))
      for (const [index, state] of states.entries())
        settled.set(scheduleOf(state), settledOf(decided[index] ?? ('cannot' satisfies LiveReason), act))
      free = await settleTogether({ kysely, dialect }, action, settled, context.clock.nowMs())
      return decided.map((one, index) => {
        const state = states[index]
        return typeof one === 'string' || !state || !free.has(scheduleOf(state)) ? [] : one
      })
    },
  })
  for (const { before, after } of changed.values())
    context.live.tell({ orgId: action.org_id, formRunGuid: after.run.form_run_guid }, after.events.slice(before.events.length))
  return new Map([...settled].map(([guid, outcome]) => [guid, free.has(guid) ? outcome : undefined]))
}
