import * as z from 'zod'
import { isNumberWithin } from './decimal.ts'

/**
 * What is accepted where a learner types: one text; any of several; or a number with a tolerance. Texts are compared without
 * regard to capitals, unless `caseSensitive`, and to how many spaces stand where.
 */
export const acceptedText = z.union([
  z.string().min(1),
  z.strictObject({ anyOf: z.array(z.string().min(1)).min(1), caseSensitive: z.boolean().default(false) }),
  z.strictObject({ number: z.number(), tolerance: z.number().nonnegative().default(0) }),
])
export type AcceptedText = z.infer<typeof acceptedText>

const normal = (text: string, caseSensitive: boolean): string => {
  const spaced = text.normalize('NFKC').replace(/\s+/g, ' ').trim()
  return caseSensitive ? spaced : spaced.toLowerCase()
}

export const isAccepted = (accepted: AcceptedText, typed: string): boolean => {
  if (typeof accepted === 'object' && 'number' in accepted) return isNumberWithin(typed, accepted.number, accepted.tolerance)
  const { anyOf, caseSensitive } = typeof accepted === 'string' ? { anyOf: [accepted], caseSensitive: false } : accepted
  return anyOf.some((text) => normal(text, caseSensitive) === normal(typed, caseSensitive))
}
