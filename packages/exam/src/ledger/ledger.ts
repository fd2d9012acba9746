import { noPresets, type Presets } from '../paper/presets.ts'
import { noOwnTime, type OwnTime, withOwnTime } from '../time/accommodation.ts'
import type { ExamPlan } from '../time/exam-plan.ts'
import {
  completePart,
  type ExamTime,
  enterPart,
  freshTime,
  giveTime,
  passAnswering,
  passTime,
  skipReading,
  untilOverMs,
} from '../time/exam-time.ts'
import { countable } from '../time/milliseconds.ts'
import { heldAt, overlapMs, standstills } from './standstill.ts'

/** The kinds of supervision events. `refusal`: the server withheld content, because supervision was missing. */
export const supervisionWhats = ['start', 'end', 'loss', 'refusal', 'waiver'] as const
export type SupervisionWhat = (typeof supervisionWhats)[number]

/** Why a form run was completed: its learner chose to, their browser saw the time end, or the server did, with nobody there. */
export type CompletedBecause = 'chosen' | 'time-over' | 'server'

/** The kinds of events about the results of a form run. */
export const resultsWhats = ['confirmed', 'withdrawn'] as const
export type ResultsWhat = (typeof resultsWhats)[number]

/** The kinds of events about a result set that contains a form run. */
export const resultSetWhats = ['confirmed', 'released'] as const
export type ResultSetWhat = (typeof resultSetWhats)[number]

