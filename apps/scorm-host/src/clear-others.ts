const marker = 'sitwell-learner'

/**
 * What courses have kept in this origin's own stores is of whoever studied here last: it goes before somebody else's course begins.
 * What SCOs left unsent stays, which is sealed.
 */
export const clearOthers = async (host: Window, learnerId: string, clearForeign: () => void): Promise<void> => {
  try {
    if (host.localStorage.getItem(marker) === learnerId) return
    clearForeign()
    host.sessionStorage.clear()
    const databases = await host.indexedDB.databases()
    for (const { name } of databases) if (name !== undefined) host.indexedDB.deleteDatabase(name)
    if (host.isSecureContext) for (const name of await host.caches.keys()) await host.caches.delete(name)
    host.localStorage.setItem(marker, learnerId)
  } catch {
    // A browser that keeps nothing here may not even let ask.
  }
}
