import type { Question } from '@sitwell/contract'

/** Which explanations of a question can be opened where their words stand: the others are offered below its answers. */
export interface PlacedButtons {
  get(): ReadonlySet<string>
  subscribe(listener: () => void): () => void
  /** Adds them; answers what takes them out again. */
  add(ids: readonly string[]): () => void
}

const createPlacedButtons = (): PlacedButtons => {
  const listeners = new Set<() => void>()
  let all: readonly (readonly string[])[] = []
  let ids: ReadonlySet<string> = new Set()
  const change = (next: typeof all) => {
    all = next
    ids = new Set(all.flat())
    for (const listener of listeners) listener()
  }
  return {
    get: () => ids,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(added) {
      if (added.length === 0) return () => {}
      change([...all, added])
      return () => change(all.filter((one) => one !== added))
    },
  }
}

const known = new WeakMap<Question, PlacedButtons>()

export const placedButtonsOf = (question: Question): PlacedButtons => {
  const found = known.get(question) ?? createPlacedButtons()
  known.set(question, found)
  return found
}
