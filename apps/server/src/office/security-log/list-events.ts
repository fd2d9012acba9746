import { officeSecurityLog } from '@sitwell/contract'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { type LogSearch, searchEvents } from '../../security-log/search-events.ts'
import { cursorOf } from '../people/cursor.ts'
import { iso } from '../people/person-state.ts'
import { hasEach } from '../places/has-each.ts'
import { readPage, searchedWords } from '../places/list-page.ts'
import { guidsIn, logEventOf, type Named } from './log-event.ts'

/** People whom a search may mean: a name that more have is too common to search a log by. */
const mostPeople = 50

/** The people whose name, username or identifier has each of these words. */
const guidsOf = async ({ kysely, dialect }: Database, orgId: number, search: string): Promise<string[]> => {
  const words = searchedWords(search)
  if (words.length === 0) return []
  const rows = await kysely
    .selectFrom('person')
    .select('user_guid')
    .where('org_id', '=', orgId)
    .where('search_name', '>', '')
    .where(hasEach(dialect, 'search_name', words))
    .orderBy('search_name')
    .limit(mostPeople)
    .execute()
  return rows.map(({ user_guid }) => user_guid)
}

const namedIn = async ({ kysely, dialect }: Database, orgId: number, guids: readonly string[]) => {
  const rows =
    guids.length === 0
      ? []
      : await kysely
          .selectFrom('person')
          .select(['user_guid', 'user_id', 'first_name', 'last_name', 'username'])
          .where('org_id', '=', orgId)
          .where('search_name', '>', '')
          .where(isOneOf(dialect, 'user_guid', guids, (guid) => guid))
          .execute()
  const found = new Map(
    rows.map((row): [string, Named] => [
      row.user_guid,
      { name: `${row.first_name} ${row.last_name}`.trim() || row.username, userID: row.user_id },
    ]),
  )
  return (guid: string): Named => found.get(guid) ?? { name: guid }
}

/** Milliseconds since 1970; undefined if none is asked for, NaN if it is not a moment with its offset. */
const momentOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  return /T.*(Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN
}

const noMoment = (field: string) =>
  refuse('INVALID_REQUEST', 'A moment is needed as ISO 8601 with its offset.', {
    details: [{ path: `query.${field}`, message: 'no moment' }],
  })

/** A page of the organisation's own security log. */
export const officeSecurityLogRoute = ({ database, clock, keys }: Pick<SecurityContext, 'clock' | 'database' | 'keys'>) =>
  route(officeSecurityLog, async ({ caller, query }) => {
    const { orgId } = caller
    const { person = '', kind, address, from, until, cursor, limit } = query
    const [fromMs, untilMs] = [momentOf(from), momentOf(until)]
    if (Number.isNaN(fromMs)) return noMoment('from')
    if (Number.isNaN(untilMs)) return noMoment('until')
    const username = person.trim().toLowerCase()
    const list = ['security-log', orgId, username, kind ?? null, address ?? null, fromMs ?? null, untilMs ?? null]
    const page = readPage(keys, list, { cursor, limit })
    if (!page.ok) return page
    const search: LogSearch = {
      ...{ orgId, kind, address: address?.trim() || undefined, fromMs, untilMs },
      ...(username !== '' && { whom: { username, guids: await guidsOf(database, orgId, person) } }),
    }
    const behind = page.behind === undefined ? undefined : Number(page.behind.value)
    const { rows, next } = await searchEvents(database, search, { behind, most: page.limit })
    const namedBy = await namedIn(database, orgId, rows.flatMap(guidsIn))
    return {
      ok: true,
      value: {
        events: rows.map((row) => logEventOf(row, namedBy)),
        ...(next !== undefined && { next: cursorOf(keys, list, { value: next, id: '' }) }),
        asOf: iso(clock.nowMs()),
      },
    }
  })
