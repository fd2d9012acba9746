import type { ExamPlan } from './exam-plan.ts'
import { changeGiven, type ExamTime } from './exam-time.ts'

/** Extra time that somebody was approved: a percentage of what the exam and each of its timed parts give, or minutes for the exam as a whole. */
export type ExtraTime = { readonly percent: number } | { readonly minutes: number }

/**
 * Extra time as it is in one sitting, in milliseconds: of the exam's own time, and of each part that has some. `restMs`: the allowance of rest
 * breaks, by all of which together the time stands still no longer; missing if there is none.
 */
export interface OwnTime {
  readonly examMs: number
  readonly parts: readonly { readonly partId: string; readonly ms: number }[]
  readonly restMs?: number | undefined
}

/** Nobody approved anything. */
export const noOwnTime: OwnTime = { examMs: 0, parts: [] }

const minuteMs = 60_000

/** The rounding rule: up to the whole minute. What is no time is none. */
const upToMinute = (ms: number): number => (ms > 0 ? Math.ceil(ms / minuteMs) * minuteMs : 0)

/** Minutes are shared out among the timed parts as they are long; a percentage is taken of each. */
const extraOfPart = (extra: ExtraTime, partMs: number, inPartsMs: number): number =>
  upToMinute('percent' in extra ? (partMs * extra.percent) / 100 : (extra.minutes * minuteMs * partMs) / inPartsMs)

const extraOfExam = (extra: ExtraTime, timeMs: number): number =>
  upToMinute('percent' in extra ? (timeMs * extra.percent) / 100 : extra.minutes * minuteMs)

/**
 * What extra time comes to in an exam, each figure up to the whole minute. Of several, the most counts for the exam and for each part: they aren't added up.
 * What isn't timed gets none.
 */
export const ownTimeOf = ({ timeMs, parts }: Pick<ExamPlan, 'timeMs' | 'parts'>, extras: readonly ExtraTime[]): OwnTime => {
  const inPartsMs = parts.reduce((sum, part) => sum + part.timeMs, 0)
  const most = (one: (extra: ExtraTime) => number) => Math.max(0, ...extras.map(one))
  return {
    examMs: timeMs > 0 ? most((extra) => extraOfExam(extra, timeMs)) : 0,
    parts: parts.flatMap(({ id, timeMs: partMs }) => {
      const ms = partMs > 0 ? most((extra) => extraOfPart(extra, partMs, inPartsMs)) : 0
      return ms > 0 ? [{ partId: id, ms }] : []
    }),
  }
}

const partMsOf = ({ parts }: OwnTime, partId: string): number => parts.find((part) => part.partId === partId)?.ms ?? 0

/** Each part that either of them has. */
const partIdsIn = (one: OwnTime, other: OwnTime): readonly string[] => [
  ...new Set([...one.parts, ...other.parts].map(({ partId }) => partId)),
]

/** Milliseconds of the allowance of rest breaks. */
export const restMsOf = ({ restMs = 0 }: OwnTime): number => restMs

/**
 * The allowance of rest breaks that several accommodations give in an exam, in minutes each: the longest one, in milliseconds; they aren't added up. None
 * if nothing in it is timed, since there is no clock to stop.
 */
export const restMsIn = ({ timeMs, parts }: Pick<ExamPlan, 'timeMs' | 'parts'>, minutes: readonly number[]): number =>
  timeMs > 0 || parts.some((part) => part.timeMs > 0) ? Math.max(0, ...minutes) * minuteMs : 0

/** Whether both give the same. */
export const isSameOwnTime = (one: OwnTime, other: OwnTime): boolean =>
  one.examMs === other.examMs &&
  restMsOf(one) === restMsOf(other) &&
  partIdsIn(one, other).every((id) => partMsOf(one, id) === partMsOf(other, id))

/** Whether `after` gives more than `before`, of the exam or of a part. */
export const givesMore = (before: OwnTime, after: OwnTime): boolean =>
  after.examMs > before.examMs || partIdsIn(before, after).some((id) => partMsOf(after, id) > partMsOf(before, id))

/** Less takes away no more than what is left: time that was used stays theirs. */
const reached = (heldMs: number, wantedMs: number, leftMs: number): number =>
  wantedMs >= heldMs ? wantedMs : heldMs - Math.min(heldMs - wantedMs, leftMs)

/**
 * What is in a sitting once `wanted` takes the place of `held`, of which the time is `time`. Time that was used already is never taken
 * away, and a part that is complete keeps what it had. The allowance of rest breaks is what is wanted: breaks that were had stay had.
 */
export const ownTimeReached = (time: ExamTime, held: OwnTime, wanted: OwnTime): OwnTime => ({
  ...(restMsOf(wanted) > 0 && { restMs: restMsOf(wanted) }),
  examMs: time.leftMs === undefined ? held.examMs : reached(held.examMs, wanted.examMs, time.leftMs),
  parts: partIdsIn(held, wanted).flatMap((partId) => {
    const part = Object.hasOwn(time.parts, partId) ? time.parts[partId] : undefined
    const heldMs = partMsOf(held, partId)
    const ms = part?.leftMs === undefined || part.isComplete ? heldMs : reached(heldMs, partMsOf(wanted, partId), part.leftMs)
    return ms > 0 ? [{ partId, ms }] : []
  }),
})

/** The time of a sitting in which `after` takes the place of `before`. */
export const withOwnTime = (time: ExamTime, before: OwnTime, after: OwnTime): ExamTime =>
  changeGiven(time, {
    byMs: after.examMs - before.examMs,
    parts: partIdsIn(before, after).map((partId) => ({ partId, byMs: partMsOf(after, partId) - partMsOf(before, partId) })),
  })

/** Milliseconds of somebody's whole time that are theirs alone: of the exam's, or of the parts' where it has none. */
export const ownMsOf = ({ examMs, parts }: OwnTime): number =>
  examMs > 0 ? examMs : parts.reduce((sum, { ms }) => sum + ms, 0)

/**
 * Milliseconds by which somebody's whole time reaches beyond the end of a window, if they start when it opens. The window says when one may begin, and cuts no sitting
 * that has begun: this is for whoever plans a room. 0 if there is no end to the window, or to the time.
 */
export const cutShortByMs = (
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number | null },
  wholeMs: number | undefined,
): number => (endMs === null || wholeMs === undefined ? 0 : Math.max(0, startMs + wholeMs - endMs))
