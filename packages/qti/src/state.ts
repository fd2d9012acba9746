import type { Declaration } from './declaration.ts'
import { ProcessingError, ProcessingTooLong } from './processing-error.ts'
import type { TestSession } from './test-session.ts'
import { asType, type BaseType, float, integer, single, type Value } from './value.ts'

/** Numbers from 0 to below 1. The engine has no chance of its own: whoever runs it says where it comes from. */
export type Chance = () => number

/** More than the processing of any item comes to: a repeat in a repeat, beside which little stands, would continue for days. */
const mostSteps = 200_000

/** What processing runs on: the variables and what they are declared to be. */
export class State {
  readonly #declared = new Map<string, Declaration>()
  readonly #values = new Map<string, Value>()
  readonly #correct = new Map<string, Value>()
  readonly #defaults = new Map<string, Value>()
  #steps = 0
  readonly chance: Chance
  /** What the whole test comes to, where outcomes of a test are processed. */
  readonly test: TestSession | undefined

  constructor(declarations: Iterable<Declaration>, chance: Chance, test?: TestSession) {
    for (const one of declarations) this.#declared.set(one.identifier, one)
    this.chance = chance
    this.test = test
  }

  /** How many values were worked out so far. */
  get steps(): number {
    return this.#steps
  }

  /** Counts what was worked out, by how many values it has. Throws a ProcessingTooLong once that is more than any item needs. */
  count(values: number): void {
    this.#steps += values
    if (this.#steps > mostSteps) throw new ProcessingTooLong('Its processing takes longer than that of any item.')
  }

  declaration(identifier: string): Declaration {
    const found = this.#declared.get(identifier)
    if (!found) throw new ProcessingError(`No variable "${identifier}" is declared.`)
    return found
  }

  /** The value of a variable; NULL if it has none yet. Throws an error if there is no such variable. */
  value(identifier: string): Value {
    if (this.#values.has(identifier)) return this.#values.get(identifier) ?? null
    const builtIn = builtInValues.get(identifier)
    if (builtIn !== undefined && !this.#declared.has(identifier)) return builtIn
    this.declaration(identifier)
    return null
  }

  /** Sets a variable of any kind; the value is brought into its type. */
  set(identifier: string, value: Value): void {
    if (identifier === 'completionStatus' && !this.#declared.has(identifier)) {
      this.#values.set(identifier, value)
      return
    }
    const { cardinality, baseType } = this.declaration(identifier)
    this.#values.set(identifier, asType(value, cardinality, baseType))
  }

  /** Sets a variable that each item has undeclared; of an item that declares it itself, its own. */
  setBuiltIn(identifier: 'completionStatus' | 'numAttempts', value: Value): void {
    if (this.#declared.has(identifier)) this.set(identifier, value)
    else this.#values.set(identifier, value)
  }

  correct(identifier: string): Value {
    const given = this.#correct.get(identifier)
    return given === undefined ? this.declaration(identifier).correct : given
  }

  setCorrect(identifier: string, value: Value): void {
    const { cardinality, baseType } = this.declaration(identifier)
    this.#correct.set(identifier, asType(value, cardinality, baseType))
  }

  byDefault(identifier: string): Value {
    const given = this.#defaults.get(identifier)
    return given === undefined ? this.declaration(identifier).byDefault : given
  }

  setDefault(identifier: string, value: Value): void {
    const { cardinality, baseType } = this.declaration(identifier)
    this.#defaults.set(identifier, asType(value, cardinality, baseType))
  }

  /** The variables of one kind with their values. */
  values(kind: Declaration['kind']): Map<string, Value> {
    const found = [...this.#declared.values()].filter((one) => one.kind === kind)
    return new Map(found.map(({ identifier }) => [identifier, this.value(identifier)]))
  }

  /** Puts outcome variables to where they stand before anything is processed. */
  resetOutcomes(): void {
    for (const one of this.#declared.values()) {
      if (one.kind !== 'outcome') continue
      const start = this.byDefault(one.identifier)
      this.#values.set(one.identifier, start ?? initial(one.cardinality, one.baseType))
    }
  }
}

/** A numeric outcome without a default begins at 0, all others at NULL. */
const initial = (cardinality: Declaration['cardinality'], baseType: BaseType | undefined): Value => {
  if (cardinality !== 'single') return null
  if (baseType === 'integer') return integer(0)
  return baseType === 'float' ? float(0) : null
}

/**
 * Variables that each item has undeclared, as they are where an answer is marked once, when the exam is over. How long it took (`duration`)
 * isn't known then, and is no variable: an item that asks for it can't be marked by its rules.
 */
const builtInValues = new Map<string, Value>([
  ['completionStatus', single('identifier', 'unknown')],
  ['numAttempts', integer(1)],
])
