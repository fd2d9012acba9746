import { type Activity, pathTo } from './activity.ts'
import { isToRetry } from './rules.ts'
import type { Sequenced, TrackedCourse } from './standing.ts'

const isIn = (activity: Activity, id: string | undefined) => id !== undefined && pathTo(activity, id) !== undefined

const hasUnderWay = (course: TrackedCourse, activity: Activity): boolean =>
  activity.children?.length
    ? activity.children.some((child) => hasUnderWay(course, child))
    : course.factsOf(activity)?.isUnderWay === true

/**
 * Whether opening an activity, or something in it, continues with its attempt and begins none (SN DB.2): it was suspended, or its learner
 * is in it, and its rules don't have it tried again.
 */
export const continuesAttempt = (course: TrackedCourse, activity: Activity, currentId: string | undefined): boolean => {
  if (hasUnderWay(course, activity)) return true
  return (activity.children?.length ?? 0) > 0 && isIn(activity, currentId) && !isToRetry(course, activity)
}

/** How often each activity that holds others was begun, once one of its SCOs is opened: those on the way to it that don't continue. */
export const beginAttempts = (
  { course, currentId }: Sequenced,
  id: string,
  before: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> => {
  const clusters = pathTo(course.root, id)?.slice(0, -1) ?? []
  const begun = clusters.filter((one) => !continuesAttempt(course, one, currentId))
  return new Map([...before, ...begun.map((one) => [one.id, (before.get(one.id) ?? 0) + 1] as const)])
}
