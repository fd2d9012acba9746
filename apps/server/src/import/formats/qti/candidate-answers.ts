import type { Declaration } from '@sitwell/qti/declaration'
import { container, isSame, isText, type Scalar, scalarIn, scalarsOf, single, type Value } from '@sitwell/qti/value'
import type { AuthoredQuestion, ResponseBinding } from '@sitwell/question-types/marking'

/** Responses that an item is marked for, to see what its marks are worth. */
export interface Candidate {
  readonly name: 'right' | 'empty' | 'other'
  readonly responses: ReadonlyMap<string, Value>
}

const idsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.flatMap((one) => (typeof one?.id === 'string' ? [one.id] : [])) : []

/** As many as say something: an item of hundreds of pairs is not tried in all of them. */
const most = 40

/** What may be given for a response: its options, its pairs, what its key and mapping name. */
const poolOf = (question: AuthoredQuestion, declaration: Declaration, binding: ResponseBinding): Scalar[] => {
  const asked = question as unknown as Record<string, unknown>
  const { correct, mapping } = declaration
  const named = [
    ...(correct?.cardinality === 'record' ? [] : scalarsOf(correct)),
    ...(mapping?.entries.map(({ key }) => key) ?? []),
  ]
  const [options, selections] = [idsOf(asked.options), idsOf(asked.selections)]
  const lists = Array.isArray(asked.variableOptions) ? asked.variableOptions : []
  const across = (left: readonly string[], right: readonly string[]): Scalar[] =>
    left.flatMap((one) => right.map((other): Scalar => [one, other])).slice(0, most)
  const offered = (): Scalar[] => {
    switch (binding.from) {
      case 'options':
        return options
      case 'places':
        return selections
      case 'form':
        if (binding.fields.some(({ values }) => values))
          return binding.fields.flatMap(({ values = {} }) =>
            Object.values(values).map((one) => scalarIn(one, declaration.baseType ?? 'identifier')),
          )
        return typedOf(named, declaration)
      case 'pairs':
        return binding.isTurned ? across(selections, options) : across(options, selections)
      case 'blank':
        return idsOf(lists.find((one) => one?.id === binding.blank)?.options)
      case 'gaps':
        return across(idsOf(lists[0]?.options), Object.values(binding.gaps))
      default:
        return typedOf(named, declaration)
    }
  }
  const all = [...named, ...offered()].filter((one) => one !== '' && fits(one, declaration))
  return all
    .filter((one, at) => all.findIndex((other) => isSame(one, other, declaration.baseType ?? 'string')) === at)
    .slice(0, most)
}

/** What may be typed beside what is named: other capitals, something else, numbers around. */
const typedOf = (named: readonly Scalar[], { baseType }: Declaration): Scalar[] =>
  baseType !== undefined && isText(baseType)
    ? [...named.flatMap((one) => [String(one).toUpperCase(), String(one).toLowerCase()]), 'no such answer']
    : named.flatMap((one) => (typeof one === 'number' ? [one + 0.5, one + 1, one - 1, -one] : []))

const fits = (value: Scalar, { baseType }: Declaration): boolean => baseType !== 'integer' || Number.isInteger(value)

const valueWith = ({ cardinality, baseType = 'string' }: Declaration, values: readonly Scalar[]): Value => {
  const [first] = values
  if (first === undefined || cardinality === 'record') return null
  return cardinality === 'single' ? single(baseType, first) : container(cardinality, baseType, values)
}

const without = <T>(all: readonly T[], at: number): T[] => all.filter((_, index) => index !== at)

/** The right value of a response: the one that is named, or what its mapping gives most for. */
const rightOf = (declaration: Declaration, correct: Value): Value => {
  if (correct !== null || !declaration.mapping) return correct
  const worthy = declaration.mapping.entries.filter(({ worth }) => worth > 0).sort((one, other) => other.worth - one.worth)
  const keys = worthy.map(({ key }) => key)
  return valueWith(declaration, declaration.cardinality === 'single' ? keys.slice(0, 1) : keys)
}

const valuesFor = (question: AuthoredQuestion, declaration: Declaration, binding: ResponseBinding, right: Value): Value[] => {
  const pool = poolOf(question, declaration, binding)
  const of = (...values: Scalar[]) => valueWith(declaration, values)
  const alone = pool.map((one) => of(one))
  if (declaration.cardinality === 'single' || declaration.cardinality === 'record') return alone
  const rights = right?.cardinality === 'record' ? [] : scalarsOf(right)
  const fewer = rights.map((_, at) => of(...without(rights, at)))
  const wrong = pool.filter((one) => !rights.some((other) => isSame(one, other, declaration.baseType ?? 'string')))
  const more = wrong.slice(0, 8).map((one) => of(...rights, one))
  const turned = declaration.cardinality === 'ordered' && rights.length > 1 ? [of(...[...rights].reverse())] : []
  const worthy = declaration.mapping?.entries.filter(({ worth }) => worth > 0).map(({ key }) => key) ?? []
  const atMost =
    binding.from === 'options' && question.type === 'MULTICHOICE'
      ? question.maxOptions || pool.length
      : ((binding.from === 'form' ? binding.most : undefined) ?? pool.length)
  return [...alone, ...fewer, ...more, ...turned, of(...worthy), of(...pool)].filter(
    // More than may be chosen is never saved.
    (value) => value === null || value.cardinality === 'record' || scalarsOf(value).length <= atMost,
  )
}

/** The right, the empty, and partly right and wrong responses of an item, of each of its responses by itself and beside the right others. */
export const candidatesOf = (
  question: AuthoredQuestion,
  declarations: readonly Declaration[],
  bindings: Readonly<Record<string, ResponseBinding>>,
  correctOf: (identifier: string) => Value,
): Candidate[] => {
  const asked = declarations.flatMap((declaration) => {
    const binding = declaration.kind === 'response' ? bindings[declaration.identifier] : undefined
    return binding ? [{ declaration, binding, right: rightOf(declaration, correctOf(declaration.identifier)) }] : []
  })
  const right = new Map(asked.map((one) => [one.declaration.identifier, one.right]))
  const hasRight = [...right.values()].some((value) => value !== null)
  const found: Candidate[] = [{ name: 'empty', responses: new Map() }]
  if (hasRight) found.unshift({ name: 'right', responses: right })
  for (const { declaration, binding, right: own } of asked)
    for (const value of valuesFor(question, declaration, binding, own).slice(0, most * 2)) {
      found.push({ name: 'other', responses: new Map([[declaration.identifier, value]]) })
      if (asked.length > 1) found.push({ name: 'other', responses: new Map([...right, [declaration.identifier, value]]) })
    }
  return found
}
