import { partKey } from '@sitwell/contract'
import type { AbsenceClaim } from '@sitwell/exam/ledger/absence'
import { decidedParts, type NewEvent, timeAt } from '@sitwell/exam/ledger/ledger'
import { givenParts, type Release, releaseOf } from '@sitwell/exam/parts/part-release'
import { millisecondsOf } from '@sitwell/exam/time/milliseconds'
import { refuse } from '../../http/refusal.ts'
import { type Incoming, route } from '../../http/service.ts'
import { lackingAnswers, offlineRules } from '../answers/index.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import {
  conditionalPartsOf,
  decisionsUpTo,
  isRoutedExam,
  type KeptAttempts,
  noAttempts,
  ownFormRun,
  partsNotAsked,
  type SealRules,
  sealRulesOf,
  seeIn,
  selectAnswers,
  selectAttemptsAt,
} from '../form-run/index.ts'
import {
  acceptedWaits,
  changeLedger,
  type Decided,
  type Decision,
  eventsOfMoves,
  formRunStateOf,
  isHeldAt,
  type LedgerState,
  loadedOf,
  reopenEvent,
  shouldReopen,
} from '../ledger/index.ts'
import { mayGoOn } from '../schedules/index.ts'
import { partKeyOf } from './seal-parts.ts'

/** How a form run stands once something more was written into its ledger at this moment. */
const withWritten = (state: LedgerState, newEvents: readonly NewEvent[]): LedgerState => {
  const { events, nowMs, plan } = state
  const more = newEvents.map((newEvent, at) => ({ ...newEvent, atMs: nowMs, author: '', number: events.length + at + 1 }))
  const all = [...events, ...more]
  return { ...state, events: all, time: timeAt(plan, all, nowMs) ?? state.time }
}

/** `lacking`: answers that were acknowledged once are here no more, and a decision would be made without them. */
type Verdict = Release | 'completed' | 'paused' | 'lacking'

/** Whether a key is given, and what the ledger has of it: nothing if it isn't. */
interface Judged {
  readonly verdict: Verdict
  readonly decided: readonly Decided[]
  /** The sequences of what is lacking. */
  readonly missing?: readonly number[]
}

interface Asking extends Pick<Incoming<typeof partKey>, 'caller' | 'body'> {
  /** What the learner says that they waited for the key. */
  readonly waits: readonly AbsenceClaim[]
}

interface Rules extends SealRules {
  /** How long after its completion a form run may continue. */
  readonly offlineMs: number
  readonly graceMs: number
}

/** Why a form run gives out nothing at all now; undefined if it continues. */
const whyNothing = (
  state: LedgerState,
  absences: readonly NewEvent[],
  offlineMs: number,
): 'completed' | 'paused' | undefined => {
  if (state.run.completed_at !== null) return shouldReopen(state, absences, offlineMs) ? undefined : 'completed'
  return isHeldAt(state.run, state.nowMs) ? 'paused' : undefined
}

/** What the learner has told of where they are, with what they asked for; nothing if they didn't. */
const movesOf = (state: LedgerState, body: Asking['body'], graceMs: number): NewEvent[] => {
  const { page, completedParts, skippedReading, sequence } = body
  return page === undefined ? [] : eventsOfMoves(state, { page, completedParts, skippedReading, sequence }, graceMs)
}

/** The answers of a form run, with the attempts that were made at its questions. */
interface Given {
  readonly rows: Parameters<typeof decisionsUpTo>[1]['rows']
  readonly attempts: KeptAttempts
}

/**
 * What answers decide as the learner comes to a part; `undecided` where they haven't come there yet, and could still change what it hangs on.
 */
const decisionsFor = (after: LedgerState, partId: string, given: Given): readonly NewEvent[] | 'undecided' => {
  const { loaded, events, time } = after
  const hangsOnAnswers = conditionalPartsOf(loaded).has(partId) && !decidedParts(events).has(partId)
  if (time.partId !== partId) return hangsOnAnswers ? 'undecided' : []
  return decisionsUpTo(loaded, { events, ...given }, partId)
}

