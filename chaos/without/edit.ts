/** One place in the sources where a safeguard stands, and what stands there without it. */
export interface Edit {
  /** Below the project's root. */
  readonly file: string
  /** Occurs exactly once in the file. Of the player: an expression. */
  readonly find: string
  readonly replace: string
}

/** Where it is found. Throws where it isn't, or more than once: a safeguard that has moved must be found again. */
const placeOf = (source: string, { file, find }: Edit): number => {
  const at = source.indexOf(find)
  if (at === -1) throw new Error(`${file} has no longer: ${find}`)
  if (source.includes(find, at + 1)) throw new Error(`${file} has more than once: ${find}`)
  return at
}

const withChanges = <E extends Edit>(source: string, edits: readonly E[], change: (edit: E) => string): string =>
  edits
    .map((edit) => ({ edit, at: placeOf(source, edit) }))
    .sort((one, other) => other.at - one.at)
    .reduce((text, { edit, at }) => text.slice(0, at) + change(edit) + text.slice(at + edit.find.length), source)

/** The source without the safeguards. */
export const without = (source: string, edits: readonly Edit[]): string => withChanges(source, edits, ({ replace }) => replace)

/** The global of a page that names the safeguard which is switched off in it. */
export const switchName = 'sitwellWithout'

/** The source with each safeguard in place, unless the page that runs it names the one that the edit belongs to. */
export const switchable = (source: string, edits: readonly (Edit & { readonly safeguard: string })[]): string =>
  withChanges(
    source,
    edits,
    ({ find, replace, safeguard }) => `(globalThis.${switchName} === ${JSON.stringify(safeguard)} ? (${replace}) : (${find}))`,
  )
