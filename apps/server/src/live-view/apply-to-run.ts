import type { LiveAct, LiveReason } from '@sitwell/contract'
import type { NewEvent } from '@sitwell/exam/ledger/ledger'
import { beginRest, restAt } from '@sitwell/exam/ledger/rest-break'
import type { Kysely } from 'kysely'
import { completeFormRun } from '../assessment/completion/index.ts'
import { areAnswersErased } from '../assessment/form-run/index.ts'
import { changeLedger, type LedgerState } from '../assessment/ledger/index.ts'
import { endSupervision } from '../assessment/schedules/index.ts'
import { addTimeAct, decideExtensionAct, type LedgerCommand, pauseAct, resumeAct } from '../dashboard/invigilate.ts'
import { pauseRefusal } from '../dashboard/remote-pause.ts'
import { reopeningOf } from '../dashboard/reopen.ts'
import type { Schema } from '../db/schema.ts'
import type { RefusedOutcome } from '../http/refusal.ts'
import { type Settled, settle } from './action-queries.ts'
import type { LiveContext } from './live-context.ts'

/** One person of an action that is being done. */
export interface Target {
  readonly orgId: number
  readonly actionId: string
  /** Guid of whoever acts. */
  readonly author: string
  readonly act: LiveAct
  readonly scheduleGuid: string
  readonly userGuid: string
  readonly examGuid: string
}

export const placeOf = ({ orgId, actionId, scheduleGuid }: Target) => ({
  ...{ org_id: orgId, action_id: actionId, schedule_guid: scheduleGuid },
})

export type Decided = readonly NewEvent[] | LiveReason

const no = (reason: LiveReason): Settled => ({ outcome: 'refused', reason })

const reasonOf = ({ code }: Pick<RefusedOutcome, 'code'>): LiveReason =>
  code === 'FORM_RUN_COMPLETED' ? 'handed-in' : 'cannot'

const fromAct = (act: LedgerCommand, state: LedgerState): Decided => {
  const decided = act(state)
  if (decided === undefined) return []
  return 'ok' in decided ? reasonOf(decided) : [decided]
}

const becauseOf = ({ events }: LedgerState): string | undefined => {
  const last = events.findLast((event) => event.kind === 'complete')
  return last?.kind === 'complete' && (last.because !== 'server' || last.author === 'server') ? last.because : undefined
}

/** Why an exam whose time was over is open again. */
const timeGiven = 'Time was added after the end.'

/** More time: what the end of the time has closed is open again with it, all in one transaction. */
const reopenForTime = async (kysely: Kysely<Schema>, state: LedgerState, seconds: number): Promise<Decided> => {
  const because = becauseOf(state)
  if (because !== 'time-over' && because !== 'server') return 'handed-in'
  const reopening = await reopeningOf(kysely, state, { reason: timeGiven, seconds })
  return 'ok' in reopening ? 'cannot' : reopening
}

const reopen = async (
  kysely: Kysely<Schema>,
  state: LedgerState,
  { reason, seconds }: Extract<LiveAct, { kind: 'reopen' }>,
): Promise<Decided> => {
  const reopening = await reopeningOf(kysely, state, { reason, seconds })
  if (!('ok' in reopening)) return reopening
  const { org_id: orgId, form_run_guid: formRunGuid } = state.run
  // More time does not help there.
  return (await areAnswersErased({ kysely }, orgId, formRunGuid)) ? 'cannot' : 'no-time-left'
}

const noRest = { held: 'paused', over: 'no-time-left', spent: 'no-rest-left' } as const

/** A rest break begins at the moment of the server; one that is being had goes on as it is. */
const beginBreak = ({ run, events, time, nowMs }: LedgerState): Decided => {
  if (run.completed_at !== null) return 'handed-in'
  const begun = beginRest(events, time, nowMs)
  if (begun === 'resting') return []
  return typeof begun === 'string' ? noRest[begun] : [begun]
}

/** Seconds for which the time still stands once staff have ended a rest break, unless the learner goes on before. */
const toGoOnSeconds = 120

const endBreak = (state: LedgerState): Decided => {
  if (state.run.completed_at !== null) return 'handed-in'
  return restAt(state.events, state.nowMs).isResting ? fromAct(resumeAct(toGoOnSeconds), state) : []
}

const evacuate = (state: LedgerState, text: string): Decided => {
  const paused = fromAct(pauseAct, state)
  return typeof paused === 'string' ? paused : [...paused, { kind: 'incident', category: 'evacuation', text }]
}

