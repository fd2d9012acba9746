import { officeGroup, officeGroups } from '@sitwell/contract'
import { route } from '../../http/service.ts'
import { placesOf } from '../../roles/place-queries.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { cutPage, readPage, searchedWords } from '../places/list-page.ts'
import { countGroups, countMembers, selectGroup, selectGroups } from './group-queries.ts'
import { groupStateOf, noGroup, readState } from './group-state.ts'
import { memberRowOf, selectMembers } from './member-queries.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'keys'>

/** A page of the groups in which the caller has the permission. */
export const officeGroupsRoute = ({ database, clock, keys }: Context) =>
  route(officeGroups, async ({ caller, query }) => {
    const { orgId } = caller
    const nowMs = clock.nowMs()
    const places = await placesOf(database, caller, 'people.read', nowMs)
    const { sort = 'name', descending } = query
    const wishes = { orgId, places, words: searchedWords(query.search), sort, isDescending: descending === 'true' }
    const list = ['groups', orgId, wishes.words, sort, wishes.isDescending]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const { behind, limit } = page
    const [found, total] = await Promise.all([
      selectGroups(database, wishes, { behind, limit: limit + 1 }),
      behind ? undefined : countGroups(database, wishes),
    ])
    const { rows, next } = cutPage(keys, list, found, {
      limit,
      positionOf: ({ value, group_id }) => ({ value: sort === 'members' ? Number(value) : value, id: group_id }),
    })
    const ids = rows.map(({ group_id }) => group_id)
    const members = await countMembers(database, orgId, ids)
    const groups = rows.map((row) => groupStateOf(row, members.get(row.group_id) ?? 0))
    return { ok: true, value: { groups, ...next, ...(total !== undefined && { total }), asOf: new Date(nowMs).toISOString() } }
  })

/** One group with a page of its members. */
export const officeGroupRoute = ({ database, clock, keys }: Context) =>
  route(officeGroup, async ({ caller, query }) => {
    const { orgId } = caller
    const { groupID } = query
    const list = ['members', orgId, groupID]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const group = await selectGroup(database.kysely, orgId, groupID)
    if (!group) return noGroup
    const { behind, limit } = page
    const found = await selectMembers(database, group, { behind, limit: limit + 1 })
    const { rows, next } = cutPage(keys, list, found, {
      limit,
      positionOf: ({ search_name, user_guid }) => ({ value: search_name, id: user_guid }),
    })
    const asOf = new Date(clock.nowMs()).toISOString()
    return { ok: true, value: { group: await readState(database, group), members: rows.map(memberRowOf), ...next, asOf } }
  })
