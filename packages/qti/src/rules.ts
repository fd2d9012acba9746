import type { LookupTable } from './declaration.ts'
import { attributeOf, childrenOf, type QtiElement } from './element.ts'
import { evaluate, unknownIn } from './expression.ts'
import { numbers, truth } from './operands.ts'
import { ProcessingError } from './processing-error.ts'
import type { State } from './state.ts'
import type { Value } from './value.ts'

/** What a rule leads to: on to the next, out of all processing, or back to the start of the template. */
type After = 'on' | 'exit' | 'again'

const conditions = /^(response|template|outcome)condition$/
const branches = /^(response|template|outcome)(if|elseif|else)$/
const exits = /^exit(response|template|test)$/
const fragments = /^(response|outcome)processingfragment$/

const firstExpression = (element: QtiElement): QtiElement => {
  const [found] = childrenOf(element)
  if (!found) throw new ProcessingError(`<${element.name}> has no expression inside.`)
  return found
}

const identifierOf = (element: QtiElement): string => {
  const identifier = attributeOf(element, 'identifier')
  if (identifier === undefined) throw new ProcessingError(`<${element.name}> names no variable.`)
  return identifier
}

/** The target of a number in a table. */
const lookedUp = ({ kind, entries, otherwise }: LookupTable, source: Value): Value => {
  const [number] = numbers([source]) ?? []
  if (number === undefined) return otherwise
  const found = entries.find((one) =>
    kind === 'match' ? one.source === number : one.source < number || (one.includesSource && one.source === number),
  )
  return found?.target ?? otherwise
}

const runCondition = (element: QtiElement, state: State): After => {
  for (const branch of childrenOf(element)) {
    if (!branches.test(branch.name)) throw new ProcessingError(`<${branch.name}> is not a part of a condition.`)
    const inside = childrenOf(branch)
    if (branch.name.endsWith('else')) return runRules(inside, state)
    const [test, ...rules] = inside
    if (!test) throw new ProcessingError(`<${branch.name}> has no condition.`)
    if (truth(evaluate(test, state)) === true) return runRules(rules, state)
  }
  return 'on'
}

const setters: Readonly<Record<string, (state: State, identifier: string, value: Value) => void>> = {
  setoutcomevalue: (state, identifier, value) => state.set(identifier, value),
  settemplatevalue: (state, identifier, value) => state.set(identifier, value),
  setcorrectresponse: (state, identifier, value) => state.setCorrect(identifier, value),
  setdefaultvalue: (state, identifier, value) => state.setDefault(identifier, value),
}

const runRule = (rule: QtiElement, state: State): After => {
  const { name } = rule
  const set = Object.hasOwn(setters, name) ? setters[name] : undefined
  if (set) {
    set(state, identifierOf(rule), evaluate(firstExpression(rule), state))
    return 'on'
  }
  if (conditions.test(name)) return runCondition(rule, state)
  if (exits.test(name)) return 'exit'
  if (fragments.test(name)) return runRules(childrenOf(rule), state)
  if (name === 'templateconstraint') return truth(evaluate(firstExpression(rule), state)) === true ? 'on' : 'again'
  if (name === 'lookupoutcomevalue') {
    const identifier = identifierOf(rule)
    const { table } = state.declaration(identifier)
    if (!table) throw new ProcessingError(`The outcome "${identifier}" has no table.`)
    state.set(identifier, lookedUp(table, evaluate(firstExpression(rule), state)))
    return 'on'
  }
  throw new ProcessingError(`<${name}> is not a rule of the standard.`)
}

/** Runs rules in their order, until one leads elsewhere. Throws a ProcessingError for one that can't be followed. */
export const runRules = (rules: readonly QtiElement[], state: State): After => {
  for (const rule of rules) {
    const after = runRule(rule, state)
    if (after !== 'on') return after
  }
  return 'on'
}

/** The names of rules and expressions that can't be followed, however deep: what is never reached is found too. */
export const unknownRules = (rules: readonly QtiElement[]): string[] =>
  rules.flatMap((rule) => {
    const { name } = rule
    if (branches.test(name) && !name.endsWith('else')) {
      const [condition, ...more] = childrenOf(rule)
      return [...(condition ? unknownIn(condition) : []), ...unknownRules(more)]
    }
    if (conditions.test(name) || branches.test(name) || fragments.test(name)) return unknownRules(childrenOf(rule))
    if (Object.hasOwn(setters, name) || name === 'lookupoutcomevalue' || name === 'templateconstraint')
      return childrenOf(rule).flatMap(unknownIn)
    return exits.test(name) ? [] : [`<${name}>`]
  })
