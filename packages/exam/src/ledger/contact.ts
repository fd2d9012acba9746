/** A stretch in which the server heard nothing at all of a form run: both ends are moments at which it did hear something. */
export interface Silence {
  readonly fromMs: number
  readonly toMs: number
}

/** When the server heard of a form run: of its learner's browser, whatever that said. Moments of the server's clock. */
export interface Contact {
  /** When it heard something last; undefined of a form run from before this was kept. */
  readonly heardAtMs: number | undefined
  /** The last stretch of silence of more than {@link silenceMs}; it may have ended long ago, or with the present contact. */
  readonly lastSilence: Silence | undefined
  /** The few before it that aren't long, the oldest first: a lost connection may be told of after others. */
  readonly earlier: readonly Silence[]
  /** All stretches that a player with a connection never makes, and those that lay over the end of the time. The oldest first. */
  readonly silences: readonly Silence[]
}

/** Milliseconds without a word that count as silence: below that lies what requests, and the way there, take anyway. */
export const silenceMs = 3000

/** Milliseconds of silence that a player with a connection never makes: it tells its time every 30 seconds. */
export const longSilenceMs = 45_000

/** This many silences before the last one are kept, where they aren't kept for good. */
export const mostEarlier = 8

/**
 * What is known once something is heard now. Clocks of two servers differ a little: nothing is heard earlier than it was. `endsAtMs`:
 * when the time of the form run is over, where that is known; a silence over that moment is always kept, because it shows that what was
 * given before could not arrive before. `sinceMs`: what is heard comes over a connection that has been open since then without a break,
 * so that its browser was there all that time, and what looked like silence in between was none.
 */
export const noteContact = (
  { heardAtMs, lastSilence, earlier, silences }: Contact,
  nowMs: number,
  endsAtMs?: number,
  sinceMs: number = nowMs,
): Contact => {
  const silence = heardAtMs !== undefined && sinceMs - heardAtMs > silenceMs ? { fromMs: heardAtMs, toMs: sinceMs } : undefined
  const isStored =
    silence &&
    (sinceMs - silence.fromMs > longSilenceMs || (endsAtMs !== undefined && silence.fromMs < endsAtMs && endsAtMs <= sinceMs))
  const before = silencesOutside(silences, sinceMs, nowMs)
  const last = lastSilence && silencesOutside([lastSilence], sinceMs, nowMs)[0]
  const isOutdone = silence && last && last.toMs - last.fromMs <= longSilenceMs
  const few = silencesOutside(earlier, sinceMs, nowMs)
  return {
    heardAtMs: Math.max(heardAtMs ?? nowMs, nowMs),
    lastSilence: silence ?? last,
    earlier: isOutdone ? [...few, last].slice(-mostEarlier) : few,
    silences: isStored ? [...before, silence] : before,
  }
}

/** Those that don't lie within a stretch in which a connection was open all the time. */
export const silencesOutside = (silences: readonly Silence[], sinceMs: number, nowMs: number): readonly Silence[] =>
  silences.filter(({ fromMs, toMs }) => fromMs < sinceMs || toMs > nowMs)

/** All that are known, in no order; some of them may be the same. */
export const silencesOf = ({ silences, earlier, lastSilence }: Contact): Silence[] => [
  ...silences,
  ...earlier,
  ...(lastSilence ? [lastSilence] : []),
]
