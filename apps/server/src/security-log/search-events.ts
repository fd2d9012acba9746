import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { isOneOf } from '../db/one-of.ts'
import type { SecurityEventTable } from '../db/schema.ts'

/** Events of one statement: whatever is looked for, a statement reads no more. */
const windowSize = 10_000

/** Stretches of one page: a search that finds little continues with the next page. */
const mostWindows = 10

/** Events are written together and late if the database was away (`security-log.ts`): so far their numbers may be from the order of their moments. */
const mostOutOfOrder = 20_000

/** What events are looked for by; moments in milliseconds since 1970, the end is not included. */
export interface LogSearch {
  readonly orgId: number
  readonly kind?: string | undefined
  readonly address?: string | undefined
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
  /** People whom it concerns, or who did it; or the name as it was given, in small letters. */
  readonly whom?: { readonly guids: readonly string[]; readonly username: string } | undefined
}

interface Stretch {
  /** Numbers from here, included. */
  readonly bottom: number
  /** Up to here, not included. */
  readonly top: number
}

type Searched = Pick<Database, 'dialect' | 'kysely'>

const authorOf = (dialect: Database['dialect']): RawBuilder<unknown> =>
  dialect === 'sqlite' ? sql`json_extract(content, '$.author')` : sql`(content::json ->> 'author')`

const concerns = (dialect: Database['dialect'], { guids, username }: NonNullable<LogSearch['whom']>): RawBuilder<SqlBool> => {
  const named = sql<SqlBool>`lower(username) = ${username}`
  if (guids.length === 0) return named
  const same = (guid: string) => guid
  return sql<SqlBool>`(${named} or ${isOneOf(dialect, 'user_guid', guids, same)} or ${isOneOf(dialect, authorOf(dialect), guids, same)})`
}

/** The numbers between which events of the wanted time are. */
const stretchOf = async (
  { kysely }: Searched,
  { orgId, fromMs, untilMs }: LogSearch,
  behind: number | undefined,
): Promise<Stretch> => {
  const events = kysely.selectFrom('security_event').where('org_id', '=', orgId).select('number').limit(1)
  const [end, first, last] = await Promise.all([
    kysely.selectFrom('security_chain').select('number').where('org_id', '=', orgId).executeTakeFirst(),
    fromMs === undefined ? undefined : events.where('at', '>=', fromMs).orderBy('at').executeTakeFirst(),
    untilMs === undefined ? undefined : events.where('at', '<', untilMs).orderBy('at', 'desc').executeTakeFirst(),
  ])
  if ((fromMs !== undefined && !first) || (untilMs !== undefined && !last)) return { bottom: 1, top: 1 }
  return {
    bottom: Math.max(1, first ? first.number - mostOutOfOrder : 1),
    top: Math.min(
      behind ?? Number.POSITIVE_INFINITY,
      (end?.number ?? 0) + 1,
      last ? last.number + mostOutOfOrder : Number.POSITIVE_INFINITY,
    ),
  }
}

const selectWithin = ({ kysely, dialect }: Searched, search: LogSearch, { bottom, top }: Stretch, most: number) => {
  const { orgId, kind, address, fromMs, untilMs, whom } = search
  let query = kysely
    .selectFrom('security_event')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('number', '>=', bottom)
    .where('number', '<', top)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (address !== undefined) query = query.where('address', '=', address)
  if (fromMs !== undefined) query = query.where('at', '>=', fromMs)
  if (untilMs !== undefined) query = query.where('at', '<', untilMs)
  if (whom !== undefined) query = query.where(concerns(dialect, whom))
  return query.orderBy('number', 'desc').limit(most).execute()
}

/**
 * Events that match, the newest first, at most so many; `behind`: only those with a smaller number. `next`: behind which number the search continues; undefined
 * at the end of the log. What it reads is bounded, so a page may have few rows, or none, and still a `next`.
 */
export const searchEvents = async (
  database: Searched,
  search: LogSearch,
  { behind, most }: { readonly behind?: number | undefined; readonly most: number },
): Promise<{ readonly rows: readonly SecurityEventTable[]; readonly next: number | undefined }> => {
  const { bottom, top } = await stretchOf(database, search, behind)
  const rows: SecurityEventTable[] = []
  let at = top
  for (let windows = 0; windows < mostWindows && at > bottom && rows.length <= most; windows += 1) {
    const from = Math.max(bottom, at - windowSize)
    rows.push(...(await selectWithin(database, search, { bottom: from, top: at }, most + 1 - rows.length)))
    at = from
  }
  const shown = rows.slice(0, most)
  if (rows.length > most) return { rows: shown, next: shown.at(-1)?.number }
  return { rows: shown, next: at > bottom ? at : undefined }
}
