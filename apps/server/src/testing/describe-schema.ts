import type { Kysely } from 'kysely'
import type { DialectName } from '../db/database.ts'
import { type Column, describeColumns } from '../db/describe-columns.ts'
import type { Schema } from '../db/schema.ts'

/** The one type that the two databases name differently. */
const typeOf = (type: string) => (type === 'bytea' ? 'blob' : type)

const describeTable = (table: string, columns: readonly Column[]): string => {
  const lines = columns.map(({ name, type, nullable }) => `- ${name}: ${typeOf(type)}${nullable ? ', may be null' : ''}`)
  const key = columns.filter((column) => column.key > 0).sort((one, other) => one.key - other.key)
  return [`## ${table}`, '', ...lines, '', `Key: ${key.map((column) => column.name).join(', ')}`, ''].join('\n')
}

/** The tables of a database as `schema.md` shows them, the same whichever database it is. */
export const describeSchema = async (kysely: Kysely<Schema>, dialect: DialectName): Promise<string> => {
  const tables = Map.groupBy(await describeColumns(kysely, dialect), (column) => column.table)
  const head = '# The tables\n\nWritten from the database, and compared with both by `migrate.test.ts`.\n'
  return [head, ...[...tables].map(([table, columns]) => describeTable(table, columns))].join('\n')
}
