import { attributeOf, childrenOf, type Element, insideOf, numberIn } from '../../files/xml.ts'
import type { Response } from './response.ts'

/** How far a number may be off: what the processing says of this response. */
const toleranceOf = (item: Element, identifier: string) => {
  const processing = childrenOf(item, 'responseprocessing')[0]
  const equal = (processing ? insideOf(processing, 'equal') : []).find((one) =>
    insideOf(one, 'variable').some((variable) => attributeOf(variable, 'identifier') === identifier),
  )
  const mode = equal && attributeOf(equal, 'tolerancemode')
  // Below and above; where they differ the wider one holds.
  const given = (attributeOf(equal ?? item, 'tolerance') ?? '')
    .trim()
    .split(/\s+/)
    .map((one) => numberIn(one) ?? 0)
  const width = Math.max(0, ...given)
  if (mode === 'absolute') return { tolerance: width }
  return mode === 'relative' ? { tolerancePercent: width } : {}
}

const ignoresCase = (item: Element, identifier: string): boolean => {
  const processing = childrenOf(item, 'responseprocessing')[0]
  return (processing ? insideOf(processing, 'stringmatch') : []).some(
    (one) =>
      attributeOf(one, 'casesensitive') === 'false' &&
      insideOf(one, 'variable').some((variable) => attributeOf(variable, 'identifier') === identifier),
  )
}

interface TypedAnswer {
  readonly kind: 'texts' | 'numbers'
  /** `share` where one is worth less than the whole. */
  readonly accepted: readonly { readonly value: string | number; readonly share?: number }[]
}

/** Whether nothing that is accepted is worth a part only: a key of a blank can't say it. */
export const isWholeKey = ({ accepted }: TypedAnswer): boolean => accepted.every(({ share }) => share === undefined)

/**
 * What is right where a learner types, as an authored typed key: texts with what they are worth, or numbers with their tolerance.
 * Undefined if the item doesn't say it.
 */
export const typedAnswerOf = (item: Element, identifier: string, response: Response): TypedAnswer | undefined => {
  const { correct, mapping, baseType } = response
  if (baseType === 'float' || baseType === 'integer') {
    const numbers = correct.flatMap((one) => numberIn(one) ?? [])
    const most = Math.max(0, ...Object.values(mapping?.weights ?? {}))
    // Numbers beside the right one may be worth a part of the marks, each by itself.
    const mapped = Object.entries(mapping?.weights ?? {}).flatMap(([text, worth]) => {
      const value = numberIn(text)
      return value === undefined || worth <= 0 ? [] : [{ value, ...(worth < most && { share: worth / most }) }]
    })
    if (mapped.length > 0) return { kind: 'numbers', accepted: mapped }
    if (numbers.length === 0) return undefined
    const width = toleranceOf(item, identifier)
    return { kind: 'numbers', accepted: numbers.map((value) => ({ value, ...width })) }
  }
  const best = Math.max(0, ...Object.values(mapping?.weights ?? {}))
  const mapped = Object.entries(mapping?.weights ?? {}).filter(([, worth]) => worth > 0)
  const shares = new Map([
    ...correct.map((text) => [text, 1] as const),
    ...mapped.map(([text, worth]) => [text, worth / best] as const),
  ])
  const accepted = [...shares]
    .filter(([text]) => text !== '')
    .map(([value, share]) => (share === 1 ? { value } : { value, share }))
  if (accepted.length === 0) return undefined
  const caseSensitive = mapping && mapped.length > 0 ? mapping.caseSensitive : !ignoresCase(item, identifier)
  return { kind: 'texts', accepted, ...(caseSensitive && { ignoreCase: false }) }
}
