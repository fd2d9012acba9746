import { type RolledUp, rollUp, untouched } from '../course-roll-up.ts'
import type { Activity, Objective, ObjectiveMap } from './activity.ts'
import { actionOf } from './rules.ts'
import type { ObjectiveState, ScoFacts, TrackedCourse } from './standing.ts'

type Shared = Map<string, { satisfied?: boolean; measure?: number; completed?: boolean }>

/** Sharing goes from one activity to another, and on; a course whose rules go in a circle is left where this ends. */
const mostRounds = 10

const stateFrom = ({ success, measure, completion }: RolledUp): ObjectiveState => ({
  satisfied: success === 'unknown' ? undefined : success === 'passed',
  measure,
  completed: completion === 'unknown' ? undefined : completion === 'completed',
})

/** The same the other way round. */
const rolledFrom = ({
  satisfied,
  measure,
  completed,
}: ObjectiveState): Pick<RolledUp, 'success' | 'measure' | 'completion'> => {
  const success = satisfied ? 'passed' : 'failed'
  const completion = completed ? 'completed' : 'incomplete'
  return {
    success: satisfied === undefined ? 'unknown' : success,
    completion: completed === undefined ? 'unknown' : completion,
    measure,
  }
}

/** What is its own counts over what is shared; by measure where the manifest says so. */
const withShared = ({ mapInfo, satisfiedByMeasure, minNormalizedMeasure }: Objective, own: ObjectiveState, shared: Shared) => {
  const read = <K extends keyof ObjectiveState>(flag: keyof ObjectiveMap, name: K): ObjectiveState[K] => {
    for (const map of mapInfo ?? []) {
      const value = map[flag] === false ? undefined : shared.get(map.targetObjectiveID ?? '')?.[name]
      if (value !== undefined) return value
    }
    return undefined
  }
  const measure = own.measure ?? read('readNormalizedMeasure', 'measure')
  const byMeasure = satisfiedByMeasure && measure !== undefined ? measure >= (minNormalizedMeasure ?? 1) : undefined
  return {
    measure,
    satisfied: own.satisfied ?? byMeasure ?? read('readSatisfiedStatus', 'satisfied'),
    completed: own.completed ?? read('readCompletionStatus', 'completed'),
  }
}

const write = ({ mapInfo }: Objective, { satisfied, measure, completed }: ObjectiveState, shared: Shared) => {
  for (const map of mapInfo ?? []) {
    const id = map.targetObjectiveID ?? ''
    const now = { ...shared.get(id) }
    if (map.writeSatisfiedStatus && satisfied !== undefined) now.satisfied = satisfied
    if (map.writeNormalizedMeasure && measure !== undefined) now.measure = measure
    if (map.writeCompletionStatus && completed !== undefined) now.completed = completed
    shared.set(id, now)
  }
}

/**
 * Works out how all activities of a course stand from what its SCOs have come to: what they roll up to, with what they read of each
 * other's objectives (SCORM 2004 SN 3.10, RB.1).
 */
export const trackCourse = (
  root: Activity,
  factsOf: (id: string) => ScoFacts | undefined,
  /** How often each activity that holds others was begun. */
  clusterAttempts: ReadonlyMap<string, number> = new Map(),
): TrackedCourse => {
  let shared: Shared = new Map()
  let skipped = new Set<string>()
  for (let round = 0; ; round += 1) {
    const states = new Map<string, RolledUp>()
    const nowShared: Shared = new Map()
    const seen = (activity: Activity, rolled: RolledUp): RolledUp => {
      const { primaryObjective: primary = {}, objectives = [] } = activity
      const ownObjectives = factsOf(activity.id)?.objectives
      const ownState = stateFrom(rolled)
      const named = ownObjectives?.get(primary.objectiveID ?? '')
      const own = {
        ...ownState,
        satisfied: ownState.satisfied ?? named?.satisfied,
        measure: ownState.measure ?? named?.measure,
      }
      write(primary, own, nowShared)
      for (const one of objectives) write(one, ownObjectives?.get(one.objectiveID ?? '') ?? {}, nowShared)
      const state: RolledUp = { ...rolled, ...rolledFrom(withShared(primary, own, shared)) }
      states.set(activity.id, state)
      return state
    }
    rollUp(root, factsOf, {
      seen,
      isSkipped: ({ id }) => skipped.has(id),
      isUnderWay: ({ id }) => factsOf(id)?.isUnderWay === true,
    })
    const before = shared
    const course: TrackedCourse = {
      root,
      stateOf: ({ id }) => states.get(id) ?? untouched,
      objectiveOf({ id: activityId, primaryObjective, objectives }, id) {
        if (id === undefined || id === primaryObjective?.objectiveID) return stateFrom(states.get(activityId) ?? untouched)
        const named = objectives?.find((one) => one.objectiveID === id)
        const facts = factsOf(activityId)?.objectives.get(id) ?? {}
        return named ? withShared(named, facts, before) : facts
      },
      factsOf: ({ id }) => factsOf(id),
      attemptsOf: ({ id, children }) => (children?.length ? clusterAttempts.get(id) : factsOf(id)?.attempts) ?? 0,
    }
    const nowSkipped = new Set([...allOf(root)].filter((one) => actionOf(course, one, ['skip'])).map(({ id }) => id))
    const isSame = JSON.stringify([[...shared], [...skipped]]) === JSON.stringify([[...nowShared], [...nowSkipped]])
    if (isSame || round === mostRounds) return course
    shared = nowShared
    skipped = nowSkipped
  }
}

function* allOf(activity: Activity): Generator<Activity> {
  yield activity
  for (const child of activity.children ?? []) yield* allOf(child)
}
