import type { ClockReading } from '@sitwell/exam/time/watched-clock'

/** The server was heard at its own moment clock; and how the computer's clock stood then. In milliseconds. */
export interface Anchor {
  readonly contactAt: number
  readonly wallMs: number
}

/** When something was typed, as a save says it: this long after a moment at which the server was heard. In milliseconds. */
export interface Typed {
  readonly contactAt: number
  /** By the clock that nobody can set; undefined if the server was heard by an earlier page alone. */
  readonly steadyMs?: number | undefined
  /** By the computer's clock. */
  readonly wallMs: number
}

/** Counts on from what the server has said of its time, so that it can be said without a network when something was typed. */
export interface ContactClock {
  /** A reply has come, and says when it was given. */
  heard(contactAt: number): void
  /** This moment; undefined if no page of this browser has heard the server. */
  typed(): Typed | undefined
  /** To be kept for a page that opens without a network; undefined if there is nothing to keep. */
  anchor(): Anchor | undefined
  /** What an earlier page kept; what this one has heard goes before it. */
  restore(anchor: Anchor): void
}

/** A reply that was longer on its way than this, in milliseconds, is none: the server's clock was set. */
const longestWayMs = 120_000

export const createContactClock = (readClocks: () => ClockReading): ContactClock => {
  let last: { readonly contactAt: number; readonly reading: ClockReading } | undefined
  let earlier: Anchor | undefined
  return {
    heard(contactAt) {
      const reading = readClocks()
      // A reply that took its time makes the server's clock look slow: of all, the one that took least says what time it is.
      const expectedMs = last ? last.contactAt + reading.steadyMs - last.reading.steadyMs : contactAt
      const isSlower = contactAt < expectedMs && expectedMs - contactAt < longestWayMs
      last = { contactAt: isSlower ? expectedMs : contactAt, reading }
    },
    typed() {
      const now = readClocks()
      if (last) {
        const { contactAt, reading } = last
        const steadyMs = Math.round(now.steadyMs - reading.steadyMs)
        return { contactAt: Math.round(contactAt), steadyMs, wallMs: Math.round(now.wallMs - reading.wallMs) }
      }
      return earlier && { contactAt: earlier.contactAt, wallMs: Math.round(now.wallMs - earlier.wallMs) }
    },
    anchor: () => (last ? { contactAt: Math.round(last.contactAt), wallMs: last.reading.wallMs } : earlier),
    restore(anchor) {
      earlier = anchor
    },
  }
}
