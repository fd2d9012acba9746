import { comparableText } from './comparable-text.ts'
import { normalForm } from './normal-form.ts'
import { ProcessingError } from './processing-error.ts'

export const baseTypes = [
  'identifier',
  'boolean',
  'integer',
  'float',
  'string',
  'point',
  'pair',
  'directedPair',
  'duration',
  'file',
  'uri',
  'intOrIdentifier',
] as const
export type BaseType = (typeof baseTypes)[number]

export type Cardinality = 'single' | 'multiple' | 'ordered' | 'record'

/** A point is two numbers, a pair two identifiers, a duration seconds; all other types are what JavaScript has for them. */
export type Scalar = string | number | boolean | readonly [number, number] | readonly [string, string]

export interface Single {
  readonly cardinality: 'single'
  readonly baseType: BaseType
  readonly value: Scalar
}
export interface Container {
  readonly cardinality: 'multiple' | 'ordered'
  readonly baseType: BaseType
  /** Never empty: a container without values is NULL. */
  readonly values: readonly Scalar[]
}
export interface RecordValue {
  readonly cardinality: 'record'
  readonly fields: ReadonlyMap<string, Single | null>
}

/** A value of a variable or expression. NULL is `null` for every type. */
export type Value = Single | Container | RecordValue | null

export const single = (baseType: BaseType, value: Scalar): Single => ({ cardinality: 'single', baseType, value })

/** A container, or NULL if it would be empty. */
export const container = (
  cardinality: Container['cardinality'],
  baseType: BaseType,
  values: readonly Scalar[],
): Container | null => (values.length === 0 ? null : { cardinality, baseType, values })

export const boolean = (value: boolean): Single => single('boolean', value)
export const float = (value: number): Single => single('float', value)
export const integer = (value: number): Single => single('integer', value)

/** A number as a result; NULL if it is not a number, which is how an expression shows that it has no result. */
export const numberOrNull = (baseType: 'integer' | 'float', value: number): Single | null =>
  Number.isNaN(value) ? null : single(baseType, value)

export const isNumeric = (baseType: BaseType): boolean => baseType === 'integer' || baseType === 'float'

const texts: ReadonlySet<BaseType> = new Set(['identifier', 'string', 'uri', 'intOrIdentifier', 'file'])
export const isText = (baseType: BaseType): boolean => texts.has(baseType)

/** The values of a single or a container in order; none of NULL. A record has no values of one type, and is refused. */
export const scalarsOf = (value: Value): readonly Scalar[] => {
  if (value === null) return []
  if (value.cardinality === 'record') throw new ProcessingError('A record was found instead of a value of one type.')
  return value.cardinality === 'single' ? [value.value] : value.values
}

const isPairLike = (value: Scalar): value is readonly [number, number] | readonly [string, string] => Array.isArray(value)

/**
 * Whether two numbers are equal, apart from the rounding of decimals as binary fractions: 0.1 + 0.2 is 0.3. Whole numbers are
 * exact.
 */
export const isClose = (one: number, other: number): boolean => {
  if (one === other) return true
  if (!Number.isFinite(one) || !Number.isFinite(other) || (Number.isInteger(one) && Number.isInteger(other))) return false
  return Math.abs(one - other) <= 1e-12 * Math.max(Math.abs(one), Math.abs(other))
}

/**
 * Whether two values of one type are the same. The order within a `pair` doesn't count, nor does which apostrophes, spaces and the like a
 * text is typed with.
 */
export const isSame = (one: Scalar, other: Scalar, baseType: BaseType): boolean => {
  if (isPairLike(one) && isPairLike(other)) {
    if (one[0] === other[0] && one[1] === other[1]) return true
    return baseType === 'pair' && one[0] === other[1] && one[1] === other[0]
  }
  if (typeof one === 'number' && typeof other === 'number') return isClose(one, other)
  if (baseType === 'string' && typeof one === 'string' && typeof other === 'string')
    return one === other || comparableText(one) === comparableText(other)
  // A number that is compared with a text is one of a type `intOrIdentifier`.
  return one === other || (typeof one !== typeof other && String(one) === String(other))
}

