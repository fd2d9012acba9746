import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import { completePart, type ExamTime, type PartTime } from '@sitwell/exam/time/exam-time'
import { countable } from '@sitwell/exam/time/milliseconds'
import type { FormRunRecord } from '../../storage/records.ts'

type StoredTime = Pick<FormRunRecord, 'timeLeftMs' | 'elapsedMs' | 'givenMs' | 'readingLeftMs' | 'completedParts'>

/** The name under which the exam's own time is kept, beside the ids of its parts. */
export const examKey = 'exam'

const named = (pairs: readonly (readonly [string, number | undefined])[]) =>
  Object.fromEntries(pairs.flatMap(([name, ms]) => (ms === undefined ? [] : [[name, ms]])))

/** What of a sitting's time is kept in this browser. */
export const toStored = (time: ExamTime, plan: ExamPlan): Omit<StoredTime, 'completedParts'> => {
  const parts = Object.entries(time.parts)
  const givenTo = (id: string, addedMs: number) => (plan.parts.find((part) => part.id === id)?.timeMs ?? 0) + addedMs
  return {
    timeLeftMs: named([[examKey, time.leftMs], ...parts.map(([id, { leftMs }]) => [id, leftMs] as const)]),
    givenMs: named([
      [examKey, plan.timeMs + time.addedMs],
      ...parts.map(([id, { addedMs }]) => [id, givenTo(id, addedMs)] as const),
    ]),
    readingLeftMs: named(parts.map(([id, { readingLeftMs }]) => [id, readingLeftMs])),
    elapsedMs: time.elapsedMs,
  }
}

/**
 * The server's time of an exam that opens without a network is from before: with what this browser knows to have been given since.
 */
export const withGivenSince = (server: ExamTime, plan: ExamPlan, stored: Pick<StoredTime, 'givenMs'> | undefined): ExamTime => {
  const more = <T extends { readonly leftMs: number | undefined; readonly addedMs: number }>(
    one: T,
    id: string,
    givenMs: number,
  ): T => {
    const sinceMs = countable((stored?.givenMs[id] ?? givenMs) - givenMs)
    return one.leftMs === undefined ? one : { ...one, leftMs: one.leftMs + sinceMs, addedMs: one.addedMs + sinceMs }
  }
  const parts = plan.parts.flatMap(({ id, timeMs }): [string, PartTime][] => {
    const part = server.parts[id]
    return part ? [[id, more(part, id, timeMs)]] : []
  })
  return { ...more(server, examKey, plan.timeMs), parts: Object.fromEntries(parts) }
}

/**
 * The time with which a sitting continues in this browser: what the server's ledger says, by which time continued while the page was
 * away, and no more than this browser had left, except for what was given since. `plan` is the server's, added time in it.
 */
export const fromStored = (server: ExamTime, plan: ExamPlan, stored: StoredTime | undefined): ExamTime => {
  if (!stored) return server
  const bound = (leftMs: number | undefined, id: string, givenMs: number) => {
    const storedMs = stored.timeLeftMs[id]
    if (leftMs === undefined || storedMs === undefined) return leftMs
    return Math.min(leftMs, countable(storedMs) + countable(givenMs - (stored.givenMs[id] ?? givenMs)))
  }
  const parts = plan.parts.flatMap(({ id, timeMs }): [string, PartTime][] => {
    const part = server.parts[id]
    if (!part) return []
    const readingLeftMs = Math.min(part.readingLeftMs, countable(stored.readingLeftMs[id] ?? part.readingLeftMs))
    return [[id, { ...part, readingLeftMs, leftMs: bound(part.leftMs, id, timeMs) }]]
  })
  const time = {
    ...server,
    leftMs: bound(server.leftMs, examKey, plan.timeMs),
    elapsedMs: Math.max(server.elapsedMs, countable(stored.elapsedMs)),
    parts: Object.fromEntries(parts),
  }
  return stored.completedParts.reduce(completePart, time)
}
