import { type GroupRemoval, officePreviewRemoval, officeRemoveGroup } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { PeopleGroupTable, Schema } from '../../db/schema.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { withdrawRoles } from '../../roles/change-grants.ts'
import type { Grant } from '../../roles/grant.ts'
import { isOpen, mayDo, mayWithdraw } from '../../roles/may.ts'
import { grantsOfCaller } from '../../roles/queries.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { sha256 } from '../../sha256.ts'
import { holdGroup, selectGroup, updateGroup } from './group-queries.ts'
import { changedMeanwhile, noGroup, readState } from './group-state.ts'
import { deleteMembers, type NamedPerson, selectHolders } from './member-queries.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>

/** Roles that a preview names; the others are counted. */
const mostRoles = 100

/** A role that is lost with a group. */
interface Lost {
  readonly person: NamedPerson
  readonly grant: Grant
}

const beyond = refuse('NOT_ALLOWED', 'The caller may not withdraw the roles that people have in this group.')

/** What is lost with a group, and whether the caller may take it. */
const previewRemoval = async (
  reading: { readonly kysely: Kysely<Schema>; readonly dialect: Database['dialect'] },
  group: PeopleGroupTable,
  actor: readonly Grant[],
  nowMs: number,
): Promise<{ readonly preview: GroupRemoval; readonly lost: readonly Lost[] }> => {
  const holders = await selectHolders(reading, group)
  const isInGroup = ({ scope }: Grant) => scope.kind === 'group' && scope.id === group.group_id
  const lost = holders.flatMap(({ person, grants }) =>
    grants.filter((grant) => isInGroup(grant) && isOpen(grant, nowMs)).map((grant) => ({ person, grant })),
  )
  const isAllowed = holders.every(({ grants }) =>
    grants
      .filter((grant) => isInGroup(grant) && isOpen(grant, nowMs))
      .every((grant) => mayWithdraw(actor, grant, grants, nowMs)),
  )
  const state = await readState(reading, group)
  const ids = lost.map(({ grant }) => grant.id).sort()
  const seesRoles = mayDo(actor, 'roles.read', { groups: [group.group_id] }, nowMs)
  const named = lost.slice(0, seesRoles ? mostRoles : 0).map(({ person, grant }) => ({
    ...{ userID: person.user_id, username: person.username, firstName: person.first_name, lastName: person.last_name },
    role: grant.role,
  }))
  const hash = sha256(JSON.stringify([group.group_id, group.version, state.members, ids, isAllowed]))
  return { preview: { group: state, roles: named, roleTotal: lost.length, isAllowed, canUndo: false, hash }, lost }
}

/** What is lost if a group is removed. Changes nothing. */
export const officePreviewRemovalRoute = ({ database, clock }: Context) =>
  route(officePreviewRemoval, async ({ caller, query }) => {
    const group = await selectGroup(database.kysely, caller.orgId, query.groupID)
    if (!group) return noGroup
    const actor = await grantsOfCaller(database, caller)
    return { ok: true, value: (await previewRemoval(database, group, actor, clock.nowMs())).preview }
  })

/** Removes a group as a preview showed: no member and no role is left in it. Its row stays, so that what names it can be read. */
export const officeRemoveGroupRoute = ({ database, clock, securityLog }: Context) =>
  route(officeRemoveGroup, async ({ caller, body, request }) => {
    const { orgId, userGuid } = caller
    const actor = await grantsOfCaller(database, caller)
    const nowMs = clock.nowMs()
    const outcome = await database.kysely.transaction().execute(async (kysely) => {
      const reading = { kysely, dialect: database.dialect }
      const group = await holdGroup(kysely, orgId, body.groupID)
      if (!group) return { is: 'gone' } as const
      const { preview, lost } = await previewRemoval(reading, group, actor, nowMs)
      if (group.version !== body.version || preview.hash !== body.hash) return { is: 'stale', preview } as const
      if (!preview.isAllowed) return { is: 'beyond' } as const
      const reason = `The group ${group.name} was removed.`
      for (const { person, grant } of lost)
        await withdrawRoles(kysely, person, ({ id }) => id === grant.id, { author: userGuid, nowMs, reason })
      const members = await deleteMembers(reading, group)
      await updateGroup(kysely, group, { removed_by: userGuid, removed_at: nowMs })
      return { is: 'removed', group, lost, members } as const
    })
    if (outcome.is === 'gone') return noGroup
    if (outcome.is === 'stale') return changedMeanwhile(outcome.preview)
    if (outcome.is === 'beyond') return beyond
    const { group, lost, members } = outcome
    const from = { orgId, author: userGuid, address: request.ip }
    const target = { group: group.group_id, name: group.name, members, roles: lost.length }
    securityLog.note({ kind: 'group-changed', ...from, what: 'removed', target })
    for (const { person, grant } of lost)
      securityLog.note({
        kind: 'role-withdrawn',
        ...from,
        userGuid: person.user_guid,
        target: { role: grant.role, grant: grant.id },
      })
    return { ok: true, value: { members, roles: lost.length } }
  })