const wrong = (text: string, baseType: BaseType) => new ProcessingError(`"${text.slice(0, 80)}" is no ${baseType}.`)

const floatIn = (text: string, baseType: BaseType): number => {
  const named = { INF: Infinity, '-INF': -Infinity, NaN: Number.NaN }[text]
  if (named !== undefined) return named
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text)) throw wrong(text, baseType)
  return Number(text)
}

const pairIn = (text: string, baseType: BaseType): readonly [string, string] => {
  const [first, second, ...more] = text.split(/\s+/)
  if (!first || !second || more.length > 0) throw wrong(text, baseType)
  return [first, second]
}

/** Parses the value in a text. White space at its ends doesn't count. Throws a {@link ProcessingError} if there is no value. */
export const scalarIn = (written: string, baseType: BaseType): Scalar => {
  const text = written.trim()
  switch (baseType) {
    case 'boolean':
      if (text === 'true' || text === '1') return true
      if (text === 'false' || text === '0') return false
      throw wrong(text, baseType)
    case 'integer': {
      // Whole numbers are often written with a point: 1.0.
      const number = floatIn(text, baseType)
      if (!Number.isInteger(number)) throw wrong(text, baseType)
      return number
    }
    case 'float':
    case 'duration':
      return floatIn(text, baseType)
    case 'point': {
      const [x, y] = pairIn(text.replace(',', ' '), baseType)
      return [floatIn(x, baseType), floatIn(y, baseType)]
    }
    case 'pair':
    case 'directedPair':
      return pairIn(text, baseType)
    case 'string':
      // A letter with an accent may be written as one character or as two: what is seen is the same.
      return normalForm(text, 'NFC')
    default:
      return text
  }
}

const spelt = new Map(baseTypes.map((one) => [one.toLowerCase(), one]))

/** The type that an attribute names. Throws an error if there is no such type. */
export const baseTypeIn = (written: string): BaseType => {
  const found = spelt.get(written.trim().toLowerCase())
  if (!found) throw new ProcessingError(`"${written.slice(0, 80)}" is not a type of the standard.`)
  return found
}

export const cardinalityIn = (written: string): Cardinality => {
  const name = written.trim().toLowerCase()
  if (name === 'single' || name === 'multiple' || name === 'ordered' || name === 'record') return name
  throw new ProcessingError(`"${written.slice(0, 80)}" is not a cardinality of the standard.`)
}

/** A value in the type of the variable that is to hold it: whole numbers become fractions, one value a container of one. */
export const asType = (value: Value, cardinality: Cardinality, baseType: BaseType | undefined): Value => {
  if (value === null) return null
  if (cardinality === 'record' || value.cardinality === 'record') {
    if (value.cardinality === cardinality) return value
    throw new ProcessingError('A record and a value of another cardinality do not go together.')
  }
  const wanted = baseType ?? value.baseType
  const values = scalarsOf(value).map((one) => scalarAs(one, value.baseType, wanted))
  const [first] = values
  if (cardinality !== 'single') return container(cardinality, wanted, values)
  if (values.length > 1 || first === undefined) throw new ProcessingError('Several values were set, but one is declared.')
  return single(wanted, first)
}

const scalarAs = (value: Scalar, from: BaseType, to: BaseType): Scalar => {
  if (from === to) return value
  if (isNumeric(from) && isNumeric(to) && typeof value === 'number') return to === 'integer' ? Math.trunc(value) : value
  if (isText(from) && isText(to)) return value
  if ((from === 'pair' && to === 'directedPair') || (from === 'directedPair' && to === 'pair')) return value
  if (from === 'duration' && to === 'float') return value
  if (from === 'integer' && to === 'intOrIdentifier') return value
  throw new ProcessingError(`A value of the type ${from} is put where ${to} is declared.`)
}
