import { type ExamTime, wholeLeftMs } from '@sitwell/exam/exam-time'
import { endsAtMs, partEndsAtMs } from '@sitwell/exam/ledger'

/** When the time of a form run is over. Once it is, that moment stays, whatever is written down afterwards, until time is given. */
export const endOfRun = (time: ExamTime, heldMs: number | null, nowMs: number): number | null =>
  wholeLeftMs(time) === 0 ? (heldMs ?? nowMs) : (endsAtMs(time, nowMs) ?? null)

/** The same of each part; one that was completed ended then, or before by itself. */
export const endsOfParts = (
  before: ExamTime,
  after: ExamTime,
  held: ReadonlyMap<string, number>,
  nowMs: number,
): ReadonlyMap<string, number> => {
  const ends = Object.entries(after.parts).flatMap(([id, part]): [string, number][] => {
    const heldMs = held.get(id)
    if (part.isComplete) return [[id, before.parts[id]?.isComplete ? (heldMs ?? nowMs) : Math.min(heldMs ?? nowMs, nowMs)]]
    if (part.leftMs === 0 && part.readingLeftMs === 0) return [[id, heldMs ?? nowMs]]
    const endMs = partEndsAtMs(after, id, nowMs)
    return endMs === undefined ? [] : [[id, endMs]]
  })
  return new Map(ends)
}
