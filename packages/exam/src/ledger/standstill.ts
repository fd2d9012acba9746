import { countable } from '../time/milliseconds.ts'

/** What of a ledger's event says when the time stood still; moments and lengths in milliseconds. */
export interface StandingEvent {
  readonly kind: string
  readonly atMs: number
  /** Of an offer: for how long the time stands on, at most. */
  readonly withinMs?: number | undefined
  /** Of an absence, or of a completion that was taken back: how long it was. */
  readonly byMs?: number | undefined
  /** Of an absence: when it was over, where that was before it was written down. */
  readonly untilMs?: number | undefined
  /** Of a resume: so long before it the learner had gone on, while nothing could be heard of them. */
  readonly agoMs?: number | undefined
}

/** From a moment up to another, which is no part of it; endless where nobody has said when it is over. */
export interface Stretch {
  readonly fromMs: number
  readonly toMs: number
}

/** A pause, with the offer to go on that ends it by itself where it isn't taken. */
interface Pause<E> extends Stretch {
  readonly offer?: E | undefined
}

/** When a pause ended that its learner took the offer of: what they say counts, but not before the offer. */
const resumedAtMs = ({ offer }: Pause<StandingEvent>, { atMs, agoMs = 0 }: StandingEvent) =>
  Math.max(offer?.atMs ?? atMs, atMs - countable(agoMs))

/**
 * The pauses of a ledger. An offer to go on lets the time stand until the learner takes it, and no longer than it says; a new pause
 * takes it back. A `resume` of a ledger from before there were offers ends the pause at once.
 */
const pausesOf = <E extends StandingEvent>(events: readonly E[]): { over: Stretch[]; last: Pause<E> | undefined } => {
  const over: Stretch[] = []
  let open: Pause<E> | undefined
  const close = (pause: Pause<E>, atMs: number) => {
    over.push({ fromMs: pause.fromMs, toMs: atMs })
    open = undefined
  }
  for (const event of events) {
    const { kind, atMs } = event
    if (open && open.toMs <= atMs) close(open, open.toMs)
    if (kind === 'pause') open = { fromMs: open?.fromMs ?? atMs, toMs: Number.POSITIVE_INFINITY }
    if (kind === 'resume-offer' && open) open = { ...open, toMs: atMs + countable(event.withinMs ?? 0), offer: event }
    if (kind === 'resume' && open) close(open, resumedAtMs(open, event))
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

/** When invigilators held the exam: until the learner went on, or an offer to had run out. In order; the last one may not be over. */
export const pauses = (events: readonly StandingEvent[]): Stretch[] => {
  const { over, last } = pausesOf(events)
  return last ? [...over, { fromMs: last.fromMs, toMs: last.toMs }] : over
}

/** How the time is held at a moment. */
export interface Held<E> {
  /** The offer to go on that the learner may take; undefined where an invigilator has made none. */
  readonly offer: E | undefined
  /** When the time goes on by itself; undefined where it doesn't. */
  readonly untilMs: number | undefined
}

/** The pause at a moment that is after all that was written; undefined where the time runs. */
export const heldAt = <E extends StandingEvent>(events: readonly E[], nowMs: number): Held<E> | undefined => {
  const { last } = pausesOf(events)
  if (!last || last.toMs <= nowMs) return undefined
  return { offer: last.offer, untilMs: last.toMs === Number.POSITIVE_INFINITY ? undefined : last.toMs }
}
