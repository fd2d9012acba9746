import { type Message, shown } from './format.ts'

/** What a text wants to be filled in with, and the plural forms that it has. */
export interface Wants {
  /** The names in it, sorted, each once. */
  readonly names: readonly string[]
  /** Of each plural: by which name, and the forms in their order, without those of single numbers (`=0`). */
  readonly plurals: readonly { readonly name: string; readonly forms: readonly string[] }[]
}

/** Reads a compiled text. */
export const inspect = (message: Message): Wants => {
  const names = new Set<string>()
  const plurals: { name: string; forms: string[] }[] = []
  const walk = (part: unknown): void => {
    if (!Array.isArray(part) || typeof part[0] !== 'string') return
    const [name, , forms] = part as [string, number?, Readonly<Record<string, unknown>>?]
    const bare = name.startsWith(shown) ? name.slice(shown.length) : name
    names.add(bare)
    if (typeof forms !== 'object' || forms === null) return
    if (part[1] === 2) plurals.push({ name: bare, forms: Object.keys(forms).filter((form) => !form.startsWith('=')) })
    for (const text of Object.values(forms)) if (Array.isArray(text)) text.forEach(walk)
  }
  if (Array.isArray(message)) message.forEach(walk)
  return { names: [...names].sort(), plurals }
}
