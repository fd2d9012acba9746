import { mostCodeCharacters } from '@sitwell/contract/code-page'

/** What an interaction holds: what it answers, and what it asks to have back when it is shown again. */
export interface CustomValue {
  /** As the interaction wrote it; `custom-response.ts` says whether it is a response. */
  readonly response: object | null
  readonly state: unknown
}

/**
 * Reads what a field holds; undefined for what no field may. It is on the way to each first question, and looks no closer than it has
 * to: the frame and the server do.
 */
export const customValueIn = (json: string): CustomValue | undefined => {
  try {
    const { response, state = null } = JSON.parse(json.slice(0, mostCodeCharacters + 1))
    return json.length <= mostCodeCharacters && typeof response === 'object' ? { response, state } : undefined
  } catch {
    return undefined
  }
}

/** The values in a response, whatever is around them: of a record each behind its name. */
const wordsIn = (given: unknown): string => {
  if (typeof given !== 'object') return String(given)
  if (given === null) return ''
  const inside = Array.isArray(given) ? given : Object.values(given)
  return inside.map(wordsIn).filter(Boolean).join(', ')
}

/** A response in words: its values. Empty where it says nothing: a state alone is no answer. */
export const customWords = (json: string): string => wordsIn(customValueIn(json)?.response ?? null)
