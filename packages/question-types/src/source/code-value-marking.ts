import type { Declaration } from '@sitwell/qti/declaration'
import { ProcessingError } from '@sitwell/qti/processing-error'
import { asType, container, type Scalar, type Single, scalarIn, scalarsOf, single, type Value } from '@sitwell/qti/value'
import { type CustomPart, type CustomScalar, customParts, customResponseIn } from '../grid-form/custom-response.ts'

/** As a source writes it, whatever type the code said it is of: the declaration says of which it has to be. */
const written = (value: CustomScalar) => (typeof value === 'object' ? value.join(' ') : String(value))

const recordOf = (parts: readonly CustomPart[]): Value => {
  const fields = new Map<string, Single | null>()
  for (const { name = '', type, values } of parts) {
    const [value] = values
    // A field of a record is one value.
    fields.set(name, value === undefined || values.length > 1 ? null : single(type, scalarIn(written(value), type)))
  }
  return fields.size === 0 ? null : { cardinality: 'record', fields }
}

const valueIn = (parts: readonly CustomPart[], { cardinality, baseType = 'string' }: Declaration): Value => {
  if (cardinality === 'record') return parts.some(({ name }) => name !== undefined) ? recordOf(parts) : null
  const [part] = parts
  if (!part || part.name !== undefined) return null
  const scalars = part.values.map((one): Scalar => (one === '' ? '' : scalarIn(written(one), baseType)))
  // More than one where one is asked for would be a way to try several: that is refused here too.
  return asType(container('ordered', baseType, scalars), cardinality, baseType)
}

/** The response of an author's code, as its declaration has it; none where it says what that can't be. */
export const codeValueIn = (json: string, declaration: Declaration): Value => {
  const response = customResponseIn(json)
  if (response === undefined) return null
  try {
    return valueIn(customParts(response), declaration)
  } catch (error) {
    if (error instanceof ProcessingError) return null
    throw error
  }
}

const fieldOf = ([name, value]: readonly [string, Single | null]) => ({
  name,
  base: value && { [value.baseType]: value.value },
})

/** What code holds that answers so: the other way round. */
export const codeValueFor = (value: NonNullable<Value>): string => {
  if (value.cardinality === 'record')
    return JSON.stringify({ response: { record: [...value.fields].map(fieldOf) }, state: null })
  const values = scalarsOf(value)
  const response =
    value.cardinality === 'single' ? { base: { [value.baseType]: values[0] } } : { list: { [value.baseType]: values } }
  return JSON.stringify({ response, state: null })
}
