import { randomUUID } from 'node:crypto'
import { officeAddGroup, officeRenameGroup } from '@sitwell/contract'
import type { PeopleGroupTable } from '../../db/schema.ts'
import { route } from '../../http/service.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { blankName, holdNames, namesOf, nameTaken, otherRequest } from '../places/names.ts'
import { holdGroup, isGroupNameTaken, updateGroup } from './group-queries.ts'
import { changedMeanwhile, groupStateOf, noGroup, readState } from './group-state.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>

type Added =
  | { readonly is: 'added' | 'same'; readonly row: PeopleGroupTable }
  | { readonly is: 'other' }
  | { readonly is: 'taken' }

/** Adds a group without members. Its id is that of the request, so that the same request again finds it. */
export const officeAddGroupRoute = ({ database, clock, securityLog }: Context) =>
  route(officeAddGroup, async ({ caller, body, request }) => {
    const names = namesOf(body.name)
    if (!names) return blankName
    const { orgId, userGuid } = caller
    const id = body.requestId ?? randomUUID()
    const outcome = await database.kysely.transaction().execute(async (transaction): Promise<Added> => {
      await holdNames(transaction, orgId)
      const before = await transaction
        .selectFrom('people_group')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('group_id', '=', id)
        .executeTakeFirst()
      if (before) {
        const isSame = before.added_by === userGuid && before.name_key === names.name_key && before.removed_at === null
        return isSame ? { is: 'same', row: before } : { is: 'other' }
      }
      if (await isGroupNameTaken(transaction, orgId, { nameKey: names.name_key })) return { is: 'taken' }
      const row: PeopleGroupTable = {
        ...{ org_id: orgId, group_id: id, ...names, version: 1 },
        ...{ added_by: userGuid, added_at: clock.nowMs(), removed_by: null, removed_at: null },
      }
      await transaction.insertInto('people_group').values(row).execute()
      return { is: 'added', row }
    })
    if (outcome.is === 'other') return otherRequest
    if (outcome.is === 'taken') return nameTaken
    const target = { group: id, name: names.name }
    if (outcome.is === 'added')
      securityLog.note({ kind: 'group-changed', orgId, author: userGuid, address: request.ip, what: 'added', target })
    return { ok: true, value: { group: await readState(database, outcome.row) } }
  })

type Renamed =
  | { readonly is: 'renamed' | 'same' | 'stale'; readonly row: PeopleGroupTable; readonly before: string }
  | { readonly is: 'gone' }
  | { readonly is: 'taken' }

/** Renames a group that has the version that the change is based on. */
export const officeRenameGroupRoute = ({ database, securityLog }: Context) =>
  route(officeRenameGroup, async ({ caller, body, request }) => {
    const names = namesOf(body.name)
    if (!names) return blankName
    const { orgId, userGuid } = caller
    const outcome = await database.kysely.transaction().execute(async (transaction): Promise<Renamed> => {
      const row = await holdGroup(transaction, orgId, body.groupID)
      if (!row) return { is: 'gone' }
      // The same change again, whose reply was lost, finds nothing to do.
      if (row.name === names.name) return { is: 'same', row, before: row.name }
      if (row.version !== body.version) return { is: 'stale', row, before: row.name }
      await holdNames(transaction, orgId)
      if (await isGroupNameTaken(transaction, orgId, { nameKey: names.name_key, but: row.group_id })) return { is: 'taken' }
      return { is: 'renamed', row: await updateGroup(transaction, row, names), before: row.name }
    })
    if (outcome.is === 'gone') return noGroup
    if (outcome.is === 'taken') return nameTaken
    const state = await readState(database, outcome.row)
    if (outcome.is === 'stale') return changedMeanwhile(state)
    if (outcome.is === 'renamed') {
      const target = { group: body.groupID, name: names.name, before: outcome.before }
      securityLog.note({ kind: 'group-changed', orgId, author: userGuid, address: request.ip, what: 'renamed', target })
    }
    return { ok: true, value: { group: groupStateOf(outcome.row, state.members) } }
  })
