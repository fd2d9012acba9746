import type { RolledUp } from '../course-roll-up.ts'
import type { Activity } from './activity.ts'

/** What is known of an objective; undefined if nothing is. */
export interface ObjectiveState {
  readonly satisfied?: boolean | undefined
  /** -1 to 1. */
  readonly measure?: number | undefined
  readonly completed?: boolean | undefined
}

/** What a SCO has come to, and how often it was tried. */
export interface ScoFacts extends RolledUp {
  /** Attempts that were begun. */
  readonly attempts: number
  /** The last of them was suspended, or cut off: it can continue. */
  readonly isUnderWay: boolean
  /** What it has set of its objectives, by their ids. */
  readonly objectives: ReadonlyMap<string, ObjectiveState>
}

/** How a course's activities stand, with the objectives that they share. */
export interface TrackedCourse {
  readonly root: Activity
  stateOf(activity: Activity): RolledUp
  objectiveOf(activity: Activity, id: string | undefined): ObjectiveState
  /** Undefined of an activity that holds others, and of a SCO that nobody has begun. */
  factsOf(activity: Activity): ScoFacts | undefined
  /** How often it was begun, a SCO or what holds others. */
  attemptsOf(activity: Activity): number
}

/** Where a course has sequencing: how its activities stand, and in which of them its learner was last. */
export interface Sequenced {
  readonly course: TrackedCourse
  readonly currentId: string | undefined
}
