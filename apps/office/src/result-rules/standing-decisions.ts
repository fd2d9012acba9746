import type { ResultDecision, ResultRulesVersion } from '@sitwell/contract'

/** A decision in force, and the version that made it. */
export interface StandingDecision {
  readonly decision: ResultDecision
  readonly since: ResultRulesVersion
}

const nameOf = (decision: ResultDecision): string =>
  JSON.stringify([decision.questionID, decision.kind, decision.down, decision.also])

/** The decisions in force, each with the version since which it has been. `versions`: the newest first. */
export const standingDecisions = (versions: readonly ResultRulesVersion[]): readonly StandingDecision[] => {
  const [newest, ...older] = versions
  if (!newest) return []
  return newest.decisions.map((decision) => {
    const name = nameOf(decision)
    let since = newest
    for (const version of older) {
      if (!version.decisions.some((one) => nameOf(one) === name)) break
      since = version
    }
    return { decision, since }
  })
}

/** The change that takes one decision back, and leaves the others about its question as they are. */
export const takingBack = (decisions: readonly ResultDecision[], one: ResultDecision) => {
  const others = decisions.filter((other) => other.questionID === one.questionID && nameOf(other) !== nameOf(one))
  return { takeBack: [one.questionID], ...(others.length > 0 && { decide: others }) }
}
