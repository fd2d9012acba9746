const prefix = 'sitwell-office-response '

/**
 * Which responses the open tabs of this browser have, so that one marker's tabs get different ones: the server gives a marker what they hold, and
 * doesn't know of tabs. The locks of a tab that is closed or dies end with it. `locks`: those among the tabs; without them nothing is known of others.
 */
export const createOtherTabs = (
  locks: Pick<LockManager, 'request' | 'query'> | undefined,
  onError: (error: unknown) => void,
) => {
  const own = new Map<string, () => void>()

  const take = (id: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    own.set(id, resolve)
    // Another tab may have it: then this one waits, and has it as soon as that one hasn't.
    locks?.request(prefix + id, () => promise).catch(onError)
  }

  return {
    /** This page has these responses from now on, and no others. */
    hold(ids: readonly string[]): void {
      const wanted = new Set(ids)
      for (const [id, release] of own) {
        if (wanted.has(id)) continue
        own.delete(id)
        release()
      }
      for (const id of wanted) if (!own.has(id)) take(id)
    },
    /** Responses that other tabs have. */
    held: async (): Promise<readonly string[]> => {
      const found = (await locks?.query())?.held ?? []
      const ids = found.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []))
      return ids.filter((id) => !own.has(id))
    },
  }
}

export type OtherTabs = ReturnType<typeof createOtherTabs>
