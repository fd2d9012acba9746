import { officeChangeMembers, officePreviewMembers } from '@sitwell/contract'
import { route } from '../../http/service.ts'
import { grantsOfCaller } from '../../roles/queries.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { holdGroup, selectGroup, updateGroup } from './group-queries.ts'
import { changedMeanwhile, noGroup, readState } from './group-state.ts'
import { deleteMembers, insertMembers, type NamedPerson } from './member-queries.ts'
import { previewMembers } from './preview-members.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>

/** What a change of members would do to each of the people who are named. Changes nothing. */
export const officePreviewMembersRoute = ({ database, clock }: Context) =>
  route(officePreviewMembers, async ({ caller, body }) => {
    const group = await selectGroup(database.kysely, caller.orgId, body.groupID)
    if (!group) return noGroup
    const actor = await grantsOfCaller(database, caller)
    const asking = { userGuid: caller.userGuid, actor, nowMs: clock.nowMs() }
    return { ok: true, value: (await previewMembers(database, group, body, asking)).preview }
  })

/** Adds or removes the people who are named, as a preview showed. What it would do is worked out again, while the group is held. */
export const officeChangeMembersRoute = ({ database, clock, securityLog }: Context) =>
  route(officeChangeMembers, async ({ caller, body, request }) => {
    const { orgId, userGuid } = caller
    const { action, groupID } = body
    const actor = await grantsOfCaller(database, caller)
    const nowMs = clock.nowMs()
    const outcome = await database.kysely.transaction().execute(async (kysely) => {
      const reading = { kysely, dialect: database.dialect }
      const group = await holdGroup(kysely, orgId, groupID)
      if (!group) return { is: 'gone' } as const
      const { preview, changed } = await previewMembers(reading, group, body, { userGuid, actor, nowMs })
      if (group.version !== body.version || preview.hash !== body.hash) return { is: 'stale', preview } as const
      if (changed.length === 0) return { is: 'changed', changed, group: preview.group } as const
      const guids = changed.map(({ user_guid }) => user_guid)
      const added = { added_by: userGuid, added_at: nowMs }
      if (action === 'add')
        await insertMembers(
          kysely,
          guids.map((user_guid) => ({ org_id: orgId, group_id: groupID, user_guid, ...added })),
        )
      else await deleteMembers(reading, group, guids)
      const row = await updateGroup(kysely, group, {})
      return { is: 'changed', changed, group: await readState(reading, row) } as const
    })
    if (outcome.is === 'gone') return noGroup
    if (outcome.is === 'stale') return changedMeanwhile(outcome.preview)
    const note = ({ user_guid }: NamedPerson) =>
      securityLog.note({
        ...{ kind: 'person-changed', orgId, userGuid: user_guid, author: userGuid, address: request.ip },
        what: `${action === 'add' ? 'joined' : 'left'} the group ${outcome.group.name}`,
        target: { fields: 'groups', group: groupID },
      })
    outcome.changed.forEach(note)
    return { ok: true, value: { group: outcome.group, changed: outcome.changed.map(({ user_id }) => user_id) } }
  })
