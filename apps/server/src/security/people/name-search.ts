import { foldedName } from '../../folded-name.ts'

/** Whether each of these words is in one of the fields. */
export const hasWords = (fields: readonly string[], words: readonly string[]): boolean => {
  const folded = fields.map(foldedName)
  return words.every((word) => folded.some((field) => field.includes(word)))
}

interface Named {
  readonly first_name: string
  readonly last_name: string
  readonly user_id: number
}

// The same on every machine.
const { compare } = new Intl.Collator('en')

export const byName = (one: Named, other: Named): number =>
  compare(one.last_name, other.last_name) || compare(one.first_name, other.first_name) || one.user_id - other.user_id
