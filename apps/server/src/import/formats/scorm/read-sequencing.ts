import { attributeOf, childrenOf, type Element, insideOf, numberIn, textIn } from '../../files/xml.ts'

type Settings = Record<string, unknown>

/** Leaves out what the manifest doesn't say, so that scorm-again's own defaults hold. */
const withDefaults = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))

const flag = (element: Element | undefined, name: string): boolean | undefined => {
  const text = element && attributeOf(element, name.toLowerCase())?.trim()
  return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : undefined
}
const number = (element: Element | undefined, name: string) => element && numberIn(attributeOf(element, name.toLowerCase()))
const word = (element: Element | undefined, name: string) => element && attributeOf(element, name.toLowerCase())?.trim()
const flags = (element: Element | undefined, ...names: string[]): Settings =>
  Object.fromEntries(names.map((name) => [name, flag(element, name)]))

/** The condition that two standards call differently. */
const inRollUp: Readonly<Record<string, string>> = {
  activityProgressKnown: 'progressKnown',
  activityCompleted: 'completed',
  activityAttempted: 'attempted',
}

const conditionOf = (element: Element): Settings => {
  const threshold = number(element, 'measureThreshold')
  return withDefaults({
    condition: word(element, 'condition'),
    operator: word(element, 'operator') === 'not' ? 'not' : undefined,
    referencedObjective: word(element, 'referencedObjective'),
    parameters: threshold === undefined ? undefined : { threshold },
  })
}

const ruleOf = (element: Element): Settings => {
  const conditions = childrenOf(element, 'ruleconditions')[0]
  return {
    action: word(childrenOf(element, 'ruleaction')[0], 'action'),
    conditionCombination: word(conditions, 'conditionCombination') ?? 'all',
    conditions: conditions ? childrenOf(conditions, 'rulecondition').map(conditionOf) : [],
  }
}

const sequencingRulesOf = (element: Element | undefined): Settings | undefined =>
  element && {
    preConditionRules: childrenOf(element, 'preconditionrule').map(ruleOf),
    exitConditionRules: childrenOf(element, 'exitconditionrule').map(ruleOf),
    postConditionRules: childrenOf(element, 'postconditionrule').map(ruleOf),
  }

const rollUpRulesOf = (element: Element | undefined): Settings | undefined =>
  element && {
    rules: childrenOf(element, 'rolluprule').map((rule) => {
      const conditions = childrenOf(rule, 'rollupconditions')[0]
      return withDefaults({
        action: word(childrenOf(rule, 'rollupaction')[0], 'action'),
        consideration: word(rule, 'childActivitySet') ?? 'all',
        minimumCount: number(rule, 'minimumCount'),
        minimumPercent: number(rule, 'minimumPercent'),
        conditionCombination: word(conditions, 'conditionCombination') ?? 'any',
        conditions: (conditions ? childrenOf(conditions, 'rollupcondition') : []).map((one) => {
          const { condition, ...more } = conditionOf(one)
          return { ...more, condition: inRollUp[String(condition)] ?? condition }
        }),
      })
    }),
  }

const statuses = [
  'SatisfiedStatus',
  'NormalizedMeasure',
  'CompletionStatus',
  'ProgressMeasure',
  'RawScore',
  'MinScore',
  'MaxScore',
]

const mapOf = (element: Element): Settings =>
  withDefaults({
    targetObjectiveID: word(element, 'targetObjectiveID'),
    ...flags(element, ...statuses.flatMap((status) => [`read${status}`, `write${status}`])),
  })

/** Objectives; the fourth edition says more of them in its own list, by their names. */
const objectivesOf = (sequencing: Element): Settings => {
  const [list, more] = childrenOf(sequencing, 'objectives')
  if (!list) return {}
  const extended = new Map(
    (more ? childrenOf(more, 'objective') : []).map((one) => [word(one, 'objectiveID'), childrenOf(one, 'mapinfo').map(mapOf)]),
  )
  const objectiveOf = (element: Element, isPrimary: boolean): Settings => {
    const objectiveID = word(element, 'objectiveID') ?? ''
    const least = childrenOf(element, 'minnormalizedmeasure')[0]
    const isByMeasure = flag(element, 'satisfiedByMeasure')
    // One map for each target: what the two lists say of it, together.
    const maps = Map.groupBy([...childrenOf(element, 'mapinfo').map(mapOf), ...(extended.get(objectiveID) ?? [])], (one) =>
      String(one.targetObjectiveID),
    )
    return withDefaults({
      objectiveID,
      isPrimary,
      satisfiedByMeasure: isByMeasure,
      minNormalizedMeasure: (least && numberIn(textIn(least))) ?? (isByMeasure ? 1 : undefined),
      mapInfo: [...maps.values()].map((parts) => Object.assign({}, ...parts) as Settings),
    })
  }
  const primary = childrenOf(list, 'primaryobjective')[0]
  return withDefaults({
    primaryObjective: primary && objectiveOf(primary, true),
    objectives: childrenOf(list, 'objective').map((one) => objectiveOf(one, false)),
  })
}