/** An event in a form run's ledger, before it is written. */
export type NewEvent =
  /**
   * The form run began. `usedMs`: time that was used before, if it began before it had a ledger. `isSealed`: the device
   * received sealed parts, and the server releases the key of each part separately. `handedOut`: when the server sent the
   * content before the start (milliseconds before it), once for each session, and to which administrator if one was signed in
   * as the learner.
   */
  | {
      readonly kind: 'start'
      readonly partId?: string | undefined
      readonly usedMs?: number | undefined
      readonly isSealed?: boolean | undefined
      readonly handedOut?: readonly { readonly agoMs: number; readonly admin?: string | undefined }[] | undefined
    }
  | { readonly kind: 'pause' }
  /** `agoMs`: the learner resumed this long before, without contact to the server. */
  | { readonly kind: 'resume'; readonly agoMs?: number | undefined }
  /** `sequence`: the last save that the learner had numbered at this moment; saves with higher numbers came after it. */
  | { readonly kind: 'complete-part'; readonly partId: string; readonly sequence?: number | undefined }
  /** `agoMs`: the learner entered the part this long before, without contact to the server. */
  | {
      readonly kind: 'enter'
      readonly partId: string
      readonly sequence?: number | undefined
      readonly agoMs?: number | undefined
    }
  | { readonly kind: 'skip-reading'; readonly partId: string }
  /** The server released the key of a part that is sealed on the learner's device. */
  | { readonly kind: 'part-key'; readonly partId: string }
  /** The answers to earlier parts decided whether this learner gets the part; otherwise it is closed to them. */
  | { readonly kind: 'part-decision'; readonly partId: string; readonly isAsked: boolean }
  /**
   * The learner handed an answer in to be checked: the save with this sequence, or an empty answer. `ending`: the response of
   * the button that was pressed, if its source has one. `isLast`: this closed the question.
   */
  | {
      readonly kind: 'attempt'
      readonly questionId: string
      readonly sequence?: number | undefined
      readonly ending?: string | undefined
      readonly isLast: boolean
    }
  /** An invigilator ended a pause: the clock stays stopped until the learner resumes, for at most this many milliseconds. */
  | { readonly kind: 'resume-offer'; readonly withinMs: number }
  /**
   * A rest break, which the learner or an invigilator began: the clock stops until the learner resumes, for at most this many
   * milliseconds, which is the rest of the learner's allowance.
   */
  | { readonly kind: 'rest-break'; readonly withinMs: number }
  /**
   * An extension was granted on request, once. `withinMs`: the learner was waiting at the end of the time; the clock stays
   * stopped until they have read it and resume, for at most this many milliseconds. Grants of earlier versions lack it: their
   * time ran immediately.
   */
  | { readonly kind: 'extension'; readonly byMs: number; readonly withinMs?: number | undefined }
  /** Given without a request, as often as needed. */
  | { readonly kind: 'extra-time'; readonly byMs: number }
  /**
   * The extra time of a person's accommodations that applies to this sitting from now on. `before`: the value that applied
   * until now; missing at the start. `of`: the versions of the accommodations from which it is computed.
   * `presets`: the presets other than time that apply from now on; `presetsBefore`: those until now; missing if there were none.
   */
  | {
      readonly kind: 'accommodation'
      readonly of: readonly { readonly id: string; readonly version: number }[]
      readonly before?: OwnTime | undefined
      readonly after: OwnTime
      readonly presets?: Presets | undefined
      readonly presetsBefore?: Presets | undefined
    }
  /** `resumes`: the page that asks resumes the exam once its learner has read a grant. */
  | { readonly kind: 'extension-request'; readonly resumes?: boolean | undefined }
  | { readonly kind: 'extension-decline' | 'extension-withdraw' }
  /**
   * The learner's connection was lost, and the browser stopped the exam for `byMs`: until `untilMs`, a moment of the same
   * clock, or until this event.
   */
  | { readonly kind: 'absence'; readonly byMs: number; readonly untilMs?: number | undefined }
  | { readonly kind: 'complete'; readonly because: CompletedBecause }
  /**
   * Staff reopened the form run after its completion, with a reason. The last `byMs` before this event use no time. `toldAtMs`:
   * the marks had been shown at this moment; changes by the learner from now on change them.
   */
  | { readonly kind: 'reopen'; readonly byMs: number; readonly text: string; readonly toldAtMs?: number | undefined }
  /**
   * The form run replaces one that the database lost, with this number of answers; `used` is the time used in each part, in
   * this order, as reported by the learner's browser. `isAnswering`: none of it was reading time, because this server never
   * began such a form run. Or staff handed in a file with answers that could not be sent: `from` is the form run of the file,
   * which may be this one. `sequence`: the last save that had a number.
   */
  | {
      readonly kind: 'hand-in'
      readonly from: string
      readonly answers: number
      readonly used: readonly {
        readonly partId?: string | undefined
        readonly ms: number
        readonly isAnswering?: boolean | undefined
      }[]
      readonly sequence?: number | undefined
      /** The SHA-256 of what is in the file, when the device says that it was made, and whether its seal holds. */
      readonly file?: { readonly hash: string; readonly madeAt: string; readonly isSealed: boolean } | undefined
    }
  /**
   * Supervision or a locked browser began, ended, was lost or was missing; or staff waived it. `agoMs`: milliseconds before the
   * event was written, for events before the start of the form run.
   */
  | {
      readonly kind: 'supervision'
      readonly provider: string
      readonly what: SupervisionWhat
      readonly text: string
      readonly agoMs?: number | undefined
    }
  /**
   * Of a file of evidence: the server learned its hash (SHA-256) and size, its bytes came, came otherwise than announced, or it was
   * deleted.
   */
  | {
      readonly kind: 'file'
      readonly what: 'announced' | 'arrived' | 'refused' | 'deleted'
      readonly fileGuid: string
      readonly sha256: string
      readonly bytes: number
    }
  /** The text of a question was given to its learner to print. */
  | { readonly kind: 'print'; readonly questionId: string }
  /** The results were confirmed, by which marks are released, or that was withdrawn; `text` is the reason. */
  | { readonly kind: 'results'; readonly what: ResultsWhat; readonly text: string }
  /**
   * A result set of its delivery was confirmed, from when on nothing of the learner changes the answers, or released to them. `hash` is that of the row of this
   * form run in the set, which holds what the result is.
   */
  | { readonly kind: 'result-set'; readonly what: ResultSetWhat; readonly set: number; readonly hash: string }
  /**
   * An entry was added to the marks ledger of a response: `head` is its hash, which reveals a missing entry. The content is
   * only in that ledger.
   */
  | {
      readonly kind: 'mark'
      readonly questionId: string
      readonly part: string
      readonly entry: number
      readonly head: string
    }
  /** A note for the file was written: its number and a hash of its text, which is stored separately. */
  | { readonly kind: 'note'; readonly note: number; readonly hash: string }
  /** Something that somebody wrote down; it changes no time by itself. `category`: what it is about, as staff chose it. */
  | { readonly kind: 'incident'; readonly text: string; readonly category?: string | undefined }

