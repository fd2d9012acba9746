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

/** What becomes of the supervision of an exam. `refusal`: nothing was given out, because it was missing. */
export const supervisionWhats = ['start', 'end', 'loss', 'refusal', 'waiver'] as const
export type SupervisionWhat = (typeof supervisionWhats)[number]

/** Why a form run was completed: its learner chose to, their browser saw the time end, or the server did, with nobody there. */
export type CompletedBecause = 'chosen' | 'time-over' | 'server'

/** What became of the results of a form run. */
export const resultsWhats = ['confirmed', 'withdrawn'] as const
export type ResultsWhat = (typeof resultsWhats)[number]

/** What became of a result set that names a form run. */
export const resultSetWhats = ['confirmed', 'released'] as const
export type ResultSetWhat = (typeof resultSetWhats)[number]

/** What happened to a form run's time. */
export type NewEvent =
  /**
   * It began, with so much used already: of a form run that was sat before it had a ledger. `isSealed`: the device got its parts sealed,
   * and the server gives out each part's key separately. `handedOut`: the server gave out the content so long before the start, once for each
   * session, and to which administrator if one was signed in as the learner.
   */
  | {
      readonly kind: 'start'
      readonly partId?: string | undefined
      readonly usedMs?: number | undefined
      readonly isSealed?: boolean | undefined
      readonly handedOut?: readonly { readonly agoMs: number; readonly admin?: string | undefined }[] | undefined
    }
  | { readonly kind: 'pause' }
  /** `agoMs`: the learner had gone on so long before, while nothing could be heard of them. */
  | { readonly kind: 'resume'; readonly agoMs?: number | undefined }
  /** `sequence`: the last save that the learner had numbered by then; what was numbered later came after it. */
  | { readonly kind: 'complete-part'; readonly partId: string; readonly sequence?: number | undefined }
  /** `agoMs`: they had gone there so long before, while nothing could be heard of them. */
  | {
      readonly kind: 'enter'
      readonly partId: string
      readonly sequence?: number | undefined
      readonly agoMs?: number | undefined
    }
  | { readonly kind: 'skip-reading'; readonly partId: string }
  /** The key of a part was given out that lies sealed on the learner's device. */
  | { readonly kind: 'part-key'; readonly partId: string }
  /** By the answers to the parts before it, a part is asked of this learner or not; one that isn't is closed to them. */
  | { readonly kind: 'part-decision'; readonly partId: string; readonly isAsked: boolean }
  /**
   * The answer to a question was handed in to be checked: the one with this sequence, or none at all. `ending`: the response of the button
   * that was pressed, where its source has one. `isLast`: the question was closed by it.
   */
  | {
      readonly kind: 'attempt'
      readonly questionId: string
      readonly sequence?: number | undefined
      readonly ending?: string | undefined
      readonly isLast: boolean
    }
  /** An invigilator ends a pause: the time stands on until the learner resumes, so many milliseconds at most. */
  | { readonly kind: 'resume-offer'; readonly withinMs: number }
  /**
   * A rest break of the learner's own, which they or an invigilator began: the time stands until they resume, so many milliseconds at most,
   * which is what was left of their allowance.
   */
  | { readonly kind: 'rest-break'; readonly withinMs: number }
  /**
   * Granted on request, once. `withinMs`: the learner waited for it at the end of their time, which stands until they have read it and
   * resume, so many milliseconds at most. Grants of earlier versions have none: their time ran at once.
   */
  | { readonly kind: 'extension'; readonly byMs: number; readonly withinMs?: number | undefined }
  /** Given without a request, as often as needed. */
  | { readonly kind: 'extra-time'; readonly byMs: number }
  /**
   * The extra time of a person's accommodations, as it stands in this sitting from here on; `before` is what stood until then, and missing
   * at the start. `of`: the versions of the accommodations that it comes from.
   */
  | {
      readonly kind: 'accommodation'
      readonly of: readonly { readonly id: string; readonly version: number }[]
      readonly before?: OwnTime | undefined
      readonly after: OwnTime
    }
  /** `resumes`: the page that asks resumes the exam once its learner has read a grant. */
  | { readonly kind: 'extension-request'; readonly resumes?: boolean | undefined }
  | { readonly kind: 'extension-decline' | 'extension-withdraw' }
  /**
   * The learner's connection had been lost, and their browser let the exam stand still for so long: up to `untilMs`, a moment of the
   * same clock, or up to this one.
   */
  | { readonly kind: 'absence'; readonly byMs: number; readonly untilMs?: number | undefined }
  | { readonly kind: 'complete'; readonly because: CompletedBecause }
  /**
   * Staff opened it again after its completion, with a reason; no time went by for so long, up to this moment. `toldAtMs`: its marks had
   * been told then, and what the learner changes from here on changes them.
   */
  | { readonly kind: 'reopen'; readonly byMs: number; readonly text: string; readonly toldAtMs?: number | undefined }
  /**
   * It takes the place of a form run that the database has lost, with so many answers; so much was used of that, in this order, by the
   * word of the learner's browser. `isAnswering`: none of it was reading time, because this server has never begun such a form run. Or staff handed answers in that could not be sent, as a file: `from` is the form run that the file is
   * of, which may be this one. `sequence`: the last save that was numbered by then.
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
   * What watches over the exam, or holds its browser fast, began, ended, was lost, or was found missing; and staff let it be without.
   * `agoMs`: that was so long before it was written, of what happened before the form run began.
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
   * The ledger of the marks of a response grew by an entry: `head` is the hash of it, by which one that is missing is noticed. What it says
   * stands in that ledger alone.
   */
  | {
      readonly kind: 'mark'
      readonly questionId: string
      readonly part: string
      readonly entry: number
      readonly head: string
    }
  /** A note for the file was written: its number, and a hash over its text, which stands elsewhere. */
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
 * Kinds of events by which somebody could tell how far the marking is, what became of a result before it is released, or that somebody has doubts about it: nobody without the right to read marks is
 * told of them, and they change no number or hash that a learner sees.
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
 * The time of a sitting at a moment, worked out from its ledger in the order in which it was written. Undefined where it has no
 * start. A moment before the last one counts as that one: clocks of two servers differ a little, and no time comes back by it.
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

