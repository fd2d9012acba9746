import { type Declaration, declarationOf, type QtiVersion } from './declaration.ts'
import { attributeOf, childOf, childrenOf, type QtiElement } from './element.ts'
import { evaluate, unknownIn } from './expression.ts'
import { ProcessingError } from './processing-error.ts'
import { runRules, unknownRules } from './rules.ts'
import { standardTemplate } from './standard-templates.ts'
import { type Chance, State } from './state.ts'
import { integer, single, type Value } from './value.ts'

/** An item as far as it is worked out: its variables and its rules, without what a learner sees. */
export interface QtiItem {
  readonly declarations: readonly Declaration[]
  /** Undefined if the item has no response processing at all. */
  readonly responseRules: readonly QtiElement[] | undefined
  readonly templateRules: readonly QtiElement[]
  /** What a test has a template begin with, instead of what was declared. */
  readonly templateDefaults: readonly QtiElement[]
}

/** Variables that the standard's templates set, and items leave undeclared. */
const undeclared: Readonly<Record<string, QtiElement>> = {
  SCORE: { name: 'outcomedeclaration', attributes: { identifier: 'SCORE', cardinality: 'single', basetype: 'float' } },
  FEEDBACK: {
    name: 'outcomedeclaration',
    attributes: { identifier: 'FEEDBACK', cardinality: 'single', basetype: 'identifier' },
  },
  FEEDBACKBASIC: {
    name: 'outcomedeclaration',
    attributes: { identifier: 'FEEDBACKBASIC', cardinality: 'single', basetype: 'identifier' },
  },
  MAXSCORE: {
    name: 'outcomedeclaration',
    attributes: { identifier: 'MAXSCORE', cardinality: 'single', basetype: 'float' },
    children: [{ name: 'defaultvalue', children: [{ name: 'value', text: '1' }] }],
  },
}

/** The variables that rules name, however deep. */
const namesIn = (elements: readonly QtiElement[]): string[] =>
  elements.flatMap((one) => [attributeOf(one, 'identifier') ?? [], namesIn(childrenOf(one))].flat())

/** Rules that ask for another response than RESPONSE. */
const asking = (element: QtiElement, identifier: string): QtiElement => ({
  ...element,
  ...(element.attributes?.identifier === 'RESPONSE' && { attributes: { ...element.attributes, identifier } }),
  ...(element.children && { children: element.children.map((one) => asking(one, identifier)) }),
})

const rulesOf = (processing: QtiElement): { rules: readonly QtiElement[]; isStandard: boolean } => {
  const own = childrenOf(processing)
  if (own.length > 0) return { rules: own, isStandard: false }
  const address = attributeOf(processing, 'template') ?? attributeOf(processing, 'templatelocation') ?? ''
  if (address.trim() === '') return { rules: [], isStandard: false }
  const rules = standardTemplate(address)
  if (!rules) throw new ProcessingError(`The template "${address.slice(0, 200)}" of the response processing is not known here.`)
  return { rules, isStandard: true }
}

/** The declarations of an item, by their identifiers. */
const declarationsIn = (item: QtiElement, version: QtiVersion): Map<string, Declaration> => {
  const declarations = new Map<string, Declaration>()
  for (const child of childrenOf(item)) {
    const one = declarationOf(child, version)
    if (!one) continue
    if (declarations.has(one.identifier)) throw new ProcessingError(`The variable "${one.identifier}" is declared twice.`)
    declarations.set(one.identifier, one)
  }
  return declarations
}

/** The standard's templates ask for RESPONSE; where an item has one response of another name, that one is meant. */
const askingForOnly = (rules: readonly QtiElement[], declarations: Iterable<Declaration>): readonly QtiElement[] => {
  const [only, ...others] = [...declarations].filter(({ kind }) => kind === 'response')
  return only && others.length === 0 ? rules.map((one) => asking(one, only.identifier)) : rules
}

/** What rules of the standard's templates set, and their item leaves undeclared. */
const undeclaredIn = (rules: readonly QtiElement[], declared: ReadonlyMap<string, unknown>, version: QtiVersion) =>
  namesIn(rules).flatMap((name) => {
    const element = declared.has(name) || !Object.hasOwn(undeclared, name) ? undefined : undeclared[name]
    return (element && declarationOf(element, version)) ?? []
  })

/**
 * Reads an item: `assessmentItem`, or an element that has its declarations and processing alone. Throws a ProcessingError for declarations
 * and rules that can't be followed, also for those that no answer might ever reach.
 */