/** Whether the key is given to somebody whose form run stands so, and what that writes down. */
const judge = (before: LedgerState, { caller, body, waits }: Asking, rules: Rules, answered: Given): Judged => {
  const { partId } = body
  // Nothing stands still for a key that isn't needed, or was given: whoever has it can work.
  const mayWait = rules.isSealed && !givenParts(before).has(partId)
  const absences = acceptedWaits(before, mayWait ? waits : [], caller)
  const nothing = whyNothing(before, absences, rules.offlineMs)
  if (nothing) return { verdict: nothing, decided: [] }
  const isCompleted = before.run.completed_at !== null
  const rested = withWritten(before, absences)
  const moved = movesOf(rested, body, rules.graceMs)
  const after = withWritten(rested, moved)
  const release = releaseOf({ ...after, paper: after.loaded.paper }, partId, rules.aheadMs)
  if (release !== 'open') return { verdict: isCompleted ? 'completed' : release, decided: [] }
  const decisions = decisionsFor(after, partId, answered)
  if (decisions === 'undecided') return { verdict: isCompleted ? 'completed' : 'sealed', decided: [] }
  const happened = [...absences, ...(isCompleted ? [reopenEvent] : []), ...moved, ...decisions]
  if (partsNotAsked(withWritten(after, decisions).events).has(partId)) return { verdict: 'closed', decided: happened }
  const isGiven = givenParts(after).has(partId)
  return { verdict: 'open', decided: [...happened, ...(isGiven ? [] : [{ kind: 'part-key' as const, partId }])] }
}

/**
 * Gives the key of a sealed part, judged by the ledger while nobody else can change it. What is refused changes nothing, but that a part which
 * isn't asked by its learner's answers is closed to them from then on. A form run that
 * was completed for want of the time in which the key was waited for is opened again.
 */
export const partKeyRoute = (context: AssessmentContext) =>
  route(partKey, async ({ caller, body, request }) => {
    const notFound = () => refuse('NOT_FOUND', 'There is no such form run for this person.')
    const run = await ownFormRun(context.database, caller, body.formRunGuid)
    if (!run) return notFound()
    const { exam, plan } = await loadedOf(context, run)
    const no = await mayGoOn(context, { caller, request, run, exam })
    if (no) return no
    const { partId } = body
    if (!plan.parts.some(({ id }) => id === partId)) return refuse('NOT_FOUND', 'The exam has no such part.')
    const sealRules = await sealRulesOf(context.database, caller.orgId, exam)
    const place = { orgId: caller.orgId, formRunGuid: run.form_run_guid }
    const waits = (body.waited ?? []).map(({ seconds, endedAgo }) => ({
      claimedMs: millisecondsOf(seconds),
      endedAgoMs: millisecondsOf(endedAgo),
    }))
    // Whoever is connected live was there, though they asked for nothing.
    if (waits.length > 0) await context.live.ask(place)
    const { offlineMs } = await offlineRules(context.database, caller.orgId)
    const rules = { ...sealRules, offlineMs, graceMs: context.config.lateSaveGraceMs }
    let judged: Judged = { verdict: 'sealed', decided: [] }
    const give: Decision = async (before, kysely) => {
      const rows = isRoutedExam(exam) ? await selectAnswers({ kysely }, caller.orgId, run.form_run_guid) : []
      const attempts = isRoutedExam(exam) ? await selectAttemptsAt({ kysely }, run, before.loaded, before.events) : noAttempts
      judged = judge(before, { caller, body, waits }, rules, { rows, attempts })
      // A decision is final, and a key settles the closed parts before it. Neither may rest on a database that lacks answers because it was
      // set back.
      const isFinal = judged.decided.some(({ kind }) => kind === 'part-decision' || kind === 'part-key')
      const lacking = isFinal ? await lackingAnswers({ kysely }, run, body.answers ?? []) : []
      if (lacking.length > 0) judged = { verdict: 'lacking', decided: [], missing: lacking.map(({ sequence }) => sequence) }
      return judged.decided
    }
    const state = await changeLedger(context, place, caller, give, body.requestId)
    if (!state) return notFound()
    // Only now: the request itself ends the silence in which the key was waited for.
    await context.contacts.note(place, caller)
    if (judged.decided.includes(reopenEvent))
      context.live.tell(place, state.events.filter(({ kind }) => kind === 'reopen').slice(-1))
    await seeIn(context, caller, state)
    return answerOf(context, state, partId, judged)
  })

const answerOf = (
  { keys, clock }: Pick<AssessmentContext, 'clock' | 'keys'>,
  state: LedgerState,
  partId: string,
  { verdict, missing = [] }: Judged,
) => {
  const { org_id: orgId, schedule_guid: scheduleGuid } = state.run
  switch (verdict) {
    case 'completed':
      return refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')
    case 'paused':
      return refuse('EXAM_PAUSED', 'The exam is paused: its content is not available.')
    case 'closed':
      return refuse('PART_CLOSED', 'The part was finished or left for good, it isn’t asked, or the time is over.')
    case 'lacking':
      return refuse('MISSING_REQUESTS', 'Some answers that the part hangs on are not here.', { missing: [...missing] })
    case 'sealed':
      return refuse('PART_SEALED', 'The part is sent when its learner gets to it.')
    case 'open': {
      const key = partKeyOf(keys, { orgId, scheduleGuid, partId }).toString('base64url')
      return { ok: true as const, value: { key, state: formRunStateOf(state, clock.nowMs()) } }
    }
  }
}
