import type { CourseStatus } from './prerequisites.ts'
import type { ScoOutcome } from './sco-outcome.ts'
import type { Activity, RollUpRule } from './sequencing/activity.ts'

/** What an activity has come to. */
export interface RolledUp extends ScoOutcome {
  readonly attempted: boolean
}

type Outcomes = (id: string) => RolledUp | undefined

/** What a course's sequencing adds to what its SCOs have come to. */
interface RollUpSight {
  /** How an activity stands, with what it reads of others. */
  seen(activity: Activity, rolled: RolledUp): RolledUp
  isSkipped(activity: Activity): boolean
  isUnderWay(activity: Activity): boolean
}

const plainSight: RollUpSight = { seen: (_, rolled) => rolled, isSkipped: () => false, isUnderWay: () => false }

/** Nobody has begun it. */
export const untouched: RolledUp = { completion: 'unknown', success: 'unknown', attempted: false }

const knows: Readonly<Record<string, (one: RolledUp) => boolean>> = {
  satisfied: (one) => one.success === 'passed',
  objectiveStatusKnown: (one) => one.success !== 'unknown',
  objectiveMeasureKnown: (one) => one.measure !== undefined,
  completed: (one) => one.completion === 'completed',
  activityCompleted: (one) => one.completion === 'completed',
  progressKnown: (one) => one.completion !== 'unknown',
  activityProgressKnown: (one) => one.completion !== 'unknown',
  attempted: (one) => one.attempted,
  activityAttempted: (one) => one.attempted,
}

const holds = ({ conditions, conditionCombination }: RollUpRule, child: RolledUp): boolean => {
  const met = ({ condition, operator }: RollUpRule['conditions'][number]) =>
    (knows[condition]?.(child) ?? false) !== (operator === 'not' && condition in knows)
  return conditionCombination === 'all' ? conditions.every(met) : conditions.some(met)
}

/** Whether enough of the children meet a rule. Of no children none does: there is nothing to go by. */
const applies = (rule: RollUpRule, children: readonly RolledUp[]): boolean => {
  if (children.length === 0) return false
  const count = children.filter((child) => holds(rule, child)).length
  if (rule.consideration === 'any') return count > 0
  if (rule.consideration === 'none') return count === 0
  if (rule.consideration === 'atLeastCount') return count >= (rule.minimumCount ?? 0)
  if (rule.consideration === 'atLeastPercent') return count / children.length >= (rule.minimumPercent ?? 0)
  return count === children.length
}

const rule = (action: string, ...conditions: RollUpRule['conditions'][number][]): RollUpRule => ({
  action,
  conditions,
  consideration: 'all',
})
/** What counts where an activity has no rule of its own for it (SN RB.1.2, RB.1.3). */
const byDefault = {
  objective: [
    rule('notSatisfied', { condition: 'attempted' }, { condition: 'satisfied', operator: 'not' }),
    rule('satisfied', { condition: 'satisfied' }),
  ],
  progress: [
    rule('incomplete', { condition: 'attempted' }, { condition: 'completed', operator: 'not' }),
    rule('completed', { condition: 'completed' }),
  ],
}

type Child = { readonly child: Activity; readonly now: RolledUp }

/** Whether a child counts for what a rule says of its parent (SN RB.1.4.2). */
const countsFor = (action: string, { child, now }: Child, { isSkipped, isUnderWay }: RollUpSight): boolean => {
  const { requiredForSatisfied, requiredForNotSatisfied, requiredForCompleted, requiredForIncomplete } =
    child.rollupConsiderations ?? {}
  const required =
    action === 'satisfied'
      ? requiredForSatisfied
      : action === 'notSatisfied'
        ? requiredForNotSatisfied
        : action === 'completed'
          ? requiredForCompleted
          : requiredForIncomplete
  if (required === 'ifNotSkipped') return !isSkipped(child)
  if (required === 'ifAttempted') return now.attempted
  if (required === 'ifNotSuspended') return now.attempted && !isUnderWay(child)
  return true
}

/** The last rule that applies decides, and the good news come last. */
const decide = (rules: readonly RollUpRule[], bad: string, good: string, all: readonly Child[], sight: RollUpSight) => {
  const childrenFor = (action: string) => all.filter((one) => countsFor(action, one, sight)).map(({ now }) => now)
  const isAsked = (action: string) => rules.some((one) => one.action === action && applies(one, childrenFor(action)))
  return isAsked(good) ? 'good' : isAsked(bad) ? 'bad' : undefined
}

