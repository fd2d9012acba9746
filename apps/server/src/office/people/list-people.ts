import { officePeople } from '@sitwell/contract'
import { wordsOf } from '../../folded-name.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { grantsOf } from '../../roles/grant.ts'
import { isInForce } from '../../roles/may.ts'
import { placesOf } from '../../roles/place-queries.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { cursorOf, readCursor } from './cursor.ts'
import { countPeople, type ListWishes, selectGrantRows, selectGroupsOf, selectPlaces, selectShown } from './list-queries.ts'
import { iso, personRowOf } from './person-state.ts'

const usualLimit = 50

/** Words beyond these are left out: nobody has this many names. */
const mostWords = 10

type Context = Pick<SecurityContext, 'clock' | 'database' | 'keys'>

/** The people of these guids, in this order. One who was just erased may be missing. */
const rowsOf = async ({ database }: Context, wishes: ListWishes, guids: readonly string[], nowMs: number) => {
  const { orgId } = wishes
  if (guids.length === 0) return []
  const [people, grantRows, groupRows] = await Promise.all([
    selectShown(database, orgId, guids),
    selectGrantRows(database, orgId, guids),
    selectGroupsOf(database, wishes, guids),
  ])
  const groupsByGuid = Map.groupBy(groupRows, ({ user_guid }) => user_guid)
  const grantsByGuid = Map.groupBy(grantRows, ({ user_guid }) => user_guid)
  const byGuid = new Map(people.map((person) => [person.user_guid, person]))
  return guids.flatMap((guid) => {
    const person = byGuid.get(guid)
    if (!person) return []
    const grants = grantsOf(person, grantsByGuid.get(guid) ?? []).filter((grant) => isInForce(grant, nowMs))
    const roles = grants.map(({ role }) => role)
    return [personRowOf(person, roles, groupsByGuid.get(guid) ?? [])]
  })
}

/** A page of the organisation's people. One more is read than is shown, to know whether another page follows. */
export const officePeopleRoute = (context: Context) =>
  route(officePeople, async ({ caller, query }) => {
    const { database, clock, keys } = context
    const { orgId } = caller
    const { search = '', show = 'all', sort = 'name', descending, group, cursor, limit = usualLimit } = query
    const nowMs = clock.nowMs()
    const places = await placesOf(database, caller, 'people.read', nowMs)
    const words = [...new Set(wordsOf(search))].slice(0, mostWords)
    const wishes: ListWishes = { orgId, show, sort, isDescending: descending === 'true', places, group, words }
    const behind = cursor === undefined ? undefined : readCursor(keys, wishes, cursor)
    if (cursor !== undefined && !behind)
      return refuse('INVALID_REQUEST', 'The cursor does not belong to this list: start from the beginning.', {
        details: [{ path: 'query.cursor', message: 'of another list, or none' }],
      })
    const [found, total] = await Promise.all([
      selectPlaces(database, wishes, { behind, limit: limit + 1, nowMs }),
      behind ? undefined : countPeople(database, wishes, nowMs),
    ])
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    const people = await rowsOf(
      context,
      wishes,
      page.map(({ user_guid }) => user_guid),
      nowMs,
    )
    return {
      ok: true,
      value: {
        people,
        ...(last && { next: cursorOf(keys, wishes, { value: last.value, id: last.user_guid }) }),
        ...(total !== undefined && { total }),
        asOf: iso(nowMs),
      },
    }
  })