/** With its moment, in milliseconds of the clock of the one who keeps the ledger. */
export type LedgerEvent = NewEvent & { readonly atMs: number }

const happens = (time: ExamTime, plan: ExamPlan, event: NewEvent): ExamTime => {
  switch (event.kind) {
    case 'start':
      return passTime(enterPart(time, plan, event.partId), event.usedMs ?? 0)
    case 'enter':
      return enterPart(time, plan, event.partId)
    case 'complete-part':
      return completePart(time, event.partId)
    case 'part-decision':
      return event.isAsked ? time : completePart(time, event.partId)
    case 'skip-reading':
      return skipReading(time, event.partId)
    case 'extension':
    case 'extra-time':
      return giveTime(time, plan, event.byMs)
    case 'accommodation':
      return withOwnTime(time, event.before ?? noOwnTime, event.after)
    case 'hand-in':
      return event.used.reduce((passed, { partId, ms, isAnswering }) => {
        const there = partId === undefined ? passed : enterPart(passed, plan, partId)
        return isAnswering ? passAnswering(there, ms) : passTime(there, countable(ms))
      }, time)
    case 'part-key':
    case 'attempt':
    case 'extension-request':
    case 'extension-decline':
    case 'extension-withdraw':
    case 'complete':
    case 'reopen':
    case 'supervision':
    case 'file':
    case 'print':
    case 'results':
    case 'result-set':
    case 'mark':
    case 'note':
    case 'incident':
    // When it stood still is known of all of it before the first of it passes.
    case 'pause':
    case 'resume':
    case 'resume-offer':
    case 'rest-break':
    case 'absence':
      return time
  }
}

/**
 * The kinds of events that disclose the progress of marking, the state of a result before its release, or doubts about it. Only
 * readers of marks get them, and they change no number or hash that a learner sees.
 */
export const isAboutMarks = (kind: LedgerEvent['kind']): boolean => kind === 'mark' || kind === 'result-set' || kind === 'note'

/** What is only written down, whenever that is: also after the moment that is asked for, up to which no more time goes by for it. */
const changesNoTime: ReadonlySet<LedgerEvent['kind']> = new Set([
  'extension-request',
  'extension-decline',
  'extension-withdraw',
  'part-key',
  'attempt',
  'supervision',
  'file',
  'print',
  'result-set',
  'mark',
  'note',
  'incident',
])

/**
 * The time of a sitting at a moment, computed from its ledger in the written order. Undefined without a start. A moment before
 * the last event counts as that of the event: clocks of two servers differ a little, and time must not go back.
 */
export const timeAt = (plan: ExamPlan, events: readonly LedgerEvent[], nowMs: number): ExamTime | undefined => {
  const [first] = events
  if (first?.kind !== 'start') return undefined
  const still = standstills(events)
  let time = freshTime(plan)
  let atMs = first.atMs
  let latestMs = nowMs
  const passUpTo = (toMs: number) => {
    time = passTime(time, countable(toMs - atMs) - overlapMs(still, atMs, toMs))
    atMs = Math.max(atMs, toMs)
  }
  for (const event of events) {
    if (changesNoTime.has(event.kind) || (event.kind === 'hand-in' && event.used.length === 0)) continue
    passUpTo(event.kind === 'enter' ? event.atMs - countable(event.agoMs ?? 0) : event.atMs)
    time = happens(time, plan, event)
    latestMs = Math.max(latestMs, event.atMs)
  }
  passUpTo(latestMs)
  return { ...time, isPaused: heldAt(events, atMs) !== undefined }
}

