/** Milliseconds to wait for a page that has a key: it may be the previous page of this tab, which is just ending. */
export const endingMs = 1000

/**
 * Whether this page alone has a key. A tab that is duplicated is given a copy of the session storage, and so of the key; the lock on its name
 * stays with the page that had it first. `locks`: those among the tabs of this browser; one without them has every key to itself.
 */
export const createTabClaims = (locks: Pick<LockManager, 'request'> | undefined) => {
  /** By the id of a key. A page that opens its key again has it still. */
  const claims = new Map<string, Promise<boolean>>()
  const claim = (id: string): Promise<boolean> => {
    if (locks === undefined) return Promise.resolve(true)
    const ended = new AbortController()
    const timer = setTimeout(() => ended.abort(), endingMs)
    return new Promise((resolve) => {
      const untilPageEnds = () => {
        clearTimeout(timer)
        resolve(true)
        return new Promise<never>(() => {})
      }
      locks.request(`sitwell-office-tab ${id}`, { signal: ended.signal }, untilPageEnds).catch(() => resolve(false))
    })
  }
  return (id: string): Promise<boolean> => {
    const found = claims.get(id) ?? claim(id)
    claims.set(id, found)
    return found
  }
}
