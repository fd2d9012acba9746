/** A moment by two clocks of the browser, in milliseconds. */
export interface Moment {
  /** Can't be set back, and stands still while some computers sleep. */
  readonly steadyMs: number
  /** Goes on in a sleep, and can be set. */
  readonly wallMs: number
}

/** Milliseconds from one moment to another: the more by either clock, because a view must never say that it is fresher than it is. */
export const elapsedMs = (from: Moment, to: Moment): number => Math.max(to.steadyMs - from.steadyMs, to.wallMs - from.wallMs, 0)

/** From this age on (ms) the view says that it isn't connected. A reply comes every two seconds at most, and somebody has to be told within five. */
export const blindAfterMs = 4500

/** What the view last knew for certain. */
export interface Known {
  /** The server's time (Unix ms) at which it was so. */
  readonly asOfMs: number
  /** The same moment by the clocks of the browser, or an earlier one: what the server replied is not older than that. */
  readonly readAt: Moment
}

/** How much of what the view shows can be relied on. `sinceMs`, `asOfMs`: the server's time, Unix ms. */
export type ViewAge =
  /** Nothing has come yet. `isLate`: for so long that the view says so. */
  | { readonly is: 'loading'; readonly ageMs: number; readonly isLate: boolean }
  | { readonly is: 'live'; readonly ageMs: number; readonly asOfMs: number }
  /** All that is shown was true at `sinceMs`. */
  | { readonly is: 'blind'; readonly ageMs: number; readonly sinceMs: number }

/** How old the view is. */
export const viewAge = (known: Known | undefined, startedAt: Moment, now: Moment): ViewAge => {
  const ageMs = elapsedMs(known?.readAt ?? startedAt, now)
  if (known === undefined) return { is: 'loading', ageMs, isLate: ageMs >= blindAfterMs }
  if (ageMs >= blindAfterMs) return { is: 'blind', ageMs, sinceMs: known.asOfMs }
  return { is: 'live', ageMs, asOfMs: known.asOfMs }
}

/**
 * The server's time (Unix ms) that ages in the view are counted up to: a blind view stands still at the moment at which all that it shows was true.
 */
export const shownNowMs = (age: ViewAge): number | undefined => {
  if (age.is === 'loading') return undefined
  return age.is === 'blind' ? age.sinceMs : age.asOfMs + age.ageMs
}

/** Milliseconds until the view is blind, or late, unless a reply comes; undefined once it is. */
export const untilBlindMs = ({ ageMs }: ViewAge): number | undefined =>
  ageMs < blindAfterMs ? blindAfterMs - ageMs : undefined
