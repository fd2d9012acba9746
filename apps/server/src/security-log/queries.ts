import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import { isServedHere } from '../db/moved-organisations.ts'
import type { Schema, SecurityEventTable } from '../db/schema.ts'
import { signInName } from '../sign-in-name.ts'
import { linkAfter, seedOfLog, type UnlinkedEvent } from './chain.ts'

/** Rows of one statement: both databases take a limited number of values. */
const rowsOfStatement = 100

/** The end of an organisation's log, held until the transaction ends: whoever else adds to it waits. */
const lockEnd = (kysely: Kysely<Schema>, orgId: number) =>
  kysely
    .insertInto('security_chain')
    .values({ org_id: orgId, number: 0, hash: seedOfLog(orgId) })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet((set) => ({ number: set.ref('security_chain.number') })))
    .returning(['number', 'hash'])
    .executeTakeFirstOrThrow()

/** Organisations that are there, and haven't moved: who attacks names any, and each would have its own log. */
const selectKnown = async (kysely: Kysely<Schema>, orgIds: readonly number[]): Promise<ReadonlySet<number>> => {
  const rows = await kysely
    .selectFrom('organisation')
    .select('org_id')
    .where('org_id', 'in', orgIds)
    .where(isServedHere('organisation.org_id'))
    .execute()
  return new Set(rows.map(({ org_id }) => org_id))
}

/** Adds events, in their order, to the logs of their organisations: all, or none if it throws. */
export const appendEvents = ({ kysely }: Pick<Database, 'kysely'>, events: readonly UnlinkedEvent[]): Promise<void> =>
  kysely.transaction().execute(async (transaction) => {
    const known = await selectKnown(transaction, [...new Set(events.map(({ org_id }) => org_id))])
    const placed = events.map((event) => (known.has(event.org_id) ? event : { ...event, org_id: 0 }))
    // Always in one order: two servers that held two logs each would wait for each other.
    const byOrganisation = [...Map.groupBy(placed, ({ org_id }) => org_id)].sort(([one], [other]) => one - other)
    for (const [orgId, own] of byOrganisation) {
      const rows = linkAfter(await lockEnd(transaction, orgId), own)
      for (let index = 0; index < rows.length; index += rowsOfStatement)
        await transaction
          .insertInto('security_event')
          .values(rows.slice(index, index + rowsOfStatement))
          .execute()
      const last = rows.at(-1)
      if (last)
        await transaction
          .updateTable('security_chain')
          .set({ number: last.number, hash: last.hash })
          .where('org_id', '=', orgId)
          .execute()
    }
  })

/** What events are looked for by; moments in milliseconds since 1970, the end is not included. */
export interface EventFilter {
  readonly orgId: number
  readonly userGuid?: string | undefined
  /** Of names that nobody has too. In any case of letters. */
  readonly username?: string | undefined
  readonly kind?: string | undefined
  readonly address?: string | undefined
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
  readonly most: number
}

/** The newest events that match, the newest first. */
export const selectEvents = (
  { kysely }: Pick<Database, 'kysely'>,
  { orgId, userGuid, username, kind, address, fromMs, untilMs, most }: EventFilter,
): Promise<SecurityEventTable[]> => {
  let query = kysely.selectFrom('security_event').selectAll().where('org_id', '=', orgId)
  if (userGuid !== undefined || username !== undefined)
    query = query.where((where) =>
      where.or([
        ...(userGuid === undefined ? [] : [where('user_guid', '=', userGuid)]),
        ...(username === undefined
          ? []
          : [
              where(where.fn('lower', ['username']), '=', username.toLowerCase()),
              where('username', '=', signInName(username)),
            ]),
      ]),
    )
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (address !== undefined) query = query.where('address', '=', address)
  if (fromMs !== undefined) query = query.where('at', '>=', fromMs)
  if (untilMs !== undefined) query = query.where('at', '<', untilMs)
  return query.orderBy('number', 'desc').limit(most).execute()
}

/** Events of a log after one of them, in their order. */
export const selectEventsAfter = ({ kysely }: Pick<Database, 'kysely'>, orgId: number, number: number, most: number) =>
  kysely
    .selectFrom('security_event')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('number', '>', number)
    .orderBy('number')
    .limit(most)
    .execute()

/** Undefined if nothing was ever written. */
export const selectEnd = ({ kysely }: Pick<Database, 'kysely'>, orgId: number) =>
  kysely.selectFrom('security_chain').select(['number', 'hash']).where('org_id', '=', orgId).executeTakeFirst()
