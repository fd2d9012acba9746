/** Most seats that the server takes. */
export const mostSeats = 100_000

const digitsOf = (typed: string): string =>
  // Digits of Arabic keyboards.
  typed.replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))

/** Parses the typed number of seats. Returns null if the field is empty, and undefined if it isn't a number of seats. */
export const seatsOf = (typed: string): number | null | undefined => {
  const digits = digitsOf(typed.trim())
  if (digits === '') return null
  return /^\d{1,6}$/.test(digits) && Number(digits) <= mostSeats ? Number(digits) : undefined
}
