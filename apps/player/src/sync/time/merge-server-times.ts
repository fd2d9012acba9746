import type { FormRunState } from '@sitwell/contract'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import type { ExamTime, PartTime } from '@sitwell/exam/time/exam-time'
import { millisecondsOf } from '@sitwell/exam/time/milliseconds'
import { timeFromSeconds } from '@sitwell/exam/time/section-seconds'

/** What the server's ledger says of the time, in seconds. */
export type ServerTimes = Pick<FormRunState, 'examTime' | 'examTimeRemaining' | 'elapsedTime' | 'sections'>

const lower = (hereMs: number | undefined, thereMs: number | undefined) =>
  hereMs === undefined || thereMs === undefined ? hereMs : Math.max(0, Math.min(hereMs, thereMs))

/**
 * The time of a sitting once it has met the server's ledger: the lower of the two, after what was given or taken back on the server meanwhile
 * and what a pause lasted that this browser missed (`missedPauseMs`). So it never rises by itself, and never above the ledger.
 */
export const mergeServerTimes = (here: ExamTime, plan: ExamPlan, word: ServerTimes, missedPauseMs: number): ExamTime => {
  const sections = new Map(word.sections.map((section) => [section.id, section]))
  const planned = plan.parts.map((part) => {
    const section = sections.get(part.id)
    return section && part.timeMs > 0 ? { ...part, timeMs: millisecondsOf(section.sectionTime) } : part
  })
  const there = timeFromSeconds({ ...plan, parts: planned }, word, word.sections)
  const parts = plan.parts.flatMap(({ id, timeMs }, place): [string, PartTime][] => {
    const part = here.parts[id]
    if (!part) return []
    const server = sections.has(id) ? there.parts[id] : undefined
    if (!server) return [[id, part]]
    const addedMs = (planned[place]?.timeMs ?? 0) - timeMs
    const leftMs = part.leftMs === undefined ? undefined : part.leftMs + addedMs - part.addedMs + missedPauseMs
    const readingLeftMs = part.readingLeftMs + (part.readingLeftMs > 0 ? missedPauseMs : 0)
    const met = {
      addedMs,
      leftMs: lower(leftMs, server.leftMs),
      readingLeftMs: Math.min(readingLeftMs, server.readingLeftMs),
      isComplete: part.isComplete || server.isComplete,
    }
    return [[id, met]]
  })
  const addedMs = here.leftMs === undefined ? 0 : millisecondsOf(word.examTime) - plan.timeMs
  const leftMs = here.leftMs === undefined ? undefined : here.leftMs + addedMs - here.addedMs + missedPauseMs
  return {
    ...here,
    addedMs,
    leftMs: lower(leftMs, there.leftMs),
    elapsedMs: Math.max(here.elapsedMs - missedPauseMs, there.elapsedMs),
    parts: Object.fromEntries(parts),
  }
}
