import type { ExamPlan } from './exam-plan.ts'
import { countable } from './milliseconds.ts'
import { type TimerSettings, timerSettings } from './timer.ts'

/** The remaining time of a part, in milliseconds. */
export interface PartTime {
  readonly readingLeftMs: number
  /** Undefined if the part isn't timed. */
  readonly leftMs: number | undefined
  /** Time that was added to the plan; `leftMs` includes it. */
  readonly addedMs: number
  readonly isComplete: boolean
}

/** The state of a sitting's time: plain data that only the functions of this file change. */
export interface ExamTime {
  readonly isPaused: boolean
  /** The part in which the learner is; undefined outside of any. */
  readonly partId: string | undefined
  /** The remaining time of the exam itself; undefined if it is not timed. Reading doesn't use it. */
  readonly leftMs: number | undefined
  readonly addedMs: number
  /** Milliseconds in which answering was possible. */
  readonly elapsedMs: number
  readonly parts: Readonly<Record<string, PartTime>>
}

const timed = (ms: number) => (ms > 0 ? ms : undefined)

/** All time that a plan gives, none of it used. */
export const freshTime = ({ timeMs, parts }: ExamPlan): ExamTime => ({
  isPaused: false,
  partId: undefined,
  leftMs: timed(timeMs),
  addedMs: 0,
  elapsedMs: 0,
  parts: Object.fromEntries(
    parts.map((part) => [
      part.id,
      { readingLeftMs: part.readingMs, leftMs: timed(part.timeMs), addedMs: 0, isComplete: false },
    ]),
  ),
})

const withPart = (time: ExamTime, partId: string, change: (part: PartTime) => PartTime): ExamTime => {
  const part = Object.hasOwn(time.parts, partId) ? time.parts[partId] : undefined
  return part ? { ...time, parts: { ...time.parts, [partId]: change(part) } } : time
}

const less = (leftMs: number | undefined, ms: number) => (leftMs === undefined ? undefined : Math.max(0, leftMs - ms))

/** The part in which the learner is. */
export const currentPart = ({ partId, parts }: ExamTime): PartTime | undefined =>
  partId === undefined ? undefined : parts[partId]

/** Time goes by that was used in answering alone: the reading time that is left stays as it is. */
export const passAnswering = (time: ExamTime, ms: number): ExamTime => {
  const passed = countable(ms)
  if (time.isPaused || passed === 0) return time
  const elapsed = Math.min(passed, time.leftMs ?? passed)
  const after = { ...time, leftMs: less(time.leftMs, passed), elapsedMs: time.elapsedMs + elapsed }
  return withPart(after, time.partId ?? '', (part) => ({ ...part, leftMs: less(part.leftMs, passed) }))
}

/**
 * Lets time pass: first the reading time of the part runs out, then the time of the part and of the exam. No value gets below
 * 0, and in a pause nothing changes (spec 3 §4). The result is the same for any division of the time.
 */
export const passTime = (time: ExamTime, ms: number): ExamTime => {
  const passed = countable(ms)
  if (time.isPaused || passed === 0) return time
  const reading = Math.min(passed, currentPart(time)?.readingLeftMs ?? 0)
  const read = withPart(time, time.partId ?? '', (part) => ({ ...part, readingLeftMs: part.readingLeftMs - reading }))
  return passAnswering(read, passed - reading)
}

/** Ends a part for good: it isn't entered again. */
export const completePart = (time: ExamTime, partId: string): ExamTime =>
  withPart(time, partId, (part) => ({ ...part, isComplete: true }))

/**
 * The learner goes to a part. The one-way part that they leave by that is complete, and so are the one-way parts before the one they
 * go to, entered or not: there is no way back to them. A part that is complete is not entered, and nothing changes.
 */
export const enterPart = (time: ExamTime, plan: ExamPlan, partId: string | undefined): ExamTime => {
  if (partId === time.partId || (partId !== undefined && time.parts[partId]?.isComplete !== false)) return time
  const place = plan.parts.findIndex(({ id }) => id === partId)
  const passed = plan.parts.filter(({ id, oneWay }, at) => oneWay && id !== partId && (id === time.partId || at < place))
  return { ...passed.reduce((before, { id }) => completePart(before, id), time), partId }
}

/** The learner begins to answer before the reading time is over, if that is permitted (spec 3 §4). */
export const skipReading = (time: ExamTime, partId: string): ExamTime =>
  withPart(time, partId, (part) => ({ ...part, readingLeftMs: 0 }))

const more = <T extends { readonly leftMs: number | undefined; readonly addedMs: number }>(one: T, ms: number): T =>
  one.leftMs === undefined ? one : { ...one, leftMs: one.leftMs + ms, addedMs: one.addedMs + ms }

/**
 * The part that gets added time, in addition to the exam: the part in which the learner is. If that is closed and the learner
 * is on the way to the next one, the next timed part; otherwise an earlier part that they left open.
 */
const partForTime = ({ partId, parts }: ExamTime, plan: ExamPlan): string | undefined => {
  if (partId === undefined || parts[partId]?.isComplete !== true) return partId
  const place = plan.parts.findIndex(({ id }) => id === partId)
  const open = [...plan.parts.slice(place + 1), ...plan.parts.slice(0, Math.max(0, place))]
  return open.find(({ id }) => parts[id]?.isComplete === false && parts[id].leftMs !== undefined)?.id
}

