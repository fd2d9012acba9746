/** Milliseconds between two letters of one word. */
const togetherMs = 1000

/** Letters that were typed where a list is closed, and when the last of them was. */
interface TypedAhead {
  readonly letters: string
  readonly atMs: number
}

export const nothingTyped: TypedAhead = { letters: '', atMs: Number.NEGATIVE_INFINITY }

/** What is typed once another key was pressed; as before where the key is no letter. A space begins no word. */
export const typedOn = (before: TypedAhead, key: string, atMs: number): TypedAhead => {
  const goesOn = atMs - before.atMs <= togetherMs
  const letters = goesOn ? before.letters : ''
  const isLetter = [...key].length === 1 && (key !== ' ' || letters !== '')
  return isLetter ? { letters: letters + key, atMs } : before
}

const collator = new Intl.Collator(undefined, { usage: 'search', sensitivity: 'base' })

/** The place of the first name that begins with these letters, from `from` on and then from the top; -1 where none does. */
export const namedAs = (names: readonly string[], letters: string, from: number): number => {
  const begins = (name: string) => collator.compare(name.slice(0, letters.length), letters) === 0
  const behind = names.findIndex((name, at) => at >= from && begins(name))
  return behind === -1 ? names.findIndex(begins) : behind
}