/** The events that an action writes into the ledger of an open exam, from the ledger alone: none if the exam is already in the wanted state, or why it can't. */
export const decideOpen = (state: LedgerState, act: LiveAct): Decided => {
  switch (act.kind) {
    case 'add-time':
      return fromAct(addTimeAct(act.seconds), state)
    case 'pause':
      return fromAct(pauseAct, state)
    case 'resume':
      return fromAct(resumeAct(act.seconds), state)
    case 'rest-break':
      return beginBreak(state)
    case 'end-rest-break':
      return endBreak(state)
    case 'decide-request':
      return fromAct(decideExtensionAct(act.seconds), state)
    case 'reopen':
      return 'not-handed-in'
    case 'incident':
      return [{ kind: 'incident', category: act.category, text: act.text }]
    case 'evacuate':
      return evacuate(state, act.text)
    default:
      return 'cannot'
  }
}

/** The events that an action writes into a locked ledger. A completed one may be opened again, with data that has to be read for it. */
const decide = async (kysely: Kysely<Schema>, state: LedgerState, act: LiveAct): Promise<Decided> => {
  if (state.run.completed_at !== null && act.kind === 'add-time') return reopenForTime(kysely, state, act.seconds)
  if (state.run.completed_at !== null && act.kind === 'reopen') return reopen(kysely, state, act)
  return decideOpen(state, act)
}

const isTold = (act: LiveAct): boolean => act.kind !== 'incident'

export const settledOf = (decided: Decided, act: LiveAct): Settled => {
  if (typeof decided === 'string') return no(decided)
  return decided.length > 0 ? { outcome: 'applied', isExpected: isTold(act) } : { outcome: 'unchanged' }
}

type Context = Pick<LiveContext, 'background' | 'clock' | 'config' | 'database' | 'exams' | 'keys' | 'live' | 'supervisors'>

/**
 * Does something to a sitting: what its ledger gets, and what became of the action, are one transaction. Undefined: somebody else has done it meanwhile.
 */
const onLedger = async (context: Context, target: Target, formRunGuid: string): Promise<Settled | undefined> => {
  const place = { orgId: target.orgId, formRunGuid }
  let settled: Settled | undefined
  let before = 0
  const after = await changeLedger(
    context,
    place,
    target.author,
    async (state, kysely) => {
      before = state.events.length
      const decided = await decide(kysely, state, target.act)
      const wanted = settledOf(decided, target.act)
      if (!(await settle(kysely, placeOf(target), wanted, state.nowMs))) return []
      settled = wanted
      return typeof decided === 'string' ? [] : decided
    },
    target.actionId,
  )
  context.live.tell(place, after?.events.slice(before) ?? [])
  return settled
}

/** Hands an exam in that its learner has open. */
const end = async (context: Context, target: Target, formRunGuid: string, reason: string): Promise<Settled | undefined> => {
  const place = { orgId: target.orgId, formRunGuid }
  let settled: Settled | undefined
  let before = 0
  const after = await completeFormRun(context, place, {
    author: target.author,
    note: reason,
    because: async (state, kysely) => {
      before = state.events.length
      const wanted: Settled = { outcome: 'applied', isExpected: true }
      if (!(await settle(kysely, placeOf(target), wanted, state.nowMs))) return undefined
      settled = wanted
      return 'server'
    },
  })
  if (!settled) return undefined
  context.live.tell(place, after?.events.slice(before) ?? [])
  if (after) await endSupervision(context, after.run, target.author)
  return settled
}

/** Does something to a sitting that has begun. Undefined: it is settled already, or has to be by its reason, as of an exam that is over. */
export const applyToRun = async (
  context: Context,
  target: Target,
  run: { readonly formRunGuid: string; readonly isCompleted: boolean },
): Promise<Settled | undefined> => {
  const { act } = target
  if (act.kind === 'pause' || act.kind === 'evacuate')
    if (await pauseRefusal(context.database, target.orgId)) return settleAlone(context, target, no('pause-not-allowed'))
  if (act.kind !== 'end') return onLedger(context, target, run.formRunGuid)
  const ended = run.isCompleted ? undefined : await end(context, target, run.formRunGuid, act.reason)
  return ended ?? settleAlone(context, target, no('handed-in'))
}

/** Writes what became of an action that changes nothing else; undefined if that was written before. */
export const settleAlone = async (
  { database, clock }: Pick<LiveContext, 'clock' | 'database'>,
  target: Target,
  settled: Settled,
): Promise<Settled | undefined> =>
  (await database.kysely.transaction().execute((transaction) => settle(transaction, placeOf(target), settled, clock.nowMs())))
    ? settled
    : undefined
