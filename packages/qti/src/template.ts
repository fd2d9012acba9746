import type { Declaration } from './declaration.ts'
import { attributeOf, childrenOf, type QtiElement } from './element.ts'
import { type QtiItem, startItem } from './item.ts'
import { ProcessingError, ProcessingTooLong } from './processing-error.ts'
import type { Chance, State } from './state.ts'
import { type Scalar, type Single, scalarsOf, type Value } from './value.ts'

/** Draws that fail are drawn again, so often. */
const mostDraws = 20

const drawnOnce = <T>(item: QtiItem, chance: Chance, take: (state: State) => T | undefined): T | 'again' | 'never' => {
  try {
    return take(startItem(item, chance)) ?? 'again'
  } catch (error) {
    if (error instanceof ProcessingTooLong) return 'never'
    if (error instanceof ProcessingError) return 'again'
    throw error
  }
}

/**
 * What is made of the variables of an item with its template drawn: the same for the same numbers of `chance`. What comes to nothing (a
 * number between 5 and 3), or of which `take` makes nothing, is drawn again; undefined if that continues, or takes too long. `take` may
 * throw a ProcessingError.
 */
export const drawTemplate = <T extends object>(
  item: QtiItem,
  chance: Chance,
  take: (state: State) => T | undefined,
): T | undefined => {
  for (let draws = 0; draws < mostDraws; draws += 1) {
    const taken = drawnOnce(item, chance, take)
    if (taken === 'never') return undefined
    if (taken !== 'again') return taken
  }
  return undefined
}

/** The variables of an item as they are declared, with nothing drawn. */
export const undrawn = (item: QtiItem): State => startItem({ ...item, templateRules: [], templateDefaults: [] })

/**
 * Whether something of the content is shown: a part of it, or a choice. It is where its template variable holds its identifier, or where it
 * doesn't and `showHide` is `hide`.
 */
export const isShown = (element: QtiElement, state: State): boolean => {
  const value = state.value(attributeOf(element, 'templateidentifier') ?? '')
  const identifier = attributeOf(element, 'identifier') ?? ''
  const isNamed = value !== null && value.cardinality !== 'record' && scalarsOf(value).some((one) => String(one) === identifier)
  return attributeOf(element, 'showhide')?.trim() === 'hide' ? !isNamed : isNamed
}

const numberText = (value: number) => {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'INF' : '-INF'
}

const scalarText = (value: Scalar): string => {
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'object') return value.map((one) => (typeof one === 'number' ? numberText(one) : one)).join(' ')
  return String(value)
}

const fieldElement = ([name, field]: readonly [string, Single | null]): QtiElement[] =>
  field === null
    ? []
    : [
        {
          name: 'value',
          attributes: { fieldidentifier: name, basetype: field.baseType.toLowerCase() },
          text: scalarText(field.value),
        },
      ]

/** `defaultValue` or `correctResponse` that writes a value; none for NULL. */
const written = (name: string, value: Value): QtiElement[] => {
  if (value === null) return []
  const values =
    value.cardinality === 'record'
      ? [...value.fields].flatMap(fieldElement)
      : scalarsOf(value).map((one) => ({ name: 'value', text: scalarText(one) }))
  return [{ name, children: values }]
}

const instead = (declaration: QtiElement, name: string, value: Value): QtiElement => ({
  ...declaration,
  children: [...written(name, value), ...childrenOf(declaration).filter((one) => one.name !== name)],
})

const heldDeclaration = (element: QtiElement, declared: Declaration, state: State): QtiElement => {
  const { kind, identifier } = declared
  if (kind === 'template') return instead(element, 'defaultvalue', state.value(identifier))
  const [byDefault, correct] = [state.byDefault(identifier), state.correct(identifier)]
  const withDefault = byDefault === declared.byDefault ? element : instead(element, 'defaultvalue', byDefault)
  return correct === declared.correct ? withDefault : instead(withDefault, 'correctresponse', correct)
}

/**
 * An item with what was drawn of it: its template variables hold their values, its responses have the right answer and its variables the
 * defaults that the template set, and nothing is left to draw. Rules are those of the item itself.
 */
export const heldItem = (item: QtiElement, { declarations }: Pick<QtiItem, 'declarations'>, state: State): QtiElement => {
  const known = new Map(declarations.map((one) => [one.identifier, one]))
  const children = childrenOf(item)
    .filter(({ name }) => name !== 'templateprocessing' && name !== 'templatedefault')
    .map((one) => {
      const declared = one.name.endsWith('declaration') ? known.get(attributeOf(one, 'identifier') ?? '') : undefined
      return declared ? heldDeclaration(one, declared, state) : one
    })
  return { ...item, children }
}

/** The responses whose right answer rules set, however deep. */
export const correctSetIn = (rules: readonly QtiElement[]): ReadonlySet<string> =>
  new Set(
    rules.flatMap((rule) => [
      ...(rule.name === 'setcorrectresponse' ? [attributeOf(rule, 'identifier') ?? ''] : []),
      ...correctSetIn(childrenOf(rule)),
    ]),
  )
