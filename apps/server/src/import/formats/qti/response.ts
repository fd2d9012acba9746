import { attributeOf, childrenOf, type Element, insideOf, nameOf, numberIn, textIn } from '../../files/xml.ts'
import { versionOf } from './source-of-item.ts'

/** What an item says of the right answer and its marks. */
export interface Response {
  readonly cardinality: string
  /** `string`, `integer`, `float`, `identifier`, `pair`, … */
  readonly baseType: string
  readonly correct: readonly string[]
  /** Marks by option, where the item gives them. */
  readonly mapping:
    | {
        readonly weights: Readonly<Record<string, number>>
        /** Whether capitals count in its entries. */
        readonly caseSensitive: boolean
        /** Marks of an answer that is in no entry. */
        readonly otherwise: number
        /** Undefined if nothing bounds the sum below. */
        readonly least: number | undefined
        readonly most: number
      }
    | undefined
}

/** Capitals count in 2.0 and 2.1 where an entry says nothing, and don't in 2.2 and 3.0. */
const countsCase = (declaration: Element) => !['2.2', '3.0'].includes(versionOf(declaration))

const mappingOf = (declaration: Element): Response['mapping'] => {
  const mapping = childrenOf(declaration, 'mapping')[0]
  if (!mapping) return undefined
  const weights: Record<string, number> = {}
  for (const entry of childrenOf(mapping, 'mapentry')) {
    const key = attributeOf(entry, 'mapkey')
    // As in the marking, the first of two entries counts.
    if (key !== undefined) weights[key] ??= numberIn(attributeOf(entry, 'mappedvalue')) ?? 0
  }
  const gain = Object.values(weights).reduce((sum, one) => sum + Math.max(0, one), 0)
  const otherwise = numberIn(attributeOf(mapping, 'defaultvalue')) ?? 0
  return {
    weights,
    caseSensitive: childrenOf(mapping, 'mapentry').some(
      (entry) => (attributeOf(entry, 'casesensitive') ?? `${countsCase(declaration)}`) !== 'false',
    ),
    otherwise,
    least: numberIn(attributeOf(mapping, 'lowerbound')),
    most: numberIn(attributeOf(mapping, 'upperbound')) ?? gain,
  }
}

export const responseOf = (item: Element, identifier: string): Response | undefined => {
  const declaration = childrenOf(item, 'responsedeclaration').find((one) => attributeOf(one, 'identifier') === identifier)
  if (!declaration) return undefined
  const correct = childrenOf(declaration, 'correctresponse').flatMap((one) => childrenOf(one, 'value').map(textIn))
  return {
    cardinality: attributeOf(declaration, 'cardinality') ?? 'single',
    baseType: (attributeOf(declaration, 'basetype') ?? 'identifier').toLowerCase(),
    correct,
    mapping: mappingOf(declaration),
  }
}

/** How the item marks: by the mapping, by the correct response, or in its own way that we don't follow. */
export const processingOf = (item: Element): 'match' | 'map' | 'none' | 'own' => {
  const processing = childrenOf(item, 'responseprocessing')[0]
  if (!processing) return 'none'
  const template = attributeOf(processing, 'template') ?? ''
  if (/match_correct/i.test(template)) return 'match'
  if (/map_response(?!_point)/i.test(template)) return 'map'
  const rules = new Set(insideOf(processing, () => true).map(nameOf))
  if (rules.has('mapresponse')) return 'map'
  const understood =
    'responsecondition responseif responseelseif responseelse match correct variable isnull not basevalue sum setoutcomevalue'
  return rules.size > 0 && [...rules].every((rule) => understood.split(' ').includes(rule)) && rules.has('correct')
    ? 'match'
    : 'own'
}

/** The marks that an item says are its best score. */
export const statedMarksOf = (item: Element): number | undefined => {
  const outcomes = childrenOf(item, 'outcomedeclaration')
  const named = (name: string) => outcomes.find((one) => attributeOf(one, 'identifier')?.toUpperCase() === name)
  const most = named('MAXSCORE')
  const inMost = most && numberIn(textIn(insideOf(most, 'value')[0] ?? most))
  const score = named('SCORE')
  const marks = inMost ?? (score && numberIn(attributeOf(score, 'normalmaximum')))
  return marks !== undefined && marks > 0 ? marks : undefined
}

/** The marks of an item: 1 where it says nothing. */
export const marksOf = (item: Element): number => statedMarksOf(item) ?? 1
