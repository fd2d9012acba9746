import { ProcessingError } from './processing-error.ts'
import { type BaseType, isNumeric, type Scalar, type Single, scalarsOf, type Value } from './value.ts'

/** The operands as single values; undefined if one is NULL, which makes the result of most operators NULL. */
export const singles = (values: readonly Value[]): readonly Single[] | undefined => {
  const found: Single[] = []
  for (const value of values) {
    if (value === null) return undefined
    if (value.cardinality !== 'single') throw new ProcessingError('Several values were found instead of one.')
    found.push(value)
  }
  return found
}

const numberOf = (value: Scalar, baseType: BaseType): number => {
  if (typeof value === 'number' && (isNumeric(baseType) || baseType === 'duration' || baseType === 'intOrIdentifier'))
    return value
  throw new ProcessingError(`A ${baseType} was found instead of a number.`)
}

/** The operands as numbers, one each; undefined if one is NULL. */
export const numbers = (values: readonly Value[]): readonly number[] | undefined =>
  singles(values)?.map(({ value, baseType }) => numberOf(value, baseType))

/** All numbers of the operands, those in containers too; undefined if one is NULL or nothing is there. */
export const allNumbers = (values: readonly Value[]): readonly number[] | undefined => {
  if (values.length === 0 || values.includes(null)) return undefined
  return values.flatMap((value) => {
    if (value === null || value.cardinality === 'record') throw new ProcessingError('A record was found instead of a number.')
    return scalarsOf(value).map((one) => numberOf(one, value.baseType))
  })
}

/** `integer` where all are, else `float`. */
export const numericType = (values: readonly Value[]): 'integer' | 'float' =>
  values.every((value) => value !== null && value.cardinality !== 'record' && value.baseType === 'integer')
    ? 'integer'
    : 'float'

/** A truth value; undefined for NULL. */
export const truth = (value: Value): boolean | undefined => {
  const [only] = singles([value]) ?? []
  if (!only) return undefined
  if (typeof only.value !== 'boolean') throw new ProcessingError(`A ${only.baseType} was found instead of true or false.`)
  return only.value
}

/** The operands as texts, one each; undefined if one is NULL. */
export const texts = (values: readonly Value[]): readonly string[] | undefined =>
  singles(values)?.map(({ value }) => String(value))
