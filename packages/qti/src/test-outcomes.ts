import { type Declaration, declarationOf, type QtiVersion } from './declaration.ts'
import { childOf, childrenOf, type QtiElement } from './element.ts'
import { evaluate } from './expression.ts'
import { ProcessingError } from './processing-error.ts'
import { runRules, unknownRules } from './rules.ts'
import { State } from './state.ts'
import type { TestSession } from './test-session.ts'
import type { Value } from './value.ts'

/** The outcome processing of a test. */
export interface QtiTest {
  readonly declarations: readonly Declaration[]
  readonly rules: readonly QtiElement[]
}

/** Reads `assessmentTest`. Throws a ProcessingError for what can't be followed. */
export const readQtiTest = (test: QtiElement, version: QtiVersion): QtiTest => {
  const processing = childOf(test, 'outcomeprocessing')
  const rules = processing ? childrenOf(processing) : []
  const [unknown] = unknownRules(rules)
  if (unknown !== undefined) throw new ProcessingError(`Nothing here does what ${unknown} does.`)
  return { declarations: childrenOf(test).flatMap((child) => declarationOf(child, version) ?? []), rules }
}

/** What the outcomes of a test come to, of the items that were sat. */
export const processOutcomes = (test: QtiTest, session: TestSession): Map<string, Value> =>
  processed(test, session).values('outcome')

const processed = ({ declarations, rules }: QtiTest, session: TestSession): State => {
  const state = new State(declarations, () => 0, session)
  state.resetOutcomes()
  runRules(rules, state)
  return state
}

/**
 * Whether an expression of a test holds once its outcomes were processed, as a pre-condition or a branch rule asks: what comes to NULL doesn't.
 * Throws a ProcessingError if it can't be followed.
 */
export const holdsInTest = (test: QtiTest, expression: QtiElement, session: TestSession): boolean => {
  const value = evaluate(expression, processed(test, session))
  return value?.cardinality === 'single' && value.value === true
}
