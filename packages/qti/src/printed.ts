import { attributeOf, flagOf, type QtiElement } from './element.ts'
import { needed, numberOrVariable } from './expressions/operator.ts'
import { formatted, inPowerForm, isNumberFormat, plainNumber } from './number-format.ts'
import { ProcessingError } from './processing-error.ts'
import type { State } from './state.ts'
import { type BaseType, isNumeric, type Scalar, type Single, type Value } from './value.ts'

const numberText = (value: number, baseType: BaseType, element: QtiElement, state: State): string => {
  const base = numberOrVariable(attributeOf(element, 'base') ?? '10', state) ?? 10
  if (!Number.isInteger(base) || base < 2 || base > 36)
    throw new ProcessingError(`A number is to be written to the base ${base}.`)
  const format = attributeOf(element, 'format')?.trim()
  const plain = () => (baseType === 'integer' && base !== 10 ? value.toString(base) : plainNumber(value))
  const text = format ? formatted(value, format, base) : plain()
  if (text === undefined) throw new ProcessingError(`A number can't be written as "${format?.slice(0, 80)}".`)
  return flagOf(element, 'powerform', false) ? inPowerForm(text) : text
}

const scalarText = (value: Scalar, baseType: BaseType, element: QtiElement, state: State): string => {
  if (baseType === 'file') throw new ProcessingError('A file is to be printed.')
  if (typeof value === 'number' && (isNumeric(baseType) || baseType === 'intOrIdentifier'))
    return numberText(value, baseType, element, state)
  if (typeof value === 'number') return plainNumber(value)
  return typeof value === 'object' ? value.join(' ') : String(value)
}

const fieldText = (field: Single | null, element: QtiElement, state: State): string =>
  field === null ? '' : scalarText(field.value, field.baseType, element, state)

/** The one value of an ordered container that is asked for; all if none is. */
const asked = (values: readonly Scalar[], element: QtiElement, state: State): readonly Scalar[] => {
  const written = attributeOf(element, 'index')
  if (written === undefined) return values
  const at = numberOrVariable(written, state)
  const one = at === undefined ? undefined : values[at - 1]
  return one === undefined ? [] : [one]
}

const textOf = (value: Value, element: QtiElement, state: State): string => {
  if (value === null) return ''
  const delimiter = attributeOf(element, 'delimiter') ?? '; '
  if (value.cardinality === 'single') return scalarText(value.value, value.baseType, element, state)
  if (value.cardinality !== 'record') {
    const values = value.cardinality === 'ordered' ? asked(value.values, element, state) : value.values
    return values.map((one) => scalarText(one, value.baseType, element, state)).join(delimiter)
  }
  const field = attributeOf(element, 'field')
  if (field !== undefined) return fieldText(value.fields.get(field) ?? null, element, state)
  const indicator = attributeOf(element, 'mappingindicator') ?? '='
  return [...value.fields].map(([name, one]) => `${name}${indicator}${fieldText(one, element, state)}`).join(delimiter)
}

/**
 * What a `printedVariable` shows, as plain text; nothing for NULL. Throws a ProcessingError if it asks for what isn't there or can't be
 * written.
 */
export const printedText = (element: QtiElement, state: State): string =>
  textOf(state.value(needed(element, 'identifier')), element, state)

/** Why a `printedVariable` can't be shown, whatever its variable holds; undefined if it can. */
export const unprintable = (element: QtiElement): string | undefined => {
  const format = attributeOf(element, 'format')?.trim()
  return format && !isNumberFormat(format) ? `Numbers can't be written as "${format.slice(0, 80)}".` : undefined
}
