import { createListeners } from './listeners.ts'

/** The generation of the server's database, as its replies name it. */
export interface GenerationWatch {
  /** A reply has named it; null if it names none. */
  heard(generation: string | null | undefined): void
  /** Undefined until a reply has named one. */
  current(): string | undefined
  /** Tells of each generation that is another than the one before, and of the first. */
  subscribe(listener: (generation: string) => void): () => void
}

export const createGenerationWatch = (onError: (error: unknown) => void): GenerationWatch => {
  const listeners = createListeners<string>(onError)
  let current: string | undefined
  return {
    heard(generation) {
      if (!generation || generation === current) return
      current = generation
      listeners.tell(generation)
    },
    current: () => current,
    subscribe: listeners.add,
  }
}
