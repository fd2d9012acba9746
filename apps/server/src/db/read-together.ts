import { createBatches, sizesOf } from './batches.ts'
import type { Database } from './database.ts'
import { perDatabase } from './per-database.ts'

/** Rows that are read for many at once. */
interface ReadWishes<Asked, Row> {
  /** Names what is asked for: the same for what is the same. */
  keyOf(asked: Asked): string
  /** Names by whom a row was asked for, as `keyOf` does. */
  keyOfRow(row: Row): string
  /** Reads the rows of all of them, in the order in which each gets its own; others may be among them. */
  read(database: Database, asked: readonly Asked[]): Promise<readonly Row[]>
}

const none: readonly never[] = []

/**
 * What is asked while a look is under way is asked together by the next: a school that starts at the same moment asks the same of each of
 * its learners. Nothing is kept, and every look begins after whoever it answers has asked: nobody is answered by what was true before.
 * Within a transaction it is of no use, which has its own connection.
 */
export const readTogether = <Asked, Row>({ keyOf, keyOfRow, read }: ReadWishes<Asked, Row>) =>
  perDatabase((database) => {
    /** Looks that have not begun. */
    const waiting = new Map<string, Promise<readonly Row[]>>()
    const look = createBatches<Asked, readonly Row[]>({
      ...sizesOf(database.dialect),
      keyOf,
      run: async (asked) => {
        for (const one of asked) waiting.delete(keyOf(one))
        const found = Map.groupBy(await read(database, asked), keyOfRow)
        return asked.map((one) => found.get(keyOf(one)) ?? none)
      },
    })
    return (asked: Asked): Promise<readonly Row[]> => {
      const key = keyOf(asked)
      const shared = waiting.get(key)
      if (shared) return shared
      const found = look(asked)
      waiting.set(key, found)
      return found
    }
  })
