import { officeBuiltInRoles, officeHeldRoles, permissions, roles } from '@sitwell/contract'
import { route } from '../../http/service.ts'
import { type Grant, grantsOf, permissionsOf } from '../../roles/grant.ts'
import { mayDo } from '../../roles/may.ts'
import { placesOfPeople } from '../../roles/place-queries.ts'
import { placesIn } from '../../roles/places.ts'
import { grantsOfCaller } from '../../roles/queries.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { selectGrantRows, selectShown } from '../people/list-queries.ts'
import { iso } from '../people/person-state.ts'
import { cutPage, readPage, searchedWords } from '../places/list-page.ts'
import { byGrantId, countHeld, type HeldPlace, type HeldWishes, selectHeldPlaces } from './held-roles-queries.ts'
import { showGrants } from './shown-grant.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'keys'>

/** The roles at these places, in this order. One of a person who was just erased may be missing. */
const rowsOf = async (
  { database }: Pick<Context, 'database'>,
  orgId: number,
  places: readonly HeldPlace[],
  { actor, nowMs }: { readonly actor: readonly Grant[]; readonly nowMs: number },
) => {
  if (places.length === 0) return []
  const guids = [...new Set(places.map(({ user_guid }) => user_guid))]
  const [people, rows, whereabouts] = await Promise.all([
    selectShown(database, orgId, guids),
    selectGrantRows(database, orgId, guids),
    placesOfPeople(database, orgId, guids),
  ])
  const rowsById = byGrantId(rows)
  const rowsByPerson = Map.groupBy(rows, ({ user_guid }) => user_guid)
  const byGuid = new Map(
    people.map((person) => [person.user_guid, { person, grants: grantsOf(person, rowsByPerson.get(person.user_guid) ?? []) }]),
  )
  const found = places.flatMap(({ grant_id, user_guid }) => {
    const whose = byGuid.get(user_guid)
    const grant = whose?.grants.find(({ id }) => id === grant_id)
    return whose && grant ? [{ ...whose, shown: { grant, row: rowsById.get(grant_id) } }] : []
  })
  const show = await showGrants(
    database,
    orgId,
    found.map(({ shown }) => shown),
    nowMs,
  )
  return found.map(({ person, grants, shown }) => {
    const place = whereabouts.get(person.user_guid) ?? {}
    return {
      ...{ userID: person.user_id, username: person.username, firstName: person.first_name, lastName: person.last_name },
      ...{ isSuspended: person.suspended === 1, mayOpen: mayDo(actor, 'people.read', place, nowMs) },
      grant: show(shown, { actor, target: grants, place }),
    }
  })
}

/** A page of the roles that are held where the caller may see roles. */
export const officeHeldRolesRoute = ({ database, clock, keys }: Context) =>
  route(officeHeldRoles, async ({ caller, query }) => {
    const { orgId } = caller
    const nowMs = clock.nowMs()
    const actor = await grantsOfCaller(database, caller)
    const { role, scope = 'all', show = 'current', sort = 'name', descending } = query
    const wishes: HeldWishes = {
      ...{ orgId, places: placesIn(actor, 'roles.read', nowMs), words: searchedWords(query.search) },
      ...{ role, scope, show, sort, isDescending: descending === 'true' },
    }
    const list = ['held-roles', wishes]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const { behind, limit } = page
    const [found, total] = await Promise.all([
      selectHeldPlaces(database, wishes, { behind, limit: limit + 1, nowMs }),
      behind ? undefined : countHeld(database, wishes, nowMs),
    ])
    const { rows, next } = cutPage(keys, list, found, {
      limit,
      positionOf: ({ value, grant_id }) => ({ value, id: grant_id }),
    })
    const held = await rowsOf({ database }, orgId, rows, { actor, nowMs })
    return { ok: true, value: { held, ...next, ...(total !== undefined && { total }), asOf: iso(nowMs) } }
  })

/** What the roles allow, by the same table that decides about every call. */
export const officeBuiltInRolesRoute = () =>
  route(officeBuiltInRoles, async () => ({
    ok: true,
    value: {
      roles: roles.map((role) => ({ role, permissions: permissions.filter((one) => permissionsOf(role).includes(one)) })),
      permissions: [...permissions],
    },
  }))