const controlsOf = (sequencing: Element): Settings => {
  const one = (name: string) => childrenOf(sequencing, name)[0]
  const randomization = one('randomizationcontrols')
  const rollUp = one('rolluprules')
  const constrained = one('constrainedchoiceconsiderations')
  return withDefaults({
    ...flags(
      one('controlmode'),
      ...['choice', 'choiceExit', 'flow', 'forwardOnly', 'useCurrentAttemptObjectiveInfo', 'useCurrentAttemptProgressInfo'],
    ),
    ...flags(constrained, 'preventActivation', 'constrainChoice'),
    ...flags(rollUp, 'rollupObjectiveSatisfied', 'rollupProgressCompletion'),
    objectiveMeasureWeight: number(rollUp, 'objectiveMeasureWeight'),
    selectionTiming: word(randomization, 'selectionTiming'),
    selectCount: number(randomization, 'selectCount'),
    randomizationTiming: word(randomization, 'randomizationTiming'),
    randomizeChildren: flag(randomization, 'reorderChildren'),
    reorderChildren: flag(randomization, 'reorderChildren'),
    ...flags(one('deliverycontrols'), 'tracked', 'completionSetByContent', 'objectiveSetByContent'),
  })
}

const settingsOf = (sequencing: Element): Settings => {
  const one = (name: string) => childrenOf(sequencing, name)[0]
  const limits = one('limitconditions')
  const controls = controlsOf(sequencing)
  const delivery = one('deliverycontrols')
  const considerations = one('rollupconsiderations')
  return withDefaults({
    ...objectivesOf(sequencing),
    sequencingControls: Object.keys(controls).length > 0 ? controls : undefined,
    sequencingRules: sequencingRulesOf(one('sequencingrules')),
    rollupRules: rollUpRulesOf(one('rolluprules')),
    deliveryControls: delivery && withDefaults(flags(delivery, 'tracked', 'completionSetByContent', 'objectiveSetByContent')),
    rollupConsiderations:
      considerations &&
      withDefaults({
        requiredForSatisfied: word(considerations, 'requiredForSatisfied'),
        requiredForNotSatisfied: word(considerations, 'requiredForNotSatisfied'),
        requiredForCompleted: word(considerations, 'requiredForCompleted'),
        requiredForIncomplete: word(considerations, 'requiredForIncomplete'),
        measureSatisfactionIfActive: flag(considerations, 'measureSatisfactionIfActive'),
      }),
    attemptLimit: number(limits, 'attemptLimit'),
    attemptAbsoluteDurationLimit: word(limits, 'attemptAbsoluteDurationLimit'),
  })
}

/** The named sequencing of a manifest, which its items refer to. */
export const collectionsOf = (manifest: Element): ReadonlyMap<string, Element> =>
  new Map(
    insideOf(manifest, 'sequencingcollection')
      .flatMap((collection) => childrenOf(collection, 'sequencing'))
      .flatMap((one): [string, Element][] => {
        const id = word(one, 'ID')
        return id === undefined ? [] : [[id, one]]
      }),
  )

/**
 * What an item or an organisation says of its sequencing, in the form of scorm-again: its own, over what it refers to (SN 3.1: each
 * part of its own takes the place of that part).
 */
export const sequencingOf = (item: Element, collections: ReadonlyMap<string, Element>): Settings => {
  const own = childrenOf(item, 'sequencing')[0]
  if (!own) return {}
  const shared = collections.get(word(own, 'IDRef') ?? '')
  const inner = shared ? settingsOf(shared) : {}
  const outer = settingsOf(own)
  const controls = {
    ...(inner.sequencingControls as Settings | undefined),
    ...(outer.sequencingControls as Settings | undefined),
  }
  return { ...inner, ...outer, ...(Object.keys(controls).length > 0 && { sequencingControls: controls }) }
}
