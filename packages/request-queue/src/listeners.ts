/** The listeners for a change. A listener that throws doesn't keep the others from being called. */
export interface Listeners<T> {
  add(listener: (value: T) => void): () => void
  tell(value: T): void
}

export const createListeners = <T>(onError: (error: unknown) => void = () => {}): Listeners<T> => {
  const listeners = new Set<(value: T) => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell(value) {
      for (const listener of [...listeners]) {
        try {
          listener(value)
        } catch (error) {
          onError(error)
        }
      }
    },
  }
}
