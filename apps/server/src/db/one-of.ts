import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { arrayLiteral } from './array-literal.ts'
import type { DialectName } from './database.ts'

/**
 * Whether a column, or an expression that is indexed, is what some of these are asked for by, as SQL. However many they are, it is the same text: SQLite keeps what it made of
 * a statement by its text, and to make it anew for each number of parameters costs more than to run it.
 */
export const isOneOf = <T>(
  dialect: DialectName,
  column: string | RawBuilder<unknown>,
  asked: readonly T[],
  toValue: (one: T) => string | number,
): RawBuilder<SqlBool> => {
  const of = typeof column === 'string' ? sql.ref(column) : column
  const values = [...new Set(asked.map(toValue))]
  if (dialect === 'sqlite') return sql`${of} in (select value from json_each(${JSON.stringify(values)}))`
  const type = sql.raw(typeof values[0] === 'number' ? 'bigint[]' : 'text[]')
  return sql`${of} = any(${arrayLiteral(values)}::${type})`
}
