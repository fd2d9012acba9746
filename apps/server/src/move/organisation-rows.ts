import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { OrganisationTable } from './organisation-tables.ts'

type Row = Readonly<Record<string, unknown>>

/** What is in one table of an organisation: how many rows, and a sum over the hashes of all of them, regardless of their order. */
export interface TableSum {
  readonly table: string
  readonly rows: number
  readonly sum: string
}

/** Of one page, about: a row may be an exam of megabytes, or a mark. Both databases take a limited number of values too. */
const bytesOfPage = 4 * 1024 * 1024
const mostRows = 500
const firstRows = 16

const bytesOfValue = (value: unknown) => (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8)

const bytesOfRow = (row: Row) => Object.values(row).reduce<number>((sum, value) => sum + bytesOfValue(value), 0)

/** The rows of an organisation in one table, page by page, in the order of their key. Nothing else may change them meanwhile. */
export async function* pagesOf(kysely: Kysely<Schema>, { name, key }: OrganisationTable, orgId: number): AsyncGenerator<Row[]> {
  const order = sql.join(key.map((column) => sql.ref(column)))
  let behind: RawBuilder<unknown> = sql``
  let limit = firstRows
  for (;;) {
    const { rows } = await sql<Row>`select * from ${sql.table(name)} where org_id = ${orgId}${behind}
      ${key.length === 0 ? sql`` : sql`order by ${order}`} limit ${sql.lit(limit)}`.execute(kysely)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < limit || key.length === 0) return
    behind = sql` and (${order}) > (${sql.join(key.map((column) => sql.val(last[column])))})`
    const bytes = rows.reduce((sum, row) => sum + bytesOfRow(row), 0) / rows.length
    limit = Math.max(1, Math.min(mostRows, Math.floor(bytesOfPage / bytes)))
  }
}

/** A value as both databases have it: bytes as an array of them, or as a buffer. */
const plain = (value: unknown): unknown =>
  value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value

const hashOfRow = ({ columns }: OrganisationTable, row: Row): bigint => {
  const text = JSON.stringify(columns.map((column) => plain(row[column])))
  return BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
}

/** Adds up rows as they come. */
export const summing = (table: OrganisationTable) => {
  let rows = 0
  let sum = 0n
  return {
    add: (page: readonly Row[]) => {
      rows += page.length
      for (const row of page) sum = BigInt.asUintN(256, sum + hashOfRow(table, row))
    },
    sum: (): TableSum => ({ table: table.name, rows, sum: sum.toString(16) }),
  }
}

export const sumOf = async (kysely: Kysely<Schema>, table: OrganisationTable, orgId: number): Promise<TableSum> => {
  const { add, sum } = summing(table)
  for await (const page of pagesOf(kysely, table, orgId)) add(page)
  return sum()
}

export const insertRows = async (
  kysely: Kysely<Schema>,
  { name, columns }: OrganisationTable,
  page: readonly Row[],
): Promise<void> => {
  const rows = page.map((row) => sql`(${sql.join(columns.map((column) => sql.val(row[column])))})`)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(rows)}`.execute(kysely)
}
