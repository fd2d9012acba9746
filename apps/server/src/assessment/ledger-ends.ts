import { type ExamTime, wholeLeftMs } from '@sitwell/exam/exam-time'
import { endsAtMs, partEndsAtMs } from '@sitwell/exam/ledger'

/** When the time of a form run is over. Once it is, that moment stays, whatever is written down afterwards, until time is given. */
export const endOfRun = (time: ExamTime, heldMs: number | null, nowMs: number): number | null =>
  wholeLeftMs(time) === 0 ? (heldMs ?? nowMs) : (endsAtMs(time, nowMs) ?? null)

/**
 * The same of each part. One that the learner finished ended then, or before by itself. A one-way part that was only left keeps the
 * end of its time: a browser that doesn't know of parts, and lets its learner go back, must not cost them their answers.
 */
export const endsOfParts = (
  finished: ReadonlySet<string>,
  after: ExamTime,
  held: ReadonlyMap<string, number>,
  nowMs: number,
): ReadonlyMap<string, number> => {
  const ends = Object.entries(after.parts).flatMap(([id, part]): [string, number][] => {
    const heldMs = held.get(id)
    if (finished.has(id)) return [[id, Math.min(heldMs ?? nowMs, nowMs)]]
    if (part.isComplete) return heldMs === undefined ? [] : [[id, heldMs]]
    if (part.leftMs === 0 && part.readingLeftMs === 0) return [[id, heldMs ?? nowMs]]
    const endMs = partEndsAtMs(after, id, nowMs)
    return endMs === undefined ? [] : [[id, endMs]]
  })
  return new Map(ends)
}
