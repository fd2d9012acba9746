/** Why a text is no number that can be relied on; `isAmbiguous` where it is one, and nobody knows which. */
interface NoNumber {
  readonly why: string
  readonly isAmbiguous?: true
}

/** Reads a number with a point or a comma before its decimals. Of `1,500` nobody knows whether it is meant so. */
export const bankNumber = (written: string): { readonly value: number } | NoNumber => {
  const text = written.trim()
  const named = `"${text.slice(0, 80)}" is`
  if (/^[+-]?[1-9]\d{0,2}(,\d{3})+$/.test(text))
    return {
      why: `${named} an ambiguous number: its comma may part thousands or decimals. Write it without one.`,
      isAmbiguous: true,
    }
  const value = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  return Number.isFinite(value) ? { value } : { why: `${named} no number.` }
}

/** Reads a number and how far from it still counts, which is nothing if it isn't said. Its sign doesn't count. */
export const bankNumberWithin = (
  written: string,
  tolerance = '',
): { readonly value: number; readonly tolerance: number } | NoNumber => {
  const number = bankNumber(written)
  const within = tolerance.trim() === '' ? { value: 0 } : bankNumber(tolerance)
  if ('why' in number) return number
  return 'why' in within ? within : { value: number.value, tolerance: Math.abs(within.value) }
}
