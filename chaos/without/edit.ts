/** One place in the sources where a safeguard stands, and what stands there without it. */
export interface Edit {
  /** Below the project's root. */
  readonly file: string
  /** Occurs exactly once in the file: an expression, as what stands there in its place. */
  readonly find: string
  readonly replace: string
  /** Both are words of a template string. */
  readonly isOfTemplate?: boolean
}

/** Where it is found. Throws an error if it isn't, or more than once: a safeguard that has moved must be found again. */
const placeOf = (source: string, { file, find }: Edit): number => {
  const at = source.indexOf(find)
  if (at === -1) throw new Error(`${file} has no longer: ${find}`)
  if (source.includes(find, at + 1)) throw new Error(`${file} has more than once: ${find}`)
  return at
}

/** The global of a page, or of a server, that names the safeguard which is switched off in it. */
export const switchName = 'sitwellWithout'

const switched = ({ find, replace, safeguard, isOfTemplate = false }: Edit & { readonly safeguard: string }): string => {
  const isOff = `globalThis.${switchName} === ${JSON.stringify(safeguard)}`
  return isOfTemplate
    ? `\${${isOff} ? ${JSON.stringify(replace)} : ${JSON.stringify(find)}}`
    : `(${isOff} ? (${replace}) : (${find}))`
}

/** The source with each safeguard in place, unless whoever runs it names the one that the edit belongs to. */
export const switchable = (source: string, edits: readonly (Edit & { readonly safeguard: string })[]): string =>
  edits
    .map((edit) => ({ edit, at: placeOf(source, edit) }))
    .sort((one, other) => other.at - one.at)
    .reduce((text, { edit, at }) => text.slice(0, at) + switched(edit) + text.slice(at + edit.find.length), source)