const weighted = (pairs: readonly (readonly [weight: number, value: number | undefined])[]): number | undefined => {
  const total = pairs.reduce((sum, [weight]) => sum + weight, 0)
  if (total <= 0 || pairs.every(([, value]) => value === undefined)) return undefined
  return pairs.reduce((sum, [weight, value]) => sum + weight * (value ?? 0), 0) / total
}

const isTracked = ({ sequencingControls }: Activity) => sequencingControls?.tracked !== false

/** What a measure comes to that has to reach something, all of it by default. */
const judgeMeasure = (measure: number | undefined, least: number | null | undefined): 'good' | 'bad' | undefined => {
  if (measure === undefined) return undefined
  return measure >= (least ?? 1) ? 'good' : 'bad'
}

const completionOf = { good: 'completed', bad: 'incomplete' } as const
const successOf = { good: 'passed', bad: 'failed' } as const

const rollUpWithin = (activity: Activity, outcomeOf: Outcomes, sight: RollUpSight, depth: number): RolledUp => {
  if (!activity.children?.length || depth > 100) return sight.seen(activity, outcomeOf(activity.id) ?? untouched)
  const every = activity.children.map((child) => ({ child, now: rollUpWithin(child, outcomeOf, sight, depth + 1) }))
  const all = every.filter(({ child }) => isTracked(child))
  const forSuccess = all.filter(({ child }) => child.sequencingControls?.rollupObjectiveSatisfied !== false)
  const forProgress = all.filter(({ child }) => child.sequencingControls?.rollupProgressCompletion !== false)
  const measure = weighted(all.map(({ child, now }) => [child.sequencingControls?.objectiveMeasureWeight ?? 1, now.measure]))
  const progress = weighted(all.map(({ child, now }) => [child.completionThreshold?.progressWeight ?? 1, now.progress]))
  const own = activity.rollupRules?.rules ?? []
  const rulesFor = (actions: readonly string[], others: readonly RollUpRule[]) => {
    const found = own.filter(({ action }) => actions.includes(action))
    return found.length > 0 ? found : others
  }
  const { satisfiedByMeasure, minNormalizedMeasure } = activity.primaryObjective ?? {}
  const objective = rulesFor(['satisfied', 'notSatisfied'], byDefault.objective)
  const success = satisfiedByMeasure
    ? judgeMeasure(measure, minNormalizedMeasure)
    : decide(objective, 'notSatisfied', 'satisfied', forSuccess, sight)
  const { completedByMeasure, minProgressMeasure } = activity.completionThreshold ?? {}
  const completion = completedByMeasure
    ? judgeMeasure(progress, minProgressMeasure)
    : decide(rulesFor(['completed', 'incomplete'], byDefault.progress), 'incomplete', 'completed', forProgress, sight)
  return sight.seen(activity, {
    completion: completion ? completionOf[completion] : 'unknown',
    success: success ? successOf[success] : 'unknown',
    measure,
    progress,
    attempted: all.some(({ now }) => now.attempted),
  })
}

/** What a course's tree of activities comes to, from what its SCOs have come to (SCORM 2004 SN, RB.1). */
export const rollUp = (root: Activity, outcomeOf: Outcomes, sight: RollUpSight = plainSight): RolledUp =>
  rollUpWithin(root, outcomeOf, sight, 0)

/** Whether the success of an activity reaches the course: on the way to the root nothing leaves it out. */
export const countsForSuccess = (root: Activity, id: string): boolean => {
  const reaches = (activity: Activity): boolean | undefined => {
    if (activity.id === id) return true
    for (const child of activity.children ?? []) {
      const found = reaches(child)
      if (found !== undefined) return found && isTracked(child) && child.sequencingControls?.rollupObjectiveSatisfied !== false
    }
    return undefined
  }
  return reaches(root) ?? true
}

/**
 * The status of a course. Where one of its SCOs is failed, it is: nothing after that one opens. Else it is completed when all of them
 * are, or when its tree says so, and failed when the tree then says that what counts was not passed.
 */
export const courseStatus = (scos: readonly CourseStatus[], rolled: ScoOutcome | undefined): CourseStatus => {
  if (scos.includes(3)) return 3
  const isDone = scos.length > 0 && scos.every((one) => one === 2)
  if (isDone || rolled?.completion === 'completed') return rolled?.success === 'failed' && isDone ? 3 : 2
  return scos.some((one) => one !== 0) ? 1 : 0
}
