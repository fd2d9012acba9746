import { childrenOf, type Element, insideOf } from '../../files/xml.ts'
import { processingOf, type Response, statedMarksOf } from './response.ts'

/** Whether several answers of one item count only together: its processing asks for all of them at once. */
const countTogether = (item: Element): boolean => {
  const processing = childrenOf(item, 'responseprocessing')[0]
  return processing !== undefined && insideOf(processing, 'and').some((and) => insideOf(and, 'correct').length > 1)
}

const bestOf = ({ mapping, cardinality }: Response): number => {
  if (!mapping) return 1
  // Of one value only one entry can be earned.
  return cardinality === 'single' ? Math.min(mapping.most, Math.max(0, ...Object.values(mapping.weights))) : mapping.most
}

/** Marks and credit of an item that is made of several gaps: blanks, pairs or places. */
export const gapCreditOf = (item: Element, responses: readonly Response[], gaps: number) => {
  const processing = processingOf(item)
  const only = responses.length === 1 ? responses[0] : undefined
  // One response of many pairs is right as a whole, or pair by pair where a mapping says so.
  const isWhole = only ? processing !== 'map' && gaps > 1 : countTogether(item)
  const mapped = responses.every(({ mapping }) => mapping) && processing === 'map'
  const sum = mapped ? responses.reduce((total, one) => total + bestOf(one), 0) : responses.length > 1 && !isWhole ? gaps : 1
  const marks = statedMarksOf(item) ?? sum
  return { marks: marks > 0 ? marks : 1, credit: { kind: isWhole ? 'all' : 'each' } }
}
