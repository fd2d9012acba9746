import { attributeOf, childrenOf, type Element, numberIn } from '../../files/xml.ts'
import type { Span } from './follow-gates.ts'
import type { QtiReading } from './qti-reading.ts'

type Telling = Pick<QtiReading, 'lose'>

const limitIn = (limits: Element | undefined, name: string): number | undefined => {
  const seconds = limits && numberIn(attributeOf(limits, name))
  return seconds !== undefined && seconds > 0 ? Math.min(seconds, 31_536_000) : undefined
}

/** The time limit that an element says, in seconds; what else it says of its time is told. `isLinear`: whether a least time would hold there. */
export const timeOf = (reading: Telling, place: string, element: Element, isLinear: boolean): number | undefined => {
  const limits = childrenOf(element, 'timelimits')[0]
  const most = limitIn(limits, 'maxtime')
  if (limitIn(limits, 'mintime') !== undefined) {
    const why = isLinear ? 'It may be left sooner.' : 'The standard has it in linear test parts alone: it is not looked at.'
    reading.lose(place, 'least time', why, isLinear ? 'structure' : 'nothing')
  }
  if (limits && most !== undefined && attributeOf(limits, 'allowlatesubmission') === 'true')
    reading.lose(place, 'late submission', 'What is answered once its time is over doesn’t count.', 'structure')
  return most
}

interface Surroundings {
  /** Whether chance decides which of what stands there are set, or in which order. */
  readonly isDrawn: boolean
  /** What of it times all that is in it. */
  readonly timed: Span | undefined
}

/** Why something can't have the time that it says. */
const whyNotTimed = ({ start, end }: Span, { isDrawn, timed }: Surroundings): string | undefined => {
  if (isDrawn) return 'It stands in a section that draws or shuffles: what is in it has no time of its own.'
  if (timed && (timed.start < start || end < timed.end))
    return 'What it stands in has a time of its own: it has none beside that.'
  return undefined
}

/**
 * Spans with those times alone that parts of an exam can have: one learner's parts have one time each, and stand in the order of the test. Of
 * the others it is told. `keepsTime` says whether what is in a span is one part where only answers cut the test.
 */
export const heldTimes = (reading: Telling, spans: readonly Span[], keepsTime: (span: Span) => boolean): Span[] => {
  const held = (span: Span, around: Surroundings): Span => {
    const why = span.seconds === undefined ? undefined : whyNotTimed(span, around)
    if (why !== undefined && span.start < span.end) reading.lose(span.place, 'time limit', why, 'structure')
    const seconds = why === undefined ? span.seconds : undefined
    const timed = seconds !== undefined && keepsTime(span) ? span : around.timed
    const inside = { isDrawn: around.isDrawn || span.isDrawn, timed }
    return { ...span, seconds, members: span.members.map((one) => held(one, inside)) }
  }
  return spans.map((one) => held(one, { isDrawn: false, timed: undefined }))
}
