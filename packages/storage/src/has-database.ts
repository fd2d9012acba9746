/** Whether this browser may have a database of this name. One that can't tell which it has may have it; one that lets nobody ask has none. */
export const mayHaveDatabase = async (name: string): Promise<boolean> => {
  try {
    return (await indexedDB.databases?.())?.some((one) => one.name === name) ?? true
  } catch {
    return false
  }
}
