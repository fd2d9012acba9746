import { attributeOf, type QtiElement } from '../element.ts'
import { ProcessingError } from '../processing-error.ts'
import type { State } from '../state.ts'
import type { ItemResult, TestSession } from '../test-session.ts'
import { type BaseType, baseTypeIn, container, integer, isNumeric, type Scalar, scalarsOf, type Value } from '../value.ts'
import { needed, type Operator } from './operator.ts'

/** A variable of an item of the test, as outcome processing names it: `ITEM.SCORE`. */
export const itemVariable = (name: string, { items }: TestSession): { item: ItemResult; value: Value } | undefined => {
  const item = items.find((one) => name.startsWith(`${one.identifier}.`))
  return item && { item, value: item.outcomes.get(name.slice(item.identifier.length + 1)) ?? null }
}

const named = (element: QtiElement, attribute: string): string[] | undefined =>
  attributeOf(element, attribute)
    ?.split(/\s+/)
    .filter((one) => one !== '')

/** The items that an expression asks about: of a section, of some categories, without others. */
const subset = (element: QtiElement, state: State): readonly ItemResult[] => {
  if (!state.test) throw new ProcessingError(`<${element.name}> asks about a test, and there is none.`)
  const section = attributeOf(element, 'sectionidentifier')
  const included = named(element, 'includecategory')
  const excluded = named(element, 'excludecategory') ?? []
  return state.test.items.filter(
    ({ sections, categories }) =>
      (section === undefined || sections.includes(section)) &&
      (!included || included.some((one) => categories.includes(one))) &&
      !excluded.some((one) => categories.includes(one)),
  )
}

const counting =
  (counts: (item: ItemResult) => boolean): Operator =>
  (element, state) =>
    integer(subset(element, state).filter(counts).length)

const weightOf = (element: QtiElement, { weights }: ItemResult): number | undefined => {
  const weight = attributeOf(element, 'weightidentifier')
  return weight === undefined ? undefined : (weights[weight] ?? 1)
}

const weighted = (values: readonly Scalar[], weight: number | undefined) =>
  weight === undefined ? values : values.map((one) => (typeof one === 'number' ? one * weight : one))

/** Whether a value is of the type that is asked for; without a type named all numbers are meant. */
const isAskedFor = (given: BaseType, wanted: BaseType | undefined, isNamed: boolean) =>
  isNamed ? given === wanted || (wanted === 'float' && given === 'integer') : isNumeric(given)

const testVariables: Operator = (element, state) => {
  const identifier = needed(element, 'variableidentifier')
  const wanted = attributeOf(element, 'basetype')
  const values: Scalar[] = []
  let baseType: BaseType | undefined = wanted === undefined ? undefined : baseTypeIn(wanted)
  const isWeighted = attributeOf(element, 'weightidentifier') !== undefined
  for (const item of subset(element, state)) {
    const value = item.outcomes.get(identifier) ?? null
    if (value === null || value.cardinality === 'record') continue
    if (!isAskedFor(value.baseType, baseType, wanted !== undefined)) continue
    if (wanted === undefined && (baseType === undefined || value.baseType === 'float')) baseType = value.baseType
    values.push(...weighted(scalarsOf(value), weightOf(element, item)))
  }
  return container('multiple', isWeighted ? 'float' : (baseType ?? 'float'), values)
}

/** Those of the items' own bounds; the sum is what their author takes of it. */
const bounds =
  (of: 'normalMaximum' | 'normalMinimum'): Operator =>
  (element, state) => {
    const identifier = needed(element, 'outcomeidentifier')
    const found: number[] = []
    for (const item of subset(element, state)) {
      const bound = item[of][identifier]
      // An item that doesn't say its maximum makes that of all unknown; one without a minimum is passed over.
      if (bound === undefined && of === 'normalMaximum') return null
      if (bound !== undefined) found.push(bound * (weightOf(element, item) ?? 1))
    }
    return container('multiple', 'float', found)
  }

export const testOperators = {
  testvariables: testVariables,
  outcomemaximum: bounds('normalMaximum'),
  outcomeminimum: bounds('normalMinimum'),
  numbercorrect: counting(({ isCorrect }) => isCorrect === true),
  numberincorrect: counting(({ isCorrect, isResponded }) => isResponded && isCorrect === false),
  numberpresented: counting(({ isPresented }) => isPresented),
  numberresponded: counting(({ isResponded }) => isResponded),
  numberselected: counting(() => true),
} satisfies Record<string, Operator>
