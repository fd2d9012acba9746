import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { arrayLiteral } from './array-literal.ts'
import type { DialectName } from './database.ts'

/**
 * A condition in SQL: whether a column, or an indexed expression, has one of these values. The text is the same for any number
 * of values. SQLite caches a prepared statement by its text, and preparing one for each number of parameters costs more than
 * running it.
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
