/** A single-key shortcut: what it is known by, and the key that it has unless a person chose another one. */
export interface Shortcut {
  readonly id: string
  /** Of all digits together: what they are called. */
  readonly usual: string
  /** It is every digit: they can be turned off, and no other key can take their place. */
  readonly isDigits?: boolean
}

/** Every single-key shortcut of the office. Whoever adds one gives it a text, `shortcuts.does.ID`, and asks for its key by `useShortcutKey`. */
export const shortcuts = [
  { id: 'search', usual: '/' },
  { id: 'markPoints', usual: '0–9', isDigits: true },
  { id: 'markFlag', usual: 'f' },
  { id: 'markCannot', usual: 'x' },
] as const satisfies readonly Shortcut[]

export type ShortcutId = (typeof shortcuts)[number]['id']

/** What a person chose, by the ids of the shortcuts: another key, or null for none at all. What is missing has its usual key. */
export type OwnKeys = Readonly<Record<string, string | null>>

/** The key of a shortcut; undefined if the person turned it off. */
export const keyOf = ({ id, usual }: Shortcut, own: OwnKeys): string | undefined => {
  const chosen = own[id]
  return chosen === null ? undefined : (chosen ?? usual)
}

/** What keeps a key from being one of a shortcut: it isn't one sign, or another shortcut has it. */
export const keyProblem = (
  key: string,
  of: Shortcut,
  own: OwnKeys,
  all: readonly Shortcut[] = shortcuts,
): 'no-key' | 'taken' | undefined => {
  if (of.isDigits) return undefined
  if ([...key].length !== 1 || !/[\p{L}\p{N}\p{P}\p{S}]/u.test(key)) return 'no-key'
  const isTaken = all.some((one) => {
    const other = keyOf(one, own)
    if (one.id === of.id || other === undefined) return false
    return one.isDigits ? /^\d$/.test(key) : other.toLowerCase() === key.toLowerCase()
  })
  return isTaken ? 'taken' : undefined
}
