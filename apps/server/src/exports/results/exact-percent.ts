import type { Billionths } from '@sitwell/exam/marks-ledger/billionths'
import type { ExactNumber } from '../tables/table.ts'

/** Hundredths of a per cent in a whole. */
const hundredths = 10_000n

/** A percentage of exact marks, rounded once, half up, to two decimals. `max` is above 0. */
export const exactPercent = (score: Billionths, max: Billionths): ExactNumber => {
  const [part, whole] = [BigInt(score), BigInt(max)]
  const doubled = 2n * part * hundredths + whole
  const floor = doubled / (2n * whole) - (doubled < 0n && doubled % (2n * whole) !== 0n ? 1n : 0n)
  const positive = floor < 0n ? -floor : floor
  const decimals = String(positive % 100n)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return { number: `${floor < 0n ? '-' : ''}${positive / 100n}${decimals === '' ? '' : `.${decimals}`}` }
}
