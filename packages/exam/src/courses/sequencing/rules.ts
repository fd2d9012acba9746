import type { Activity, RuleCondition, SequencingRule } from './activity.ts'
import type { TrackedCourse } from './standing.ts'

const compared = (measure: number | undefined, isMet: (measure: number) => boolean) =>
  measure === undefined ? undefined : isMet(measure)

/** Whether a limit on attempts is used up, of a SCO or of what holds others: no new one may begin. */
export const isUsedUp = (course: TrackedCourse, activity: Activity): boolean =>
  activity.attemptLimit !== undefined && course.attemptsOf(activity) >= activity.attemptLimit

/** True, false or unknown (SN UP.2.1). */
const conditionHolds = (course: TrackedCourse, activity: Activity, rule: RuleCondition): boolean | undefined => {
  const { condition, referencedObjective, parameters } = rule
  const isTracked = activity.sequencingControls?.tracked !== false
  const objective = isTracked ? course.objectiveOf(activity, referencedObjective) : {}
  const threshold = parameters?.threshold ?? 0
  if (condition === 'always') return true
  if (condition === 'satisfied') return objective.satisfied
  if (condition === 'objectiveStatusKnown') return objective.satisfied !== undefined
  if (condition === 'objectiveMeasureKnown') return objective.measure !== undefined
  if (condition === 'objectiveMeasureGreaterThan') return compared(objective.measure, (measure) => measure > threshold)
  if (condition === 'objectiveMeasureLessThan') return compared(objective.measure, (measure) => measure < threshold)
  if (condition === 'completed') return objective.completed
  if (condition === 'activityProgressKnown') return objective.completed !== undefined
  if (condition === 'attempted') return course.stateOf(activity).attempted
  if (condition === 'attemptLimitExceeded') return isUsedUp(course, activity)
  // Times of day and time limits: no standard's run time has to keep them, and scorm-again doesn't.
  return false
}

const applies = (course: TrackedCourse, activity: Activity, { conditions, conditionCombination }: SequencingRule): boolean => {
  const holds = (rule: RuleCondition) => {
    const result = conditionHolds(course, activity, rule)
    return rule.operator === 'not' ? result === false : result === true
  }
  if (conditions.length === 0) return false
  return conditionCombination === 'any' ? conditions.some(holds) : conditions.every(holds)
}

/** Which of these actions an activity's rules ask for before it is given out: the first one whose rule applies (SN UP.2). */
export const actionOf = (course: TrackedCourse, activity: Activity, actions: readonly string[]): string | undefined =>
  activity.sequencingRules?.preConditionRules?.find((rule) => actions.includes(rule.action) && applies(course, activity, rule))
    ?.action

/** Whether an activity that has ended is to be tried again, by its own rules. */
export const isToRetry = (course: TrackedCourse, activity: Activity): boolean => {
  const found = activity.sequencingRules?.postConditionRules?.find((rule) => applies(course, activity, rule))
  return found !== undefined && ['retry', 'retryAll', 'previous'].includes(found.action)
}
