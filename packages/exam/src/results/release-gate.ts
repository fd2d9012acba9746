/** When the marks of a sitting are shown to its learner: as soon as there are any, or once somebody has confirmed them. */
export const releasePolicies = ['immediately', 'confirmed'] as const
export type ReleasePolicy = (typeof releasePolicies)[number]

/** What the gate decides by. */
export interface GateFacts {
  /** As the schedule says; undefined where it leaves that to the exam. */
  readonly policy: ReleasePolicy | undefined
  /** Whether a person has to mark an answer to any question of the exam. */
  readonly needsPerson: boolean
  /** When the results of the sitting were confirmed, in milliseconds; null where they weren't, or the confirmation was withdrawn. */
  readonly confirmedAtMs: number | null
}

/** The policy in force: marks that a person gives are never shown before somebody confirms them, unless the schedule says so. */
export const policyInForce = ({ policy, needsPerson }: Pick<GateFacts, 'policy' | 'needsPerson'>): ReleasePolicy =>
  policy ?? (needsPerson ? 'confirmed' : 'immediately')

/**
 * Whether anything that depends on the marks of a sitting may be shown to its learner, or to anybody else who may not read marks: figures,
 * grade, pass, messages, what is said of answers, and how far the marking is.
 */
export const areMarksReleased = (facts: GateFacts): boolean =>
  policyInForce(facts) === 'immediately' || facts.confirmedAtMs !== null
