import { attributeOf, childrenOf, type QtiElement } from './element.ts'
import { chanceOperators } from './expressions/chance.ts'
import { comparisonOperators } from './expressions/comparison.ts'
import { containerOperators } from './expressions/containers.ts'
import { logicOperators } from './expressions/logic.ts'
import { mappingOperators } from './expressions/mapping.ts'
import { numberOperators } from './expressions/numbers.ts'
import type { Operator } from './expressions/operator.ts'
import { roundingOperators } from './expressions/rounding.ts'
import { statisticsOperators } from './expressions/statistics.ts'
import { testOperators } from './expressions/test.ts'
import { textOperators } from './expressions/texts.ts'
import { variableOperators } from './expressions/variables.ts'
import { ProcessingError } from './processing-error.ts'
import type { State } from './state.ts'
import type { Value } from './value.ts'

const operators: ReadonlyMap<string, Operator> = new Map(
  Object.entries({
    ...variableOperators,
    ...mappingOperators,
    ...logicOperators,
    ...comparisonOperators,
    ...textOperators,
    ...numberOperators,
    ...roundingOperators,
    ...statisticsOperators,
    ...containerOperators,
    ...chanceOperators,
    ...testOperators,
  }),
)

/** Whether an element is an expression that can be worked out. */
export const isExpression = (name: string): boolean => operators.has(name)

/**
 * The value of an expression, on the variables as they stand. Throws a {@link ProcessingError} for what can't be followed: an operator of
 * nobody's standard (`customOperator`), a variable that isn't declared, values that don't go together.
 */
export const evaluate = (element: QtiElement, state: State): Value => {
  const operator = operators.get(element.name)
  if (operator) {
    const value = operator(element, state, (one) => evaluate(one, state))
    state.count(value?.cardinality === 'multiple' || value?.cardinality === 'ordered' ? value.values.length : 1)
    return value
  }
  if (element.name === 'customoperator') throw new ProcessingError(`Nothing here does what ${customName(element)} does.`)
  throw new ProcessingError(`<${element.name}> is not an expression of the standard.`)
}

/** What is in an expression and can't be worked out, however deep: names of elements, a custom operator with its own. */
export const unknownIn = (element: QtiElement): string[] => [
  ...(isExpression(element.name) ? [] : [element.name === 'customoperator' ? customName(element) : `<${element.name}>`]),
  ...childrenOf(element).flatMap(unknownIn),
]

const customName = (element: QtiElement) =>
  `the custom operator "${attributeOf(element, 'class') ?? attributeOf(element, 'definition') ?? 'without a name'}"`
