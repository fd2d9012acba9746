import type { Response } from './response.ts'
import { attributeOf, childrenOf, type Element, insideOf, numberIn } from './xml.ts'

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

export interface TypedAnswer {
  /** As a blank or a table takes it; undefined where nothing is said to be right, or a blank can't say it. */
  readonly accepted: object | undefined
  /** As a part of a written answer takes it; undefined where nothing is said to be right. */
  readonly key: object | undefined
}

/** What is right where a learner types: texts with what they are worth, or a number with its tolerance. */
export const typedAnswerOf = (item: Element, identifier: string, response: Response): TypedAnswer => {
  const { correct, mapping, baseType } = response
  if (baseType === 'float' || baseType === 'integer') {
    const numbers = correct.flatMap((one) => numberIn(one) ?? [])
    if (numbers.length === 0) return { accepted: undefined, key: undefined }
    const width = toleranceOf(item, identifier)
    const key = { kind: 'numbers', accepted: numbers.map((value) => ({ value, ...width })) }
    const isPlain = numbers.length === 1 && !('tolerancePercent' in width)
    return { key, accepted: isPlain ? { number: numbers[0], ...width } : undefined }
  }
  const best = Math.max(0, ...Object.values(mapping?.weights ?? {}))
  const mapped = Object.entries(mapping?.weights ?? {}).filter(([, worth]) => worth > 0)
  const shares = new Map([
    ...correct.map((text) => [text, 1] as const),
    ...mapped.map(([text, worth]) => [text, worth / best] as const),
  ])
  const texts = [...shares].filter(([text]) => text !== '').map(([text, share]) => ({ value: text, share }))
  if (texts.length === 0) return { accepted: undefined, key: undefined }
  const caseSensitive = mapping && mapped.length > 0 ? mapping.caseSensitive : !ignoresCase(item, identifier)
  const isPlain = texts.every(({ share }) => share === 1)
  return {
    key: { kind: 'texts', accepted: texts, ignoreCase: !caseSensitive },
    accepted: isPlain ? { anyOf: texts.map(({ value }) => value), caseSensitive } : undefined,
  }
}
