import { type OrganisationRow, officeOrganisations } from '@sitwell/contract'
import type { Database } from '../db/database.ts'
import { wordsOf } from '../folded-name.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { cursorOf, readCursor } from '../office/people/cursor.ts'
import { organisationDetails } from '../security/organisation/organisation-details.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { selectOpened } from './first-owner.ts'
import { type ListedOrganisation, pageOfOrganisations } from './order-organisations.ts'

const usualLimit = 50

/** Words beyond these are left out: nobody has this many names. */
const mostWords = 10

const iso = (ms: number) => new Date(ms).toISOString()

interface Listed extends ListedOrganisation {
  readonly hasFirstOwner: boolean
  readonly move: 'moved' | 'moving' | undefined
}

/** Every organisation. Each page of the player reads them all too: they are as many as a server has customers. */
const selectAll = async ({ kysely }: Pick<Database, 'kysely'>): Promise<Listed[]> => {
  const rows = await kysely
    .selectFrom('organisation')
    .leftJoin('moved_organisation', 'moved_organisation.org_id', 'organisation.org_id')
    .select(['organisation.org_id', 'name', 'url_token', 'details', 'created_at', 'first_owner', 'moved_organisation.state'])
    .execute()
  return rows.map((row) => ({
    ...{ orgId: row.org_id, name: row.name, urlToken: row.url_token, createdAt: row.created_at },
    hosts: organisationDetails.parse(JSON.parse(row.details)).hosts,
    hasFirstOwner: row.first_owner !== null,
    move: row.state === null ? undefined : row.state === 'moving' ? 'moving' : 'moved',
  }))
}

/** How many people each of these organisations has; whoever was erased is none. */
const countPeople = async (
  { kysely }: Pick<Database, 'kysely'>,
  orgIds: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  if (orgIds.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('person')
    .select((of) => ['org_id', of.fn.countAll<number>().as('people')])
    .where('org_id', 'in', orgIds)
    .where((where) => where.or([where('search_name', 'is', null), where('search_name', '>', '')]))
    .groupBy('org_id')
    .execute()
  return new Map(rows.map(({ org_id, people }) => [org_id, Number(people)]))
}

const rowsOf = async (database: Database, page: readonly Listed[]): Promise<OrganisationRow[]> => {
  const people = await countPeople(
    database,
    page.map(({ orgId }) => orgId),
  )
  const created = page.filter(({ hasFirstOwner }) => hasFirstOwner).map(({ orgId }) => orgId)
  const opened = await selectOpened(database, created)
  return page.map(({ orgId, name, urlToken, hosts, createdAt, hasFirstOwner, move }) => {
    const isInvited = move === undefined && hasFirstOwner && !opened.has(orgId)
    const count = people.get(orgId) ?? 0
    return {
      ...{ organisationID: orgId, name, urlToken, hosts: [...hosts], people: count },
      ...(createdAt !== null && { createdAt: iso(createdAt) }),
      state: move ?? (isInvited ? 'invited' : 'open'),
      mayInvite: isInvited && count === 1,
    }
  })
}

/** A page of the organisations of this database. */
export const officeOrganisationsRoute = ({ database, clock, keys }: Pick<SecurityContext, 'clock' | 'database' | 'keys'>) =>
  route(officeOrganisations, async ({ query }) => {
    const { search = '', sort = 'name', descending, cursor, limit = usualLimit } = query
    const words = [...new Set(wordsOf(search))].slice(0, mostWords)
    const wishes = { sort, isDescending: descending === 'true', words }
    const list = ['organisations', wishes]
    const behind = cursor === undefined ? undefined : readCursor(keys, list, cursor)
    if (cursor !== undefined && !behind)
      return refuse('INVALID_REQUEST', 'The cursor does not belong to this list: start from the beginning.', {
        details: [{ path: 'query.cursor', message: 'of another list, or none' }],
      })
    const { page, next, total } = pageOfOrganisations(await selectAll(database), wishes, { behind, limit })
    return {
      ok: true,
      value: {
        organisations: await rowsOf(database, page),
        ...(next && { next: cursorOf(keys, list, next) }),
        ...(behind === undefined && { total }),
        asOf: iso(clock.nowMs()),
      },
    }
  })
