export type IdentifierType = 'NI' | 'PPS' | 'other'

/** Only letters and digits, in capitals: what two identifiers are compared by (spec 2 §2). */
const bare = (identifier: string): string => identifier.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** What an identifier is called, by its pattern (spec 2 §2). */
export const identifierType = (identifier: string): IdentifierType => {
  const text = bare(identifier)
  if (/^[A-Z]{2}\d{6}[A-Z]$/.test(text)) return 'NI'
  return /^\d{7}[A-Z]{2}$/.test(text) ? 'PPS' : 'other'
}

/** Case and everything but letters and digits don't count. */
export const isSameIdentifier = (typed: string, known: string): boolean => bare(typed) !== '' && bare(typed) === bare(known)
