import { extensionStatus, extensionStatuses } from '@sitwell/exam/ledger/extension'
import { grantOf } from '@sitwell/exam/ledger/grant'
import type { NewEvent } from '@sitwell/exam/ledger/ledger'
import { heldAt } from '@sitwell/exam/ledger/standstill'
import { canBeGivenTime } from '@sitwell/exam/time/exam-time'
import { millisecondsOf } from '@sitwell/exam/time/milliseconds'
import type { LiveEvents } from '../assessment/form-run/index.ts'
import { changeLedger, type LedgerContext, type LedgerState } from '../assessment/ledger/index.ts'
import type { FormRunTable } from '../db/schema.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import { examExists, selectRuns } from './queries.ts'

/** What an invigilator's acts stand on; the `sitwell` command has it without a server. */
export interface InvigilationContext extends LedgerContext {
  readonly live: LiveEvents
}

/** Who acts: a person's guid with their organisation, or `command`. */
export interface Invigilator {
  readonly orgId: number
  readonly author: string
}

/** One form run, or all of an exam; `requestId` makes that a repeated request changes nothing twice. */
export interface Target {
  readonly formRunGuid?: string | undefined
  readonly examGuid?: string | undefined
  readonly requestId?: string | undefined
}

type Rejection = RefusedOutcome<'FORM_RUN_COMPLETED' | 'CANNOT_CHANGE_TIME'>

/** What an act writes into a ledger; nothing if the form run stands so already, or a no with its reason. */
export type LedgerCommand = (state: LedgerState) => NewEvent | undefined | Rejection

export type CommandResult =
  | { readonly ok: true; readonly value: { changed: string[] } }
  | RefusedOutcome<'NOT_FOUND' | 'NOT_ALLOWED' | 'FORM_RUN_COMPLETED' | 'CANNOT_CHANGE_TIME'>

/** This many ledgers are written side by side: a hall of a thousand waits for its pause, and the other calls need connections too. */
const actsAtOnce = 4

const isRejection = (decided: NewEvent | undefined | Rejection): decided is Rejection =>
  decided !== undefined && 'ok' in decided

const applyCommand = async (
  context: InvigilationContext,
  { orgId, author }: Invigilator,
  { form_run_guid: formRunGuid }: FormRunTable,
  requestId: string | undefined,
  act: LedgerCommand,
): Promise<'changed' | 'unchanged' | Rejection> => {
  let no: Rejection | undefined
  let before = 0
  const place = { orgId, formRunGuid }
  const after = await changeLedger(
    context,
    place,
    author,
    (state) => {
      before = state.events.length
      const isRepeated = requestId !== undefined && state.events.some((event) => event.requestId === requestId)
      const decided = isRepeated ? undefined : act(state)
      if (isRejection(decided)) no = decided
      return decided === undefined || isRejection(decided) ? [] : [decided]
    },
    requestId,
  )
  if (no) return no
  const written = after?.events.slice(before) ?? []
  context.live.tell(place, written)
  return written.length > 0 ? 'changed' : 'unchanged'
}

/**
 * Does something to the time of one form run, or of all of an exam that are under way. Of many, those that it can't be done to are
 * passed over; of one, the reason is answered. Nobody changes the time of their own exam.
 */
export const invigilate = async (
  context: InvigilationContext,
  who: Invigilator,
  target: Target,
  act: LedgerCommand,
  { onCompleted = false } = {},
): Promise<CommandResult> => {
  const isOne = target.formRunGuid !== undefined
  const runs = await selectRuns(context.database, who.orgId, target)
  if (isOne && runs.length === 0) return refuse('NOT_FOUND', 'There is no such form run in this organisation.')
  if (target.examGuid !== undefined && !(await examExists(context.database, who.orgId, target.examGuid)))
    return refuse('NOT_FOUND', 'There is no such exam in this organisation.')
  const outcomeOf = async (run: FormRunTable) => {
    if (run.user_guid === who.author) return refuse('NOT_ALLOWED', 'Nobody invigilates their own exam.')
    if (run.completed_at !== null && !onCompleted) return refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')
    return applyCommand(context, who, run, target.requestId, act)
  }
  const changed: string[] = []
  for (let from = 0; from < runs.length; from += actsAtOnce) {
    const some = runs.slice(from, from + actsAtOnce)
    const acted = await Promise.all(some.map(async (run) => ({ run, outcome: await outcomeOf(run) })))
    for (const { run, outcome } of acted) {
      if (typeof outcome === 'object' && isOne) return outcome
      if (outcome === 'changed') changed.push(run.form_run_guid)
    }
  }
  return { ok: true, value: { changed } }
}

/** Whether it was completed meanwhile: told under the lock, if nothing changes any more. */
const completed = ({ run }: LedgerState): Rejection | undefined =>
  run.completed_at === null ? undefined : refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')

/** Pauses; an offer to continue that the learner hasn't taken yet is taken back. */
export const pauseAct: LedgerCommand = (state) => {
  const held = heldAt(state.events, state.nowMs)
  return completed(state) ?? (held && !held.offer ? undefined : { kind: 'pause' })
}

/** Seconds for which the time stands on after a pause, where the invigilator doesn't say. */
const usualOfferSeconds = 120

/** Ends a pause: the time stands on until the learner resumes, this many seconds at most. Said again, it holds from then on. */
export const resumeAct =
  (withinSeconds: number | undefined): LedgerCommand =>
  (state) => {
    const held = heldAt(state.events, state.nowMs)
    const stands = !held || (held.offer && withinSeconds === undefined)
    const withinMs = millisecondsOf(withinSeconds ?? usualOfferSeconds)
    return completed(state) ?? (stands ? undefined : withinMs === 0 ? { kind: 'resume' } : { kind: 'resume-offer', withinMs })
  }

const untimed = refuse('CANNOT_CHANGE_TIME', 'Nothing is timed where the learner is, so no time can be added.')

/** Time without a request; in seconds. */
export const addTimeAct =
  (seconds: number): LedgerCommand =>
  (state) =>
    completed(state) ??
    (canBeGivenTime(state.time, state.plan) ? { kind: 'extra-time', byMs: millisecondsOf(seconds) } : untimed)

/** The answer to a request: this many seconds, or none. */
export const decideExtensionAct =
  (seconds: number): LedgerCommand =>
  (state) => {
    const status = extensionStatus(state.events)
    if (status === extensionStatuses.granted)
      return refuse('CANNOT_CHANGE_TIME', 'It has been extended before; that is possible once.')
    if (status !== extensionStatuses.requested)
      return refuse('CANNOT_CHANGE_TIME', 'The learner has not asked for an extension.')
    const byMs = millisecondsOf(seconds)
    if (byMs === 0) return completed(state) ?? { kind: 'extension-decline' }
    return completed(state) ?? (canBeGivenTime(state.time, state.plan) ? grantOf(state.events, byMs) : untimed)
  }

export const noteAct =
  (text: string): LedgerCommand =>
  () => ({ kind: 'incident', text })
