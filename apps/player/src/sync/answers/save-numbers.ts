import { blockOf, leastAfter, sequencesEach } from '@sitwell/exam/answers/save-sequences'
import type { ClockReading } from '@sitwell/exam/time/watched-clock'
import type { ContactClock, Typed } from '../time/contact-clock.ts'

/** Of the numbers of a moment, this many places a page may begin at: two pages that type at the same moment don't use the same numbers. */
const places = sequencesEach / 2

/** Where a page begins among the numbers of each moment, by the name under which it writes. */
const placeOf = (writerId: string): number => {
  let hash = 0
  for (const letter of writerId) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % places
  return hash
}

/** By the server's clock, in milliseconds since 1970. */
const momentOf = ({ contactAt, steadyMs, wallMs }: Typed): number => contactAt + (steadyMs ?? wallMs)

/** An answer as it is numbered: the number of its save before, and the moment at which it was typed, where that is known. */
interface Given {
  readonly sequence: number
  readonly typedMs: number | undefined
}

/**
 * Whether the save that stands under this number was typed after a moment: numbers say the moment of typing, or an earlier one, that of
 * the opening. False if the moment isn't known.
 */
export const isTypedAfter = (standing: number, typedMs: number | undefined): boolean =>
  typedMs !== undefined && blockOf(standing) > blockOf(leastAfter(typedMs))

/** The numbers of one page's saves. */
export interface SaveNumbers {
  /**
   * This moment, as others' numbers have it: by the server's clock, in milliseconds since 1970. A clock of the server that is set to and fro while the
   * page is open doesn't move it. Undefined if nothing is known of that clock.
   */
  now(): number | undefined
  /** The highest that was used. */
  last(): number
  /**
   * The number of a save of an answer: by the moment at which it was typed, so that of two tabs the later words stand, whichever tab was opened
   * first and whichever sends first. Where that moment isn't known, it is above all that this page has used.
   */
  next(answer: Given): number
  /**
   * The next one, above this, for what an earlier page typed and didn't number: it belongs to that page's opening, so that what another
   * device has typed since, and may not have sent yet, is above it.
   */
  nextInherited(above: number): number
  /** A number that is in use elsewhere: those that follow no moment are higher. */
  met(sequence: number): void
  /** All that follow are higher. */
  numberAbove(sequence: number): void
}

interface NumberedFrom {
  readClocks(): ClockReading
  readonly contact: Pick<ContactClock, 'typed'>
  readonly writerId: string
  /** The last one before those that were set aside for this opening. */
  readonly opened: number
  /** The last one that earlier pages in this browser have used. */
  readonly inherited: number
  /** The highest of all that is known. */
  readonly last: number
}

/** Numbers the saves of one page. */
export const createSaveNumbers = ({ writerId, opened, contact, readClocks, ...known }: NumberedFrom): SaveNumbers => {
  const place = placeOf(writerId)
  const used = new Set<number>()
  const atBeginning = contact.typed()
  const beginning = atBeginning && { atMs: momentOf(atBeginning), reading: readClocks() }
  let floor = opened
  let { inherited, last } = known
  const use = (sequence: number) => {
    used.add(sequence)
    last = Math.max(last, sequence)
    return sequence
  }
  return {
    last: () => last,
    now() {
      const typed = contact.typed()
      if (!typed || !beginning) return typed && momentOf(typed)
      const { steadyMs, wallMs } = readClocks()
      // A steady clock may stand still while the computer sleeps; the other one may be set.
      const leastMs = beginning.atMs + steadyMs - beginning.reading.steadyMs
      const mostMs = Math.max(leastMs, beginning.atMs + wallMs - beginning.reading.wallMs)
      return Math.min(mostMs, Math.max(leastMs, momentOf(typed)))
    },
    next({ sequence, typedMs }) {
      const least = typedMs === undefined ? 0 : leastAfter(typedMs)
      if (least === 0) return use(last + 1)
      let next = Math.max(floor + 1, sequence + 1, least + place + 1)
      while (used.has(next)) next += 1
      return use(next)
    },
    nextInherited(above) {
      inherited = Math.max(inherited, above) + 1
      return use(inherited)
    },
    met(sequence) {
      last = Math.max(last, sequence)
    },
    numberAbove(sequence) {
      last = Math.max(last, sequence)
      floor = Math.max(floor, sequence)
    },
  }
}
