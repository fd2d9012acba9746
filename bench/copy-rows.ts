import type { Database } from '../apps/server/src/db/database.ts'
import { runStatement } from '../apps/server/src/testing/run-statement.ts'

/** The numbers from 0 on, this many of them, as the beginning of a query of both databases. */
const numbers = (count: number): string =>
  `with recursive number(n) as (select cast(0 as bigint) union all select n + 1 from number where n < ${count - 1})`

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`
}

/** Copies a row this many times. `own`: SQL of columns that depend on the number `n` of the copy. */
export const copyRow = async (
  database: Pick<Database, 'kysely'>,
  table: string,
  { row, count, own }: { readonly row: object; readonly count: number; readonly own: Readonly<Record<string, string>> },
): Promise<void> => {
  const values = Object.entries(row).map(([column, value]) => own[column] ?? literal(value))
  const columns = Object.keys(row).join(', ')
  await runStatement(database, `insert into ${table} (${columns}) ${numbers(count)} select ${values.join(', ')} from number`)
}
