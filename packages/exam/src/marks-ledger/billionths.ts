/** Marks as a whole number of billionths (decision 56 rounds there): a safe integer up to nine million marks. */
export type Billionths = number

const whole = 1_000_000_000

/** The most marks that are exact as billionths. */
const mostMarks = 4_000_000

/**
 * Marks that a person wrote, exactly; undefined if they can't be: no finite number, too many, or with more than nine decimals. `-0` is 0.
 */
export const toBillionths = (marks: number): Billionths | undefined => {
  if (!(Math.abs(marks) <= mostMarks)) return undefined
  const billionths = Math.round(marks * whole)
  return billionths / whole === marks ? billionths + 0 : undefined
}

/**
 * Marks computed by rules, rounded to the nearest billionth, halves up. Only this function rounds them. Throws an error if they
 * are not a finite number.
 */
export const roundToBillionths = (marks: number): Billionths => {
  if (!Number.isFinite(marks)) throw new RangeError(`${marks} is not a number of marks`)
  return Math.round(marks * whole) + 0
}

/** Billionths as marks: the number that has the same nine decimals. */
export const fromBillionths = (billionths: Billionths): number => billionths / whole
