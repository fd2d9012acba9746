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

  const lockOf = (queueID: string, id: string) => `${prefix}${queueID} ${id}`

  const take = (id: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    own.set(id, resolve)
    // Another tab may have it: then this one waits, and has it as soon as that one hasn't.
    locks?.request(id, () => promise).catch(onError)
  }

  return {
    /** This page has these responses of a queue from now on, and no others. */
    hold(queueID: string, ids: readonly string[]): void {
      const wanted = new Set(ids.map((id) => lockOf(queueID, id)))
      for (const [id, release] of own) {
        if (wanted.has(id)) continue
        own.delete(id)
        release()
      }
      for (const id of wanted) if (!own.has(id)) take(id)
    },
    /** The responses of a queue that other tabs have. */
    held: async (queueID: string): Promise<readonly string[]> => {
      const found = (await locks?.query())?.held ?? []
      const start = lockOf(queueID, '')
      return found.flatMap(({ name = '' }) => (name.startsWith(start) && !own.has(name) ? [name.slice(start.length)] : []))
    },
  }
}