/** The extra time of accommodations that stands in a sitting. */
export const ownTimeIn = (events: readonly LedgerEvent[]): OwnTime =>
  events.reduce((standing, event) => (event.kind === 'accommodation' ? event.after : standing), noOwnTime)

/** The parts of which it was decided whether they are asked, in the order of deciding. */
export const decidedParts = (events: readonly LedgerEvent[]): ReadonlyMap<string, boolean> =>
  new Map(events.flatMap((event) => (event.kind === 'part-decision' ? [[event.partId, event.isAsked] as const] : [])))

/** When a part was closed for good, and the last save that the learner had numbered by then, where that is known. */
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
 * The parts of a ledger that are closed: finished, left where there is no way back, or passed over; here, or in the form run whose
 * place this one takes. Of what was numbered before in such a part, all has yet to come.
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

/** From when on the time runs: now, or once an offer to go on, or a grant that nobody reads, has run out. Undefined in a pause that nobody has ended. */
export const runsFromMs = (events: readonly LedgerEvent[], nowMs: number): number | undefined => {
  const held = heldAt(events, nowMs)
  return held ? held.untilMs : nowMs
}

/**
 * The moment at which nothing can be used any more, if nothing else happens and the time runs from `fromMs` on. Undefined where it
 * doesn't run, and where there is no end.
 */
export const endsAtMs = (time: ExamTime, fromMs: number | undefined): number | undefined => {
  const leftMs = untilOverMs(time)
  return leftMs === undefined || fromMs === undefined ? undefined : fromMs + leftMs
}

/** The same of a part's own time: undefined where it isn't running or isn't timed. Complete parts are over already. */
export const partEndsAtMs = (time: ExamTime, partId: string, fromMs: number | undefined): number | undefined => {
  const part = time.parts[partId]
  if (!part || part.isComplete || part.leftMs === undefined || time.partId !== partId) return undefined
  return fromMs === undefined ? undefined : fromMs + part.readingLeftMs + part.leftMs
}

/** Milliseconds for which the time stood still in all, up to a moment: pauses, and connections that were lost. */
export const pausedMs = (events: readonly LedgerEvent[], nowMs: number): number => {
  const [first] = events
  return first ? overlapMs(standstills(events), first.atMs, nowMs) : 0
}
