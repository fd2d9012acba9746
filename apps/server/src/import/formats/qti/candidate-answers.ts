import type { Declaration } from '@sitwell/qti/declaration'
import { container, isSame, isText, type Scalar, scalarIn, scalarsOf, single, type Value } from '@sitwell/qti/value'
import {
  type AuthoredQuestion,
  answerTo,
  formFieldsOf,
  ownMarkingOf,
  type ResponseBinding,
} from '@sitwell/question-types/marking'
import { pictureFieldOf, pointIn, poolOnPicture } from './picture-candidates.ts'

/** Responses that an item is marked for, to see what its marks are worth. */
export interface Candidate {
  readonly name: 'right' | 'empty' | 'other'
  readonly responses: ReadonlyMap<string, Value>
}

const idsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.flatMap((one) => (typeof one?.id === 'string' ? [one.id] : [])) : []

/** Whether a response is the plays of a recording. */
const isHeard = (question: AuthoredQuestion, binding: ResponseBinding): boolean => {
  const [first] = binding.from === 'form' ? binding.fields : []
  return formFieldsOf(question).some(({ id, kind }) => kind === 'recording' && id === first?.field)
}

/** As many as say something: an item of hundreds of pairs is not tried in all of them. */
const most = 40

/** What may be given for a response: its options, its pairs, what its key and mapping name. */
const poolOf = (
  question: AuthoredQuestion,
  declaration: Declaration,
  binding: ResponseBinding,
  drawn: readonly Scalar[],
): Scalar[] => {
  const asked = question as unknown as Record<string, unknown>
  const { correct, mapping } = declaration
  const onPicture = pictureFieldOf(question, binding)
  const named = [
    ...(correct?.cardinality === 'record' ? [] : scalarsOf(correct)),
    ...(mapping?.entries.map(({ key }) => key) ?? []),
    ...drawn,
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
        if (onPicture) return poolOnPicture(onPicture, declaration, binding.fields[0]?.values)
        if (binding.fields.some(({ values }) => values))
          return binding.fields.flatMap(({ values = {} }) =>
            Object.values(values).map((one) => scalarIn(one, declaration.baseType ?? 'identifier')),
          )
        if (isHeard(question, binding)) return [1, 2, 3, ...named.flatMap((one) => (typeof one === 'number' ? [one + 1] : []))]
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

/** What a template drew, as far as it is of the kind of a response: rules may hold an answer against it without calling it right. */
const drawnLike = (declarations: readonly Declaration[], { baseType }: Declaration): Scalar[] =>
  declarations.flatMap(({ kind, baseType: type, byDefault }) =>
    kind === 'template' && type === baseType && byDefault?.cardinality === 'single' ? [byDefault.value] : [],
  )

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

/** What a mapping gives most for, the best first. */
const worthyOf = ({ mapping, areaMapping }: Declaration): Scalar[] => {
  const points = areaMapping?.entries.flatMap(({ area, worth }) => {
    const key = pointIn(area)
    return key ? [{ key, worth }] : []
  })
  return (points ?? mapping?.entries ?? [])
    .filter(({ worth }) => worth > 0)
    .sort((one, other) => other.worth - one.worth)
    .map(({ key }) => key)
}

/** The right value of a response: the one that is named, or what its mapping gives most for, as far as it may be given together. */
const rightOf = (question: AuthoredQuestion, declaration: Declaration, binding: ResponseBinding, correct: Value): Value => {
  if (correct !== null) return correct
  const keys = worthyOf(declaration)
  if (declaration.cardinality === 'single') return valueWith(declaration, keys.slice(0, 1))
  if (!pictureFieldOf(question, binding)) return valueWith(declaration, keys)
  const { identifier } = declaration
  const mayBe = (values: readonly Scalar[]) =>
    answerTo(question, { [identifier]: binding }, new Map([[identifier, valueWith(declaration, values)]])) !== undefined
  const together: Scalar[] = []
  for (const key of keys) if (mayBe([...together, key])) together.push(key)
  return valueWith(declaration, together)
}

/** Whether no choice is in more pairs than it may. */
const isWithin = (binding: ResponseBinding, values: readonly Scalar[]): boolean => {
  if (binding.from !== 'form') return true
  const written = new Set(values.map((one) => (typeof one === 'object' ? one.join(' ') : String(one))))
  const ticked = new Set(
    binding.fields.flatMap(({ field, values: means = {} }) =>
      Object.values(means).some((one) => written.has(one)) ? [field] : [],
    ),
  )
  return (binding.limits ?? []).every(({ fields, most: limit }) => fields.filter((field) => ticked.has(field)).length <= limit)
}

const valuesFor = (
  question: AuthoredQuestion,
  declaration: Declaration,
  binding: ResponseBinding,
  { right, drawn }: { readonly right: Value; readonly drawn: readonly Scalar[] },
): Value[] => {
  const pool = poolOf(question, declaration, binding, drawn)
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
    (binding.from === 'options' ? ownMarkingOf(question).choices?.most(question) : undefined) ??
    (binding.from === 'form' ? binding.most : undefined) ??
    pool.length
  return [...alone, ...fewer, ...more, ...turned, of(...worthy), of(...pool)].filter(
    // More than may be chosen is never saved.
    (value) =>
      value === null ||
      value.cardinality === 'record' ||
      (scalarsOf(value).length <= atMost && isWithin(binding, scalarsOf(value))),
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
    return binding
      ? [{ declaration, binding, right: rightOf(question, declaration, binding, correctOf(declaration.identifier)) }]
      : []
  })
  const right = new Map(asked.map((one) => [one.declaration.identifier, one.right]))
  const hasRight = [...right.values()].some((value) => value !== null)
  const found: Candidate[] = [{ name: 'empty', responses: new Map() }]
  if (hasRight) found.unshift({ name: 'right', responses: right })
  for (const { declaration, binding, right: own } of asked)
    for (const value of valuesFor(question, declaration, binding, {
      right: own,
      drawn: drawnLike(declarations, declaration),
    }).slice(0, most * 2)) {
      found.push({ name: 'other', responses: new Map([[declaration.identifier, value]]) })
      if (asked.length > 1) found.push({ name: 'other', responses: new Map([...right, [declaration.identifier, value]]) })
    }
  return found
}
