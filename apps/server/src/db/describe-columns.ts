import { type Kysely, sql } from 'kysely'
import type { DialectName } from './database.ts'
import type { Schema } from './schema.ts'

export interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  /** Its place in the primary key from 1; 0 outside of it. */
  readonly key: number
}

const inSqlite = sql<Column>`
  select m.name as "table", c.name as name, lower(c.type) as type, c."notnull" = 0 and c.pk = 0 as nullable, c.pk as "key"
  from sqlite_master m join pragma_table_info(m.name) c
  where m.type = 'table' and m.name not like 'sqlite_%'
  order by m.name, c.cid`

const inPostgres = sql<Column>`
  select c.table_name as "table", c.column_name as name, c.data_type as type, c.is_nullable = 'YES' as nullable,
    coalesce(k.ordinal_position, 0)::int as "key"
  from information_schema.columns c
  left join information_schema.table_constraints t
    on t.table_schema = c.table_schema and t.table_name = c.table_name and t.constraint_type = 'PRIMARY KEY'
  left join information_schema.key_column_usage k
    on k.constraint_schema = t.constraint_schema and k.constraint_name = t.constraint_name and k.column_name = c.column_name
  where c.table_schema = current_schema()
  order by c.table_name collate "C", c.ordinal_position`

/** Every column of every table, as the database itself has them: tables by their names, columns in their order. */
export const describeColumns = async (kysely: Kysely<Schema>, dialect: DialectName): Promise<Column[]> => {
  const { rows } = await (dialect === 'postgres' ? inPostgres : inSqlite).execute(kysely)
  return rows
}
