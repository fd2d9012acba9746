/** Since when the server can't be reached (Unix ms, the server's clock); undefined while it can. Made for `useSyncExternalStore`. */
export const createConnection = (nowMs: () => number) => {
  let lostSinceMs: number | undefined
  const listeners = new Set<() => void>()
  const change = (next: number | undefined) => {
    if (next === lostSinceMs) return
    lostSinceMs = next
    for (const listener of listeners) listener()
  }
  return {
    lostSinceMs: () => lostSinceMs,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    reached: () => change(undefined),
    lost: () => change(lostSinceMs ?? nowMs()),
  }
}

export type Connection = ReturnType<typeof createConnection>
