import type { Billionths } from '@sitwell/exam/marks-ledger/billionths'

/** A number as it is written, digit by digit: no floating point comes near it. */
export interface ExactNumber {
  readonly number: string
}

/** A text, a number, or nothing: nothing is no zero and no empty text. */
export type Cell = string | ExactNumber | null

export interface Column {
  /** For machines; it stays the same in every language and version. */
  readonly name: string
  /** For people, in their language. */
  readonly title: string
  /** In characters, as a spreadsheet shows it. */
  readonly width?: number
}

/** A table that is written to a file while it is read. */
export interface ExportTable {
  readonly title: string
  readonly columns: readonly Column[]
  /** A few rows at a time. */
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>
}

const whole = 1_000_000_000

/** A whole number as a cell. */
export const wholeNumber = (value: number): ExactNumber => ({ number: String(value) })

/** Marks as a decimal number with no more digits than they have. */
export const exactMarks = (billionths: Billionths): ExactNumber => {
  const positive = Math.abs(billionths)
  const rest = positive % whole
  const decimals = rest === 0 ? '' : `.${String(rest).padStart(9, '0').replace(/0+$/, '')}`
  return { number: `${billionths < 0 ? '-' : ''}${(positive - rest) / whole}${decimals}` }
}

const inZone = new Map<string, Intl.DateTimeFormat>()

/** Made once for each zone: to make one takes longer than to use it. */
const formatIn = (zone: string): Intl.DateTimeFormat => {
  const format =
    inZone.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
      ...{ minute: '2-digit', second: '2-digit', timeZoneName: 'longOffset' },
    } as const)
  inZone.set(zone, format)
  return format
}

/** A moment in a zone, as ISO 8601 has it: `2026-12-03T09:30:00+01:00`. `null` if there is none. */
export const momentIn = (zone: string, atMs: number | null): string | null => {
  if (atMs === null) return null
  const part = Object.fromEntries(
    formatIn(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  )
  const offset = part['timeZoneName']?.replace('GMT', '') || '+00:00'
  return `${part['year']?.padStart(4, '0')}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:${part['second']}${offset}`
}
