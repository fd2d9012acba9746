import { type RawBuilder, sql } from 'kysely'
import type { DialectName } from './database.ts'

/**
 * The values of a column over the rows of each group, as the text of a JSON list. Of several columns the lists have the same order. A row for each group with its lists costs a third of
 * a row for each value, where there are a hundred values in a group: what costs is to hand rows over from the database.
 */
export const listOf = (dialect: DialectName, column: string): RawBuilder<string> =>
  dialect === 'sqlite' ? sql<string>`json_group_array(${sql.ref(column)})` : sql<string>`json_agg(${sql.ref(column)})::text`

/** Boundary: what {@link listOf} made of values of this type. */
export const valuesIn = <T extends number | string>(list: string): T[] => JSON.parse(list) as T[]
