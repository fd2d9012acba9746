import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { createBatches, sizesOf } from './batches.ts'
import type { Database } from './database.ts'
import { isOneOf } from './one-of.ts'
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

/** Rows of organisations, by one more column of theirs. */
interface OwnedRowWishes<Column extends string, Row> {
  readonly table: string
  readonly column: Column
  /** Reads the rows for which `isAsked` holds. */
  read(database: Database, isAsked: RawBuilder<SqlBool>): Promise<readonly Row[]>
}

/** The rows of an organisation that have a value in a column, read together with those that others ask for: see `readTogether`. */
export const ownedRowsTogether = <
  Column extends string,
  Row extends { readonly org_id: number } & Readonly<Record<Column, string>>,
>({
  table,
  column,
  read,
}: OwnedRowWishes<Column, Row>) => {
  const together = readTogether<{ readonly orgId: number; readonly value: string }, Row>({
    keyOf: ({ orgId, value }) => `${orgId}/${value}`,
    keyOfRow: (row) => `${row.org_id}/${row[column]}`,
    read: (database, asked) => {
      const isOrganisation = isOneOf(database.dialect, `${table}.org_id`, asked, ({ orgId }) => orgId)
      const isValue = isOneOf(database.dialect, `${table}.${column}`, asked, ({ value }) => value)
      return read(database, sql`${isOrganisation} and ${isValue}`)
    },
  })
  return (database: Database, orgId: number, value: string): Promise<readonly Row[]> => together(database)({ orgId, value })
}