/** Whether added time would change anything: something that is timed has to be running, or to come. */
export const canBeGivenTime = (time: ExamTime, plan: ExamPlan): boolean =>
  time.leftMs !== undefined || time.parts[partForTime(time, plan) ?? '']?.leftMs !== undefined

/** Adds time to the exam and to the part in which the learner can use it, if these are timed. Invalid values add nothing. */
export const giveTime = (time: ExamTime, plan: ExamPlan, ms: number): ExamTime => {
  const given = countable(ms)
  return withPart(more(time, given), partForTime(time, plan) ?? '', (part) => more(part, given))
}

/**
 * A change of the time that is added to the plan, in milliseconds for the exam and for each part. Negative values take time
 * back.
 */
interface GivenChange {
  readonly byMs: number
  readonly parts: readonly { readonly partId: string; readonly byMs: number }[]
}

const changed = <T extends { readonly leftMs: number | undefined; readonly addedMs: number }>(one: T, ms: number): T =>
  one.leftMs === undefined ? one : { ...one, leftMs: Math.max(0, one.leftMs + ms), addedMs: one.addedMs + ms }

/** Changes what was given. No more is taken away than what is left; what isn't timed stays so. */
export const changeGiven = (time: ExamTime, { byMs, parts }: GivenChange): ExamTime =>
  parts.reduce((at, part) => withPart(at, part.partId, (held) => changed(held, part.byMs)), changed(time, byMs))

const least = (...times: readonly (number | undefined)[]): number | undefined => {
  const known = times.filter((one) => one !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

/** The time that the timer shows: the reading time first, then the time of the part, limited by that of the exam. */
export interface RunningTimer extends TimerSettings {
  readonly isReading: boolean
  /** Undefined if nothing is timed: the timer keeps its default, and isn't shown. */
  readonly leftMs: number | undefined
  readonly warningMs: number
}

export const runningTimer = (time: ExamTime, plan: ExamPlan): RunningTimer => {
  const part = currentPart(time)
  const given = plan.parts.find(({ id }) => id === time.partId)
  if (part && given && part.readingLeftMs > 0)
    return { ...timerSettings({ startMs: given.readingMs }), isReading: true, leftMs: part.readingLeftMs, warningMs: 0 }
  const leftMs = least(part?.leftMs, time.leftMs)
  if (leftMs === undefined) return { ...timerSettings(), isReading: false, leftMs, warningMs: 0 }
  const isOfPart = part?.leftMs === leftMs && given
  const startMs = isOfPart ? given.timeMs + part.addedMs : plan.timeMs + time.addedMs
  return { ...timerSettings({ startMs }), isReading: false, leftMs, warningMs: (isOfPart ? given : plan).warningMs }
}

/** The sum of the remaining times of incomplete parts, with their reading times; undefined if one of them has no limit. */
const partsLeftMs = ({ parts }: ExamTime): number | undefined => {
  const open = Object.values(parts).filter((part) => !part.isComplete)
  if (open.length === 0 || open.some((part) => part.leftMs === undefined)) return undefined
  return open.reduce((sum, part) => sum + part.readingLeftMs + (part.leftMs ?? 0), 0)
}

/**
 * The most time that the learner can still use: the exam's own time, or that of the incomplete parts, with reading times.
 * Undefined if there is no limit.
 */
export const wholeLeftMs = (time: ExamTime): number | undefined => {
  const open = Object.values(time.parts).filter((part) => !part.isComplete)
  const readingMs = open.reduce((sum, part) => sum + part.readingLeftMs, 0)
  return least(time.leftMs === undefined ? undefined : time.leftMs + readingMs, partsLeftMs(time))
}

/**
 * Milliseconds until no time can be used any more, if the learner stays in the current part. Reading times of other parts
 * extend it only after the learner gets there: otherwise an exam with one part to read would stay open for longer in all other
 * parts.
 */
export const untilOverMs = (time: ExamTime): number | undefined => {
  if (time.leftMs === 0) return 0
  const readingMs = currentPart(time)?.readingLeftMs ?? 0
  return least(time.leftMs === undefined ? undefined : time.leftMs + readingMs, partsLeftMs(time))
}

/** The thing that ended: reading, the part if another one follows, or the exam (spec 3 §4, timer end). */
export type TimerEnd = 'reading' | 'part' | 'exam'

/**
 * The thing without time left at the learner's position: the part if another one follows, or the exam. Undefined while there is
 * time.
 */
export const timeUp = (time: ExamTime, hasNextPart: boolean): 'part' | 'exam' | undefined => {
  if (least(time.leftMs, currentPart(time)?.leftMs) !== 0) return undefined
  return hasNextPart && time.leftMs !== 0 ? 'part' : 'exam'
}

/** The last thing that ended between two moments. There can be several, since a laptop may have slept. */
export const timerEnd = (before: ExamTime, after: ExamTime, hasNextPart: boolean): TimerEnd | undefined => {
  const up = timeUp(after, hasNextPart)
  if (up !== undefined && timeUp(before, hasNextPart) === undefined) return up
  const reads = (time: ExamTime) => (currentPart(time)?.readingLeftMs ?? 0) > 0
  return reads(before) && !reads(after) ? 'reading' : undefined
}
