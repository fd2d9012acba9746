import type { LedgerEvent } from '../ledger/ledger.ts'
import { type Paper, questionsOf } from '../paper/paper.ts'
import type { ExamPlan } from '../time/exam-plan.ts'
import { type ExamTime, untilOverMs } from '../time/exam-time.ts'

/**
 * Whether a part is given out that lies sealed on the learner's device. `closed`: it was finished, left for good, or the exam is
 * over; there is nothing to do in it any more.
 */
export type Release = 'open' | 'sealed' | 'closed'

/** How a sitting stands, as far as the giving of its parts is concerned. */
export interface Sitting {
  readonly paper: Paper
  readonly plan: ExamPlan
  readonly time: ExamTime
  readonly events: readonly LedgerEvent[]
}

/**
 * The parts whose content the learner may have: the one where the exam began, since its start, and those whose key was given, as long as they aren't
 * closed. Being in a part is not enough by itself: its key has to be asked for, so that the ledger says when it was given.
 */
export const givenParts = ({ time, events }: Pick<Sitting, 'time' | 'events'>): ReadonlySet<string> => {
  const given = events.flatMap((event) => (event.kind === 'start' || event.kind === 'part-key' ? (event.partId ?? []) : []))
  return new Set(given.filter((id) => time.parts[id]?.isComplete === false))
}

/**
 * The parts whose content was given out at any time, including parts that are closed by now. Undefined if the exam wasn't sealed when the
 * sitting began, so its ledger doesn't record this.
 */
export const revealedParts = (events: readonly LedgerEvent[]): ReadonlySet<string> | undefined => {
  const [first] = events
  if (first?.kind !== 'start' || !first.isSealed) return undefined
  return new Set(events.flatMap((event) => (event.kind === 'start' || event.kind === 'part-key' ? (event.partId ?? []) : [])))
}

const wasEntered = (events: readonly LedgerEvent[], partId: string) =>
  events.some((event) => (event.kind === 'start' || event.kind === 'enter') && event.partId === partId)

/**
 * Milliseconds until time alone leads the learner into a later part: what is left to read and to answer where they are, and all of the
 * parts between. Undefined if it doesn't: a part before it has no end, the exam ends sooner, or it has its own time, which begins
 * only once its learner goes there: whoever had it before could read in it for as long as they wanted.
 */
export const untilEntryMs = ({ paper, plan, time }: Omit<Sitting, 'events'>, partId: string): number | undefined => {
  const places = new Map(plan.parts.map(({ id }, at) => [id, at]))
  const from = places.get(time.partId ?? '')
  const to = places.get(partId)
  if (from === undefined || to === undefined || to <= from || time.parts[partId]?.leftMs !== undefined) return undefined
  const isEmpty = (id: string) => paper.root.sections.every((part) => part.id !== id || questionsOf(part).length === 0)
  let answeringMs = 0
  let readingMs = 0
  for (const { id } of plan.parts.slice(from, to)) {
    const part = time.parts[id]
    if (!part || part.isComplete || isEmpty(id)) continue
    if (part.leftMs === undefined) return undefined
    answeringMs += part.leftMs
    readingMs += part.readingLeftMs
  }
  // The exam's own time goes by while there is something to answer, and none of it is left for the part then.
  if (time.leftMs !== undefined && time.leftMs <= answeringMs) return undefined
  return answeringMs + readingMs
}

/**
 * Whether the key of a part may be given at this moment: to who is in it by the ledger, was in it and may go back, or comes to it by
 * time alone within `aheadMs`. A pause is for the caller to see: nothing is given out then.
 */
export const releaseOf = (sitting: Sitting, partId: string, aheadMs: number): Release => {
  const { time, events } = sitting
  const part = time.parts[partId]
  if (!part) return 'sealed'
  if (part.isComplete || untilOverMs(time) === 0) return 'closed'
  if (time.partId === partId || wasEntered(events, partId)) return 'open'
  const inMs = untilEntryMs(sitting, partId)
  return inMs !== undefined && inMs <= aheadMs ? 'open' : 'sealed'
}
