/** Where the learner is: the part of an address that says which page shows. */
export interface PageAddress {
  /** What is between the slashes, decoded. */
  readonly parts: readonly string[]
  /** Decoded, without a slash at its end. */
  readonly pathname: string
  /** With its `?`, as it is in the address; empty without one. */
  readonly search: string
}

/** A part that is not well encoded stands as it is: no page may break by it. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')

/** An address as pages know it, of a path and a query as they stand in the browser. */
export const pageAddress = (path: string, search: string): PageAddress => {
  const parts = partsOf(path).map(decoded)
  return { parts, pathname: `/${parts.join('/')}`, search }
}

/** What a pattern names in an address. */
export type Named = Readonly<Record<string, string>>

/**
 * What a pattern names in an address: each `$name` one part, and `$` at its end all that follows, as `rest`; undefined if they don't
 * fit. Upper and lower case are the same in what the pattern spells out, for addresses are typed too.
 */
export const matchAddress = (pattern: string, { parts }: Pick<PageAddress, 'parts'>): Named | undefined => {
  const expected = partsOf(pattern)
  const isOpen = expected.at(-1) === '$'
  if (isOpen) expected.pop()
  if (parts.length < expected.length || (!isOpen && parts.length > expected.length)) return undefined
  const named: Record<string, string> = { rest: parts.slice(expected.length).join('/') }
  for (const [index, one] of expected.entries()) {
    const part = parts[index] ?? ''
    if (one.startsWith('$')) named[one.slice(1)] = part
    else if (one !== part.toLowerCase()) return undefined
  }
  return named
}
