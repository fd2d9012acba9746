/** A condition of a rule, as the standard names it. */
export interface RuleCondition {
  readonly condition: string
  readonly operator?: string | undefined
  /** Of which of the activity's objectives; its primary one where none is named. */
  readonly referencedObjective?: string | undefined
  readonly parameters?: { readonly threshold?: number | undefined } | undefined
}

export interface RollUpRule {
  readonly action: string
  readonly conditionCombination?: string | undefined
  readonly consideration?: string | undefined
  readonly minimumCount?: number | undefined
  /** 0 to 1. */
  readonly minimumPercent?: number | undefined
  readonly conditions: readonly Pick<RuleCondition, 'condition' | 'operator'>[]
}

export interface SequencingRule {
  readonly action: string
  readonly conditionCombination?: string | undefined
  readonly conditions: readonly RuleCondition[]
}

/** How an objective stands with one that the whole course shares: it is read unless said otherwise, and written where said so. */
export interface ObjectiveMap {
  readonly targetObjectiveID?: string | undefined
  readonly readSatisfiedStatus?: boolean | undefined
  readonly readNormalizedMeasure?: boolean | undefined
  readonly readCompletionStatus?: boolean | undefined
  readonly writeSatisfiedStatus?: boolean | undefined
  readonly writeNormalizedMeasure?: boolean | undefined
  readonly writeCompletionStatus?: boolean | undefined
}

export interface Objective {
  readonly objectiveID?: string | undefined
  readonly satisfiedByMeasure?: boolean | undefined
  readonly minNormalizedMeasure?: number | null | undefined
  readonly mapInfo?: readonly ObjectiveMap[] | undefined
}

/** An activity of SCORM 2004 with what of its sequencing decides anything here; a part of what scorm-again takes. */
export interface Activity {
  readonly id: string
  readonly children?: readonly Activity[] | undefined
  readonly sequencingControls?:
    | {
        readonly choice?: boolean | undefined
        readonly choiceExit?: boolean | undefined
        readonly flow?: boolean | undefined
        readonly forwardOnly?: boolean | undefined
        readonly preventActivation?: boolean | undefined
        readonly constrainChoice?: boolean | undefined
        readonly tracked?: boolean | undefined
        readonly rollupObjectiveSatisfied?: boolean | undefined
        readonly rollupProgressCompletion?: boolean | undefined
        readonly objectiveMeasureWeight?: number | undefined
      }
    | undefined
  readonly sequencingRules?:
    | {
        readonly preConditionRules?: readonly SequencingRule[] | undefined
        readonly postConditionRules?: readonly SequencingRule[] | undefined
      }
    | undefined
  readonly rollupConsiderations?:
    | {
        readonly requiredForSatisfied?: string | undefined
        readonly requiredForNotSatisfied?: string | undefined
        readonly requiredForCompleted?: string | undefined
        readonly requiredForIncomplete?: string | undefined
      }
    | undefined
  readonly attemptLimit?: number | undefined
  readonly primaryObjective?: Objective | undefined
  readonly objectives?: readonly Objective[] | undefined
  readonly completionThreshold?:
    | {
        readonly completedByMeasure?: boolean | undefined
        readonly minProgressMeasure?: number | undefined
        readonly progressWeight?: number | undefined
      }
    | undefined
  readonly rollupRules?: { readonly rules: readonly RollUpRule[] } | undefined
}

/** An activity and what it is in, the outermost first; undefined if the tree has none of this id. */
export const pathTo = (root: Activity, id: string): readonly Activity[] | undefined => {
  if (root.id === id) return [root]
  for (const child of root.children ?? []) {
    const path = pathTo(child, id)
    if (path) return [root, ...path]
  }
  return undefined
}
