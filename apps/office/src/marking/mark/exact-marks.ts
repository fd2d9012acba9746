import type { Billionths } from '@sitwell/exam/marks-ledger/billionths'
import { fromBillionths, toBillionths } from '@sitwell/exam/marks-ledger/billionths'

/** Reads marks as somebody types them, with a point or a comma and nine decimals at most. Undefined if it is no such number. */
export const billionthsOf = (typed: string): Billionths | undefined => {
  const found = /^[-−]?\d{1,6}(?:[.,]\d{0,9})?$/.exec(typed.trim())
  return found === null ? undefined : toBillionths(Number(found[0].replace('−', '-').replace(',', '.')))
}

/** Billionths in decimals with a point, as short as they can be. */
export const decimalOf = (billionths: Billionths): string =>
  fromBillionths(billionths)
    // Small numbers are written with an exponent otherwise.
    .toFixed(9)
    .replace(/\.?0+$/, '')

/** Marks of a reply in decimals with a point. */
export const typedMarks = (marks: number): string => decimalOf(toBillionths(marks) ?? 0)

/** A number of marks from a reply, in billionths. Throws if it has more than nine decimals, or is no number. */
export const billionthsIn = (marks: number): Billionths => {
  const found = toBillionths(marks)
  if (found === undefined) throw new RangeError(`${marks} is no number of marks.`)
  return found
}
