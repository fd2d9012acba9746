import type { CourseStatus } from '../prerequisites.ts'
import type { LaunchMode, MoveOn } from './vocabulary.ts'

/** What an AU has come to within a registration. */
export interface AuFacts {
  readonly completed: boolean
  readonly passed: boolean
  /** Its last judgement was that it was failed. */
  readonly failed: boolean
  readonly waived: boolean
}

export const nothingDone: AuFacts = { completed: false, passed: false, failed: false, waived: false }

/** Whether an AU is satisfied: its learner may move on, and it counts for its block and course. */
export const isSatisfied = ({ completed, passed, waived }: AuFacts, moveOn: MoveOn): boolean => {
  if (waived || moveOn === 'NotApplicable') return true
  if (moveOn === 'Passed') return passed
  if (moveOn === 'Completed') return completed
  return moveOn === 'CompletedAndPassed' ? completed && passed : completed || passed
}

/** A course or block of a course structure, with what is in it in order: `au` is an AU's place among all of the course. */
export interface StructureNode {
  /** As the publisher names it. */
  readonly id: string
  readonly children: readonly (StructureNode | { readonly au: number })[]
}

/** The ids of the blocks, and of the course last, that are satisfied where these AUs are. One with nothing in it is. */
export const satisfiedNodes = (root: StructureNode, isAuSatisfied: (au: number) => boolean): string[] => {
  const found: string[] = []
  const look = (node: StructureNode): boolean => {
    // Each is looked at, also behind one that isn't satisfied.
    const inside = node.children.map((child) => ('au' in child ? isAuSatisfied(child.au) : look(child)))
    if (inside.includes(false)) return false
    found.push(node.id)
    return true
  }
  look(root)
  return found
}

/**
 * An AU's status among the course list's four. One that asks for nothing is done once it has been looked at; one that was failed may be
 * opened again, and is under way then.
 */
export const auStatus = (
  facts: AuFacts,
  moveOn: MoveOn,
  { wasLaunched, isOpen }: { readonly wasLaunched: boolean; readonly isOpen: boolean },
): CourseStatus => {
  const { completed, passed, failed, waived } = facts
  const isDone =
    moveOn === 'NotApplicable' ? waived || completed || passed || (wasLaunched && !isOpen) : isSatisfied(facts, moveOn)
  if (isDone) return 2
  if (failed && !isOpen) return 3
  return wasLaunched ? 1 : 0
}

/** Whether an AU may be launched: each before it is satisfied. */
export const isAuOpen = (satisfied: readonly boolean[], position: number): boolean =>
  position >= 0 && position < satisfied.length && satisfied.slice(0, position).every(Boolean)

/** A course's status from its AUs' and whether all of it is satisfied. */
export const cmi5CourseStatus = (aus: readonly CourseStatus[], isCourseSatisfied: boolean): CourseStatus => {
  const isBegun = aus.some((status) => status !== 0)
  if (isCourseSatisfied && isBegun) return 2
  if (aus.includes(3)) return 3
  return isBegun ? 1 : 0
}

/** How an AU is launched: one that has what it asks for is looked at again, and could only say twice what is said once. */
export const launchModeOf = (facts: AuFacts, moveOn: MoveOn): LaunchMode => {
  const isDone = moveOn === 'NotApplicable' ? facts.completed || facts.passed || facts.waived : isSatisfied(facts, moveOn)
  return isDone ? 'Review' : 'Normal'
}
