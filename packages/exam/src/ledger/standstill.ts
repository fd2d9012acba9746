import { countable } from '../time/milliseconds.ts'

/** What of a ledger's event says when the time stood still; moments and lengths in milliseconds. */
export interface StandingEvent {
  readonly kind: string
  readonly atMs: number
  /** For how long the time stands at most: after an offer to continue, after a grant of an extension that waits to be read, and in a rest break. */
  readonly withinMs?: number | undefined
  /** Of an absence, or of a completion that was taken back: how long it was. */
  readonly byMs?: number | undefined
  /** Of an absence: when it was over, where that was before it was written down. */
  readonly untilMs?: number | undefined
  /** Of a resume: this long before it the learner had gone on, while nothing could be heard of them. */
  readonly agoMs?: number | undefined
}

/** From a moment up to another, which is no part of it; endless if nobody has said when it is over. */
export interface Stretch {
  readonly fromMs: number
  readonly toMs: number
}

/** A pause, with the offer to continue, or the grant, that ends it by itself if it isn't taken. */
interface Pause<E> extends Stretch {
  readonly offer?: E | undefined
}

/** When a pause or a rest break ended that its learner took the offer of: what they say counts, but not before the offer. */
export const resumedAtMs = (offer: StandingEvent | undefined, { atMs, agoMs = 0 }: StandingEvent): number =>
  Math.max(offer?.atMs ?? atMs, atMs - countable(agoMs))

/**
 * The pause after a grant that its learner has yet to read: the time stands until they resume, but no longer than the grant says. A pause
 * that nobody has ended yet continues as it is, and an offer to continue is replaced by the grant, which holds the time at least as long.
 */
const heldByGrant = <E extends StandingEvent>(open: Pause<E> | undefined, grant: E): Pause<E> => {
  if (open && !open.offer) return open
  const toMs = grant.atMs + countable(grant.withinMs ?? 0)
  return { fromMs: open?.fromMs ?? grant.atMs, toMs: Math.max(toMs, open?.toMs ?? toMs), offer: grant }
}

/** The pause that is open after an event which doesn't end it. */
const openAfter = <E extends StandingEvent>(open: Pause<E> | undefined, event: E): Pause<E> | undefined => {
  const { kind, atMs, withinMs } = event
  if (kind === 'pause') return { fromMs: open?.fromMs ?? atMs, toMs: Number.POSITIVE_INFINITY }
  if (kind === 'resume-offer' && open) return { ...open, toMs: atMs + countable(withinMs ?? 0), offer: event }
  // The learner ends it as they take an offer. What holds the time already holds it on.
  if (kind === 'rest-break') return open ?? { fromMs: atMs, toMs: atMs + countable(withinMs ?? 0), offer: event }
  return kind === 'extension' && withinMs !== undefined ? heldByGrant(open, event) : open
}

/**
 * The pauses of a ledger. An offer to continue lets the time stand until the learner takes it, and no longer than it says; a new pause
 * takes it back. A grant of an extension that has to be read first holds the time in the same way. A `resume` of a ledger from before
 * there were offers ends the pause at once, and a grant from before they had to be read holds nothing. A rest break is as an offer that nobody paused
 * for.
 */
const pausesOf = <E extends StandingEvent>(events: readonly E[]): { over: Stretch[]; last: Pause<E> | undefined } => {
  const over: Stretch[] = []
  let open: Pause<E> | undefined
  const close = (pause: Pause<E>, atMs: number) => {
    over.push({ fromMs: pause.fromMs, toMs: atMs })
    open = undefined
  }
  for (const event of events) {
    if (open && open.toMs <= event.atMs) close(open, open.toMs)
    if (event.kind === 'resume' && open) close(open, resumedAtMs(open.offer, event))
    // A rest break isn't gone on with in an exam that is opened again.
    else if (event.kind === 'complete' && open?.offer?.kind === 'rest-break') close(open, event.atMs)
    else open = openAfter(open, event)
  }
  return { over, last: open }
}

/** What a ledger was told of once it was over: lost connections, and the time between a completion and its being taken back. */
const absencesOf = (events: readonly StandingEvent[]): Stretch[] =>
  events.flatMap(({ kind, atMs, byMs, untilMs = atMs }) =>
    kind === 'absence' || kind === 'reopen' ? [{ fromMs: untilMs - countable(byMs ?? 0), toMs: untilMs }] : [],
  )

/** The same moments, each in one stretch only, in order. */
export const merged = (stretches: readonly Stretch[]): Stretch[] => {
  const apart: Stretch[] = []
  for (const next of stretches.filter(({ fromMs, toMs }) => fromMs < toMs).toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = apart.at(-1)
    if (last && next.fromMs <= last.toMs) apart[apart.length - 1] = { ...last, toMs: Math.max(last.toMs, next.toMs) }
    else apart.push(next)
  }
  return apart
}

/** Milliseconds between two moments that lie in these stretches, of which no two overlap. */
export const overlapMs = (stretches: readonly Stretch[], fromMs: number, toMs: number): number =>
  stretches.reduce((sum, each) => sum + Math.max(0, Math.min(toMs, each.toMs) - Math.max(fromMs, each.fromMs)), 0)

/** When the time stood still, for whatever reason; no two of them overlap. */
export const standstills = (events: readonly StandingEvent[]): Stretch[] => {
  const { over, last } = pausesOf(events)
  return merged([...over, ...(last ? [last] : []), ...absencesOf(events)])
}

/** When invigilators held the exam: until the learner continued, or an offer to had run out. In order; the last one may not be over. */
export const pauses = (events: readonly StandingEvent[]): Stretch[] => {
  const { over, last } = pausesOf(events)
  return last ? [...over, { fromMs: last.fromMs, toMs: last.toMs }] : over
}

/** How the time is held at a moment. */
export interface Held<E> {
  /** The offer to continue that the learner may take, or the grant that they have to read; undefined if an invigilator has made none. */
  readonly offer: E | undefined
  /** When the time continues by itself; undefined if it doesn't. */
  readonly untilMs: number | undefined
}

/** The pause at a moment that is after all that was written; undefined if the time runs. */
export const heldAt = <E extends StandingEvent>(events: readonly E[], nowMs: number): Held<E> | undefined => {
  const { last } = pausesOf(events)
  if (!last || last.toMs <= nowMs) return undefined
  return { offer: last.offer, untilMs: last.toMs === Number.POSITIVE_INFINITY ? undefined : last.toMs }
}

/** An event that is numbered in its ledger. */
type Numbered = StandingEvent & { readonly number: number }

/**
 * Whether a learner who takes the offer with this number has seen what holds their time now. Not where an invigilator paused it again, or
 * granted an extension, or another rest break began, after that offer: the request was sent before the page learned of it.
 */
export const takesHold = (events: readonly Numbered[], offer: number, nowMs: number): boolean => {
  if (!heldAt(events, nowMs)?.offer) return false
  const unseen = events.findLast(
    ({ kind, withinMs }) => kind === 'pause' || kind === 'rest-break' || (kind === 'extension' && withinMs !== undefined),
  )
  if (!unseen) return true
  return unseen.kind === 'pause' ? offer > unseen.number : offer >= unseen.number
}
