import { type Activity, pathTo } from './activity.ts'
import { continuesAttempt } from './cluster-attempts.ts'
import { actionOf, isUsedUp } from './rules.ts'
import type { TrackedCourse } from './standing.ts'

/** Why the rules of a course don't give a SCO out. */
export type SequencedAway = 'rule' | 'attempts'

const blocked = (course: TrackedCourse, activity: Activity, currentId: string | undefined): SequencedAway | undefined => {
  if (actionOf(course, activity, ['disabled', 'skip'])) return 'rule'
  // What was suspended, or is being gone through, continues: that is not a new attempt (SN UP.1).
  return isUsedUp(course, activity) && !continuesAttempt(course, activity, currentId) ? 'attempts' : undefined
}

/** Manifests say neither where an author forgot it: nobody could open anything there. */
const modesOf = ({ sequencingControls: controls }: Activity) => {
  const choice = controls?.choice !== false
  return { choice, flow: controls?.flow === true || !choice }
}

const stopsForward = (course: TrackedCourse, activity: Activity) =>
  actionOf(course, activity, ['stopForwardTraversal']) !== undefined

/** Where the ways to two activities part: what both stand in, and from there on each way of its own. */
const forkOf = (from: readonly Activity[], to: readonly Activity[]) => {
  let depth = 0
  while (depth + 1 < from.length && depth + 1 < to.length && from[depth + 1] === to[depth + 1]) depth += 1
  return { shared: from.slice(0, depth + 1), left: from.slice(depth + 1), entered: to.slice(depth + 1) }
}

const placeIn = ({ children = [] }: Activity, child: Activity | undefined) => (child ? children.indexOf(child) : -1)

/** From one child of an activity to another, by what its controls and the children in between allow. */
const isInReach = (course: TrackedCourse, parent: Activity, left: Activity | undefined, entered: Activity | undefined) => {
  const [here, there] = [placeIn(parent, left), placeIn(parent, entered)]
  if (there < here && parent.sequencingControls?.forwardOnly) return false
  if (parent.sequencingControls?.constrainChoice && there > here + 1) return false
  return !(parent.children ?? []).slice(here, there).some((one) => stopsForward(course, one))
}

/** The learner picks it from the list (SN SB.2.9). */
const isReachedByChoice = (
  course: TrackedCourse,
  path: readonly Activity[],
  from: readonly Activity[] | undefined,
): boolean => {
  const target = path.at(-1)
  const parent = path.at(-2)
  if (!target || (parent && !modesOf(parent).choice)) return false
  if (path.some((one) => actionOf(course, one, ['hiddenFromChoice']))) return false
  const isNew = !course.stateOf(target).attempted
  const { shared, left, entered } = forkOf(from ?? [course.root], path)
  const common = shared.at(-1)
  // Entered are those that the learner isn't in.
  if (isNew && entered.slice(0, -1).some((one) => one.sequencingControls?.preventActivation)) return false
  if (!from || !common || left.length === 0) return true
  const current = from.at(-1)
  const isUnderWay = current !== undefined && course.factsOf(current)?.isUnderWay === true
  if (isUnderWay && left.slice(0, -1).some((one) => one.sequencingControls?.choiceExit === false)) return false
  return isInReach(course, common, left[0], entered[0])
}

/** What is passed on the way from one to the other, forward; if nothing is left, all that stands before it. */
const passedBetween = (common: Activity, left: readonly Activity[], entered: readonly Activity[]): Activity[] => {
  const behind = left.flatMap((parent, at) => (parent.children ?? []).slice(placeIn(parent, left[at + 1]) + 1))
  const between = (common.children ?? []).slice(placeIn(common, left[0]) + 1, placeIn(common, entered[0]))
  const before = entered.flatMap((parent, at) =>
    (parent.children ?? []).slice(0, Math.max(0, placeIn(parent, entered[at + 1]))),
  )
  return [...behind, ...between, ...before]
}

/** It comes next, or before, as the learner continues from where they are (SN SB.2.1 to SB.2.8). */
const isReachedByFlow = (course: TrackedCourse, path: readonly Activity[], from: readonly Activity[] | undefined): boolean => {
  const { shared, left, entered } = forkOf(from ?? [course.root], path)
  const common = shared.at(-1)
  if (!common) return false
  if ([common, ...left.slice(0, -1), ...entered.slice(0, -1)].some((one) => !modesOf(one).flow)) return false
  if (left.length > 0 && placeIn(common, entered[0]) < placeIn(common, left[0]))
    return !shared.some((one) => one.sequencingControls?.forwardOnly)
  if (left.some((one) => stopsForward(course, one))) return false
  return !passedBetween(common, left, entered).some((one) => {
    if (actionOf(course, one, ['skip'])) return false
    return stopsForward(course, one) || blocked(course, one, from?.at(-1)?.id) !== undefined
  })
}

/** Whether no way leads to a SCO: by a rule for now, or because its manifest hides it and nothing flows to it. Later ones don't wait for it. */
export const isLeftOut = (course: TrackedCourse, id: string): boolean => {
  const path = pathTo(course.root, id) ?? []
  if (path.some((one) => actionOf(course, one, ['disabled', 'skip']))) return true
  const isHidden = path.some((one) => actionOf(course, one, ['hiddenFromChoice']))
  return isHidden && !path.slice(0, -1).every((one) => modesOf(one).flow)
}

/**
 * Why the sequencing of a course doesn't give out a SCO now, to a learner who was last in `currentId`; undefined if it does. The run
 * time of SCORM 2004 keeps the same rules in the browser: this is what holds.
 */
export const sequencedAway = (course: TrackedCourse, id: string, currentId: string | undefined): SequencedAway | undefined => {
  const path = pathTo(course.root, id)
  if (!path) return undefined
  for (const one of path) {
    const why = blocked(course, one, currentId)
    if (why) return why
  }
  // Who is in it stays in it.
  if (id === currentId) return undefined
  const from = currentId === undefined ? undefined : pathTo(course.root, currentId)
  return isReachedByChoice(course, path, from) || isReachedByFlow(course, path, from) ? undefined : 'rule'
}
