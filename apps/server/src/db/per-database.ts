import type { Database } from './database.ts'

/** One of something for each database, made when it is first asked for: what gathers the statements of many requests into one, say. */
export const perDatabase = <T>(make: (database: Database) => T): ((database: Database) => T) => {
  const made = new WeakMap<Database, T>()
  return (database) => {
    const held = made.get(database)
    if (held !== undefined) return held
    const one = make(database)
    made.set(database, one)
    return one
  }
}
