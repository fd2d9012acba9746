import { type AliasedRawBuilder, sql } from 'kysely'
import { arrayLiteral } from './array-literal.ts'
import type { DialectName } from './database.ts'
import { valuesIn } from './list-of.ts'

/** A value that was sent, and its place among all of them, from 1. */
interface NumberedValue {
  readonly value: string
  readonly place: number
}

/**
 * Values as a table `asked`, so that rows can name what they belong to by a short number. Cross join another table behind it: SQLite reads tables of a cross join in their
 * order, and so reaches the other table by its key.
 */
export const numberedValues = (dialect: DialectName, values: readonly string[]): AliasedRawBuilder<NumberedValue, 'asked'> =>
  dialect === 'sqlite'
    ? sql<NumberedValue>`(select value, key + 1 as place from json_each(${JSON.stringify(values)}))`.as('asked')
    : sql<NumberedValue>`unnest(${arrayLiteral(values)}::text[]) with ordinality`.as<'asked'>(sql`asked (value, place)`)

/**
 * The item of each value, from rows that each list the places of all values that have them ({@link numberedValues}). What is made of a row is one object for all values that
 * have it.
 */
export const byValue = <Row extends { readonly places: string }, Item>(
  values: readonly string[],
  rows: readonly Row[],
  itemOf: (row: Row) => Item,
): ReadonlyMap<string, readonly Item[]> => {
  const lists = values.map((): Item[] => [])
  for (const row of rows) {
    const item = itemOf(row)
    for (const place of valuesIn<number>(row.places)) lists[place - 1]?.push(item)
  }
  return new Map(values.map((value, at) => [value, lists[at] ?? []]))
}
