import { type Area, areaIn } from './area.ts'
import { attributeOf, childOf, childrenOf, flagOf, type QtiElement } from './element.ts'
import { ProcessingError } from './processing-error.ts'
import {
  asType,
  type BaseType,
  baseTypeIn,
  type Cardinality,
  cardinalityIn,
  container,
  type Scalar,
  type Single,
  scalarIn,
  single,
  type Value,
} from './value.ts'

/** The edition of QTI in which an item is written: editions have different defaults. */
export type QtiVersion = '2.0' | '2.1' | '2.2' | '3.0'

interface Bounds {
  readonly otherwise: number
  readonly least: number | undefined
  readonly most: number | undefined
}
export interface MapEntry {
  readonly key: Scalar
  readonly worth: number
  readonly isCaseSensitive: boolean
}
export interface Mapping extends Bounds {
  readonly entries: readonly MapEntry[]
}
export interface AreaMapping extends Bounds {
  readonly entries: readonly { readonly area: Area; readonly worth: number }[]
}

/** A table that maps a number to a value: `matchTable` by the number itself, `interpolationTable` by its range. */
export interface LookupTable {
  readonly kind: 'match' | 'interpolation'
  readonly entries: readonly { readonly source: number; readonly includesSource: boolean; readonly target: Single }[]
  readonly otherwise: Single | null
}

export interface Declaration {
  readonly kind: 'response' | 'outcome' | 'template'
  readonly identifier: string
  readonly cardinality: Cardinality
  readonly baseType: BaseType | undefined
  readonly byDefault: Value
  readonly correct: Value
  readonly mapping: Mapping | undefined
  readonly areaMapping: AreaMapping | undefined
  readonly table: LookupTable | undefined
  readonly normalMaximum: number | undefined
  readonly normalMinimum: number | undefined
  readonly masteryValue: number | undefined
  /** `human` or `externalMachine` where the value comes from outside of the processing. */
  readonly externalScored: string | undefined
}

/** Parses a number in an attribute. Throws an error if it is not a number; undefined if it is missing. */
export const numberAt = (element: QtiElement, name: string): number | undefined => {
  const written = attributeOf(element, name)
  if (written === undefined || written.trim() === '') return undefined
  const number = Number(written)
  if (Number.isNaN(number)) throw new ProcessingError(`${element.name} ${name} "${written.slice(0, 80)}" is not a number.`)
  return number
}

const boundsOf = (element: QtiElement): Bounds => ({
  otherwise: numberAt(element, 'defaultvalue') ?? 0,
  least: numberAt(element, 'lowerbound'),
  most: numberAt(element, 'upperbound'),
})

// Information models: entries are case-sensitive by default in 2.0 and 2.1, but not in 2.2 and 3.0.
const countsCase = (version: QtiVersion) => version === '2.0' || version === '2.1'

const mappingOf = (declaration: QtiElement, baseType: BaseType | undefined, version: QtiVersion): Mapping | undefined => {
  const element = childOf(declaration, 'mapping')
  if (!element || !baseType) return undefined
  return {
    ...boundsOf(element),
    entries: childrenOf(element, 'mapentry').map((entry) => ({
      key: scalarIn(attributeOf(entry, 'mapkey') ?? '', baseType),
      worth: numberAt(entry, 'mappedvalue') ?? 0,
      isCaseSensitive: flagOf(entry, 'casesensitive', countsCase(version)),
    })),
  }
}

const areaMappingOf = (declaration: QtiElement): AreaMapping | undefined => {
  const element = childOf(declaration, 'areamapping')
  if (!element) return undefined
  return {
    ...boundsOf(element),
    entries: childrenOf(element, 'areamapentry').map((entry) => ({
      area: areaIn(attributeOf(entry, 'shape') ?? '', attributeOf(entry, 'coords') ?? ''),
      worth: numberAt(entry, 'mappedvalue') ?? 0,
    })),
  }
}

const tableOf = (declaration: QtiElement, baseType: BaseType | undefined): LookupTable | undefined => {
  const element = childOf(declaration, 'matchtable') ?? childOf(declaration, 'interpolationtable')
  if (!element || !baseType) return undefined
  const kind = element.name === 'matchtable' ? 'match' : 'interpolation'
  const otherwise = attributeOf(element, 'defaultvalue')
  return {
    kind,
    otherwise: otherwise === undefined ? null : single(baseType, scalarIn(otherwise, baseType)),
    entries: childrenOf(element, kind === 'match' ? 'matchtableentry' : 'interpolationtableentry').map((entry) => ({
      source: numberAt(entry, 'sourcevalue') ?? 0,
      includesSource: flagOf(entry, 'includeboundary', true),
      target: single(baseType, scalarIn(attributeOf(entry, 'targetvalue') ?? '', baseType)),
    })),
  }
}

const looksLikeNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))

/** The value that `correctResponse`, `defaultValue` and their like write. */
const valueIn = (element: QtiElement | undefined, cardinality: Cardinality, baseType: BaseType | undefined): Value => {
  const values = element ? childrenOf(element, 'value') : []
  if (values.length === 0) return null
  if (cardinality === 'record') {
    const fields = values.map((one): [string, Single] => {
      const type = baseTypeIn(attributeOf(one, 'basetype') ?? 'string')
      return [attributeOf(one, 'fieldidentifier') ?? '', single(type, scalarIn(one.text ?? '', type))]
    })
    return { cardinality, fields: new Map(fields) }
  }
  // A value whose type isn't declared is what it looks like.
  const type = baseType ?? (values.every((one) => looksLikeNumber(one.text ?? '')) ? 'float' : 'string')
  const scalars = values.map((one) => scalarIn(one.text ?? '', type))
  return asType(container('ordered', type, scalars), cardinality, type)
}

const kinds = {
  responsedeclaration: 'response',
  outcomedeclaration: 'outcome',
  templatedeclaration: 'template',
} as const

/** Reads a declaration; undefined if the element isn't one. Throws a ProcessingError if it can't be followed. */
export const declarationOf = (element: QtiElement, version: QtiVersion): Declaration | undefined => {
  const kind = Object.hasOwn(kinds, element.name) ? kinds[element.name as keyof typeof kinds] : undefined
  if (!kind) return undefined
  const identifier = attributeOf(element, 'identifier') ?? ''
  const cardinality = cardinalityIn(attributeOf(element, 'cardinality') ?? 'single')
  const named = attributeOf(element, 'basetype')
  const baseType = named === undefined ? undefined : baseTypeIn(named)
  return {
    kind,
    identifier,
    cardinality,
    baseType,
    byDefault: valueIn(childOf(element, 'defaultvalue'), cardinality, baseType),
    correct: kind === 'response' ? valueIn(childOf(element, 'correctresponse'), cardinality, baseType) : null,
    mapping: kind === 'response' ? mappingOf(element, baseType, version) : undefined,
    areaMapping: kind === 'response' ? areaMappingOf(element) : undefined,
    table: kind === 'outcome' ? tableOf(element, baseType) : undefined,
    normalMaximum: numberAt(element, 'normalmaximum'),
    normalMinimum: numberAt(element, 'normalminimum'),
    masteryValue: numberAt(element, 'masteryvalue'),
    externalScored: attributeOf(element, 'externalscored'),
  }
}