export const readQtiItem = (item: QtiElement, version: QtiVersion): QtiItem => {
  const declarations = declarationsIn(item, version)
  const processing = childOf(item, 'responseprocessing')
  const { rules: written, isStandard } = processing ? rulesOf(processing) : { rules: undefined, isStandard: false }
  const rules = written && isStandard ? askingForOnly(written, declarations.values()) : written
  if (rules && isStandard) for (const one of undeclaredIn(rules, declarations, version)) declarations.set(one.identifier, one)
  const templates = childOf(item, 'templateprocessing')
  const templateRules = templates ? childrenOf(templates) : []
  if (namesIn(rules ?? []).includes('duration') && !declarations.has('duration'))
    throw new ProcessingError('It asks how long its answer took, which nothing here says.')
  const templateDefaults = childrenOf(item, 'templatedefault')
  const [unknown] = [
    ...unknownRules([...(rules ?? []), ...templateRules]),
    ...templateDefaults.flatMap((one) => childrenOf(one).flatMap(unknownIn)),
  ]
  if (unknown !== undefined) throw new ProcessingError(`Nothing here does what ${unknown} does.`)
  return { declarations: [...declarations.values()], responseRules: rules, templateRules, templateDefaults }
}

/** How often a template is tried until its constraints hold (information model, templateConstraint). */
const mostTries = 100

const noChance: Chance = () => 0

/** What a test has template variables begin with: drawn once, however often the template is tried. */
const defaultsOf = ({ declarations, templateDefaults }: QtiItem, chance: Chance): readonly (readonly [string, Value])[] => {
  if (templateDefaults.length === 0) return []
  const state = new State(declarations, chance)
  return templateDefaults.map((one) => {
    const [expression] = childrenOf(one)
    if (!expression) throw new ProcessingError('A default of a template has no expression inside.')
    return [attributeOf(one, 'templateidentifier') ?? '', evaluate(expression, state)]
  })
}

/**
 * The variables of an item for one learner: template variables are drawn with `chance`, which gives the same numbers each time for the same
 * learner and item. Throws a ProcessingError if the template can't be followed.
 */
export const startItem = (item: QtiItem, chance: Chance = noChance): State => {
  const { declarations, templateRules } = item
  const defaults = defaultsOf(item, chance)
  // All tries together take no longer than one item may.
  const fresh = (before?: State) => {
    const state = new State(declarations, chance)
    if (before) state.count(before.steps)
    for (const [identifier, value] of defaults) state.setDefault(identifier, value)
    for (const { kind, identifier } of declarations) if (kind === 'template') state.set(identifier, state.byDefault(identifier))
    return state
  }
  let state = fresh()
  for (let tries = 1; runRules(templateRules, state) === 'again'; tries += 1) {
    // What never holds falls back to what was declared, as the standard says.
    if (tries >= mostTries) {
      state = fresh()
      break
    }
    state = fresh(state)
  }
  return state
}

/** The outcomes that responses come to. A response that isn't named is NULL; those that are none of the item's are passed over. */
export const processResponses = (item: QtiItem, state: State, responses: ReadonlyMap<string, Value>): Map<string, Value> => {
  for (const { kind, identifier } of item.declarations)
    if (kind === 'response') state.set(identifier, responses.get(identifier) ?? null)
  state.resetOutcomes()
  runRules(item.responseRules ?? [], state)
  return state.values('outcome')
}

/** How an item stands after an attempt at it. */
export interface AfterAttempt {
  readonly outcomes: ReadonlyMap<string, Value>
  /** What the item says of itself; nothing is to be answered any more once it is `completed`. */
  readonly completionStatus: string
}

/** An attempt, the first of which has the number 1. */
export interface ItemAttempt {
  readonly number: number
  readonly responses: ReadonlyMap<string, Value>
  /** Where the attempt before it left an adaptive item: its outcomes continue from there. All others begin again each time. */
  readonly before?: AfterAttempt | undefined
}

const statusIn = (state: State): string => {
  const status = state.value('completionStatus')
  return status?.cardinality === 'single' ? String(status.value) : 'unknown'
}

/** Works out one attempt, with `state` as `startItem` makes it. A response that isn't named is NULL. */
export const processAttempt = (item: QtiItem, state: State, { number, responses, before }: ItemAttempt): AfterAttempt => {
  for (const { kind, identifier } of item.declarations)
    if (kind === 'response') state.set(identifier, responses.get(identifier) ?? null)
  state.resetOutcomes()
  for (const [identifier, value] of before?.outcomes ?? []) state.set(identifier, value)
  state.setBuiltIn('numAttempts', integer(number))
  state.setBuiltIn('completionStatus', single('identifier', before?.completionStatus ?? 'unknown'))
  runRules(item.responseRules ?? [], state)
  return { outcomes: state.values('outcome'), completionStatus: statusIn(state) }
}

/** The outcomes of an item at which nobody has made an attempt. */
export const outcomesBefore = (state: State): Map<string, Value> => {
  state.resetOutcomes()
  return state.values('outcome')
}
