import type { Share } from '@sitwell/exam/result-rules/result-rules'

/** What a boundary is moved and typed in. `marks`: only if everybody could have the same most marks. */
export type Unit = 'marks' | 'percent'

/** Marks, or percent, along which boundaries stand: from 0 to `most`, in whole steps. */
export interface Scale {
  readonly unit: Unit
  /** The most marks in billionths, or 100 percent in billionths. */
  readonly mostBillionths: number
}

const billion = 1_000_000_000
const percentScale: Scale = { unit: 'percent', mostBillionths: 100 * billion }

/** The most marks (billionths) if everybody could have the same. */
export const sameMost = (maxes: readonly number[]): number | undefined => {
  const [first] = maxes
  return first !== undefined && first > 0 && maxes.every((one) => one === first) ? first : undefined
}

export const scaleOf = (unit: Unit, maxes: readonly number[]): Scale => {
  const most = sameMost(maxes)
  return unit === 'marks' && most !== undefined ? { unit, mostBillionths: most } : percentScale
}

/** Where a share stands on a scale, as a number for drawing and for showing; what is stored stays the share. */
export const placeOf = ({ marks, of }: Share, { mostBillionths }: Scale): number =>
  Number(((marks * mostBillionths) / of / billion).toFixed(9))

/** The share of a place on a scale, exact to billionths. */
export const shareAt = (place: number, { mostBillionths }: Scale): Share => {
  const marks = Math.min(mostBillionths, Math.max(0, Math.round(place * billion)))
  return { marks, of: mostBillionths }
}

/** The next whole step above or below a share; the ends of the scale if there is none. */
export const stepped = (share: Share, steps: number, scale: Scale): Share => {
  const { mostBillionths } = scale
  // Exact: a boundary at two thirds lies between two whole marks, and must not be taken for one of them.
  const scaled = BigInt(share.marks) * BigInt(mostBillionths)
  const whole = BigInt(share.of) * BigInt(billion)
  const below = Number(scaled / whole)
  const isWhole = scaled % whole === 0n
  const from = steps > 0 || isWhole ? below : below + 1
  return shareAt(from + steps, scale)
}

/** A typed place, with a decimal point or comma and at most four decimals; undefined if it is none of this scale. */
export const readPlace = (typed: string, scale: Scale): Share | undefined => {
  const text = typed.trim().replace(',', '.')
  if (!/^\d{1,7}(\.\d{1,4})?$/.test(text)) return undefined
  const place = Number(text)
  return place <= scale.mostBillionths / billion ? shareAt(place, scale) : undefined
}

/** A place as it stands in a field: at most four decimals, without those that say nothing. */
export const typedPlace = (share: Share, scale: Scale): string => String(Number(placeOf(share, scale).toFixed(4)))
