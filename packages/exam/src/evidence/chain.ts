/** SHA-256 of a text in UTF-8, in 64 hexadecimal digits. */
export type Sha256 = (text: string) => string

/** What a chain holds of one entry: its number, its content in canonical form, and what links it to the one before. */
export interface ChainedEntry {
  /** Counts from 1 in each chain. */
  readonly number: number
  /** The rest of it as one line, in which nothing is left out and nothing can be read in two ways. */
  readonly content: string
  /** The hash of the entry before it; null in entries from before there was a chain. */
  readonly previous: string | null
  /** Its own: {@link linkOf}. */
  readonly hash: string | null
}

/** The facts of a form run that its chains begin with. Milliseconds since 1970. */
export interface ChainedRun {
  readonly orgId: number
  readonly formRunGuid: string
  readonly scheduleGuid: string
  readonly userGuid: string
  readonly examGuid: string
  readonly version: number
  readonly startedAtMs: number
}

/** What the first entry of a chain links to. `chain` names it, so that no entry fits into another chain of its form run. */
export const seedOf = (chain: string, run: ChainedRun, sha256: Sha256): string =>
  sha256(
    JSON.stringify([
      `sitwell-${chain}-1`,
      run.orgId,
      run.formRunGuid,
      run.scheduleGuid,
      run.userGuid,
      run.examGuid,
      run.version,
      run.startedAtMs,
    ]),
  )

/** The hash of an entry: over the hash of the one before it, its number and its content. */
export const linkOf = (previous: string, { number, content }: Pick<ChainedEntry, 'number' | 'content'>, sha256: Sha256) =>
  sha256(`${previous}\n${number}\n${content}`)

/**
 * What a chain begins with: its seed, or a seal over it and the entries from before there was a chain. A seal is no link, so that
 * entries whose hashes were taken away don't pass for such.
 */
export const beginningOf = (
  seed: string,
  before: readonly Pick<ChainedEntry, 'number' | 'content'>[],
  sha256: Sha256,
): string =>
  before.length === 0 ? seed : sha256(`seal\n${before.reduce((previous, entry) => linkOf(previous, entry, sha256), seed)}`)

/** Entries that are appended to a chain whose last hash is `previous`. */
export const appendTo = (
  previous: string,
  entries: readonly Pick<ChainedEntry, 'number' | 'content'>[],
  sha256: Sha256,
): { readonly previous: string; readonly hash: string }[] => {
  let last = previous
  return entries.map((entry) => {
    const link = { previous: last, hash: linkOf(last, entry, sha256) }
    last = link.hash
    return link
  })
}
