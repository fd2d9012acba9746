import type { ExamPlan, PartPlan } from './exam-plan.ts'
import { type ExamTime, freshTime, type PartTime } from './exam-time.ts'
import { remainingSeconds } from './exam-times.ts'
import { millisecondsOf } from './milliseconds.ts'

/** The rest of a section on the wire, in seconds. */
export interface SectionRemaining {
  readonly sectionTimeRemaining: number
  readonly readingTimeRemaining: number
}

/** A section as it was left, on the wire. */
export interface SectionState extends SectionRemaining {
  readonly id: string
  readonly complete: boolean
}

const isSplit = ({ timeMs, oneWay }: PartPlan) => timeMs > 0 && oneWay

/**
 * The rest of a part, in seconds. A timed one-way section has one time for both: what of it is above the allowed time is
 * reading time (spec 3 §4). Rounded up, so that a reload never costs a second.
 */
export const toSectionRemaining = (
  plan: PartPlan,
  { leftMs = 0, readingLeftMs }: Pick<PartTime, 'leftMs' | 'readingLeftMs'>,
): SectionRemaining => ({
  sectionTimeRemaining: remainingSeconds(isSplit(plan) ? leftMs + readingLeftMs : leftMs),
  readingTimeRemaining: remainingSeconds(readingLeftMs),
})

/**
 * The rest of a part, from seconds. Of a timed one-way section the time left, capped at the allowed time, is its own and the
 * rest is reading time; every other section has the two apart, the reading first.
 */
export const fromSectionRemaining = (
  plan: PartPlan,
  { sectionTimeRemaining, readingTimeRemaining }: SectionRemaining,
): Pick<PartTime, 'leftMs' | 'readingLeftMs'> => {
  const leftMs = millisecondsOf(sectionTimeRemaining)
  const readingLeftMs = millisecondsOf(readingTimeRemaining)
  if (plan.timeMs === 0) return { leftMs: undefined, readingLeftMs }
  const aboveMs = Math.max(0, leftMs - plan.timeMs)
  if (!isSplit(plan) || aboveMs === 0) return { leftMs, readingLeftMs }
  return { leftMs: plan.timeMs, readingLeftMs: aboveMs }
}

/** The time of a sitting as the server sent it. What it doesn't name is as the plan gives it. */
export const timeFromSeconds = (
  plan: ExamPlan,
  { examTimeRemaining, elapsedTime }: { readonly examTimeRemaining: number; readonly elapsedTime: number },
  sections: readonly SectionState[],
): ExamTime => {
  const fresh = freshTime(plan)
  const bySection = new Map(sections.map((section) => [section.id, section]))
  const parts = plan.parts.flatMap((part): [string, PartTime][] => {
    const section = bySection.get(part.id)
    return section ? [[part.id, { ...fromSectionRemaining(part, section), addedMs: 0, isComplete: section.complete }]] : []
  })
  return {
    ...fresh,
    leftMs: fresh.leftMs === undefined ? undefined : millisecondsOf(examTimeRemaining),
    elapsedMs: millisecondsOf(elapsedTime),
    parts: { ...fresh.parts, ...Object.fromEntries(parts) },
  }
}