/** The extra time of accommodations that applies to a sitting. */
export const ownTimeIn = (events: readonly LedgerEvent[]): OwnTime =>
  events.reduce((standing, event) => (event.kind === 'accommodation' ? event.after : standing), noOwnTime)

/** What accommodations set beside time in a sitting, as it stands. */
export const presetsIn = (events: readonly LedgerEvent[]): Presets =>
  events.reduce((standing, event) => (event.kind === 'accommodation' ? (event.presets ?? noPresets) : standing), noPresets)

/** The parts of which it was decided whether they are asked, in the order of deciding. */
export const decidedParts = (events: readonly LedgerEvent[]): ReadonlyMap<string, boolean> =>
  new Map(events.flatMap((event) => (event.kind === 'part-decision' ? [[event.partId, event.isAsked] as const] : [])))

/** When a part was closed for good, and the last save that the learner had numbered at that moment, if it is known. */
export interface Closing {
  readonly atMs: number
  readonly sequence: number | undefined
}

/** How long what a browser has kept of a form run that was lost may take to come, in milliseconds. */
const deliveryMs = 600_000

/** Whether a part may be closed by it. */
const mayClose = (event: LedgerEvent): boolean =>
  event.kind === 'start' ||
  event.kind === 'enter' ||
  event.kind === 'complete-part' ||
  event.kind === 'part-decision' ||
  // A ledger of before this was kept doesn't say up to which number.
  (event.kind === 'hand-in' && event.sequence !== undefined)

/** The last save that was numbered when something closed a part; of a part that isn't asked, none was. */
const sequenceOf = (event: LedgerEvent): number | undefined => {
  if (event.kind === 'part-decision') return 0
  return event.kind === 'enter' || event.kind === 'complete-part' || event.kind === 'hand-in' ? event.sequence : undefined
}

/**
 * The closed parts of a ledger: finished, left if they are one-way, or skipped; in this form run, or in the one that it
 * replaces. Saves of such a part with earlier numbers may still arrive.
 */
export const closedParts = (plan: ExamPlan, events: readonly LedgerEvent[]): ReadonlyMap<string, Closing> => {
  const closed = new Map<string, Closing>()
  let time = freshTime(plan)
  for (const event of events.filter(mayClose)) {
    time = happens(time, plan, event)
    // What a decision was made by stands from then on: nothing that comes later counts there.
    if (event.kind === 'part-decision') for (const [id, closing] of closed) closed.set(id, { ...closing, sequence: 0 })
    const closing = { atMs: event.kind === 'hand-in' ? event.atMs + deliveryMs : event.atMs, sequence: sequenceOf(event) }
    for (const [id, { isComplete }] of Object.entries(time.parts)) if (isComplete && !closed.has(id)) closed.set(id, closing)
  }
  return closed
}

/**
 * The moment from which time runs: now, or when an offer to resume, or an unread grant, expires. Undefined in a pause that has
 * not ended.
 */
export const runsFromMs = (events: readonly LedgerEvent[], nowMs: number): number | undefined => {
  const held = heldAt(events, nowMs)
  return held ? held.untilMs : nowMs
}

/**
 * The moment after which no time can be used, if no further event happens and time runs from `fromMs` on. Undefined if it
 * doesn't run or has no limit.
 */
export const endsAtMs = (time: ExamTime, fromMs: number | undefined): number | undefined => {
  const leftMs = untilOverMs(time)
  return leftMs === undefined || fromMs === undefined ? undefined : fromMs + leftMs
}

/** The same for a part's own time: undefined if it isn't running or isn't timed. Complete parts are over. */
export const partEndsAtMs = (time: ExamTime, partId: string, fromMs: number | undefined): number | undefined => {
  const part = time.parts[partId]
  if (!part || part.isComplete || part.leftMs === undefined || time.partId !== partId) return undefined
  return fromMs === undefined ? undefined : fromMs + part.readingLeftMs + part.leftMs
}

/** Milliseconds for which the time was stopped in total, up to a moment: pauses and lost connections. */
export const pausedMs = (events: readonly LedgerEvent[], nowMs: number): number => {
  const [first] = events
  return first ? overlapMs(standstills(events), first.atMs, nowMs) : 0
}
