import { officePerson } from '@sitwell/contract'
import type { PersonTable } from '../../db/schema.ts'
import { idleMinutesOf, officeOverAt } from '../../http/office/office-limits.ts'
import { selectOfficeSessionsOf } from '../../http/office/office-queries.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { givableTo } from '../../roles/givable.ts'
import { type ActionTarget, type Grant, grantsOf } from '../../roles/grant.ts'
import { mayDo } from '../../roles/may.ts'
import { placesOf } from '../../roles/place-queries.ts'
import { mfaOption } from '../../security/mfa/mfa-options.ts'
import { selectMfaOption } from '../../security/mfa/queries.ts'
import { countRecoveryCodes } from '../../security/mfa/recovery-codes.ts'
import { organisationSetting } from '../../security/organisation/organisation-setting.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { selectSessionsOf } from '../../security/sessions/queries.ts'
import { overAt } from '../../security/sessions/session-over.ts'
import { namedScopes } from '../places/scopes.ts'
import { showGrants } from '../roles/shown-grant.ts'
import { findPerson, isErased } from './found-person.ts'
import { selectGrantRows, selectGroupsOf } from './list-queries.ts'
import { groupsOf, iso, personStateOf } from './person-state.ts'

type Context = Pick<SecurityContext, 'clock' | 'database'>
interface Whom {
  readonly orgId: number
  readonly userGuid: string
}

/** Whose grants decide what may be done, and where the person is. */
interface FoundGrants {
  readonly actor: readonly Grant[]
  readonly grants: readonly Grant[]
  readonly place: ActionTarget
}

/** Open sessions that are not over by their limits. */
const countSessions = async ({ database, clock }: Context, whom: Whom) => {
  const nowMs = clock.nowMs()
  const [ofPlayer, ofOffice, idle] = await Promise.all([
    selectSessionsOf(database, whom, nowMs),
    selectOfficeSessionsOf(database, whom),
    organisationSetting(database, whom.orgId, 'OfficeIdleMinutes'),
  ])
  const open = ofPlayer.filter(({ ended_at }) => ended_at === null)
  const ends = await Promise.all(open.map((session) => overAt(database, session, nowMs)))
  return {
    player: ends.filter((endMs) => endMs > nowMs).length,
    office: ofOffice.filter((session) => nowMs < officeOverAt(session, idleMinutesOf(idle))).length,
  }
}

/** The roles that a person was given, the newest first. */
const listRoles = async ({ database, clock }: Context, person: PersonTable, { actor, grants, place }: FoundGrants) => {
  const nowMs = clock.nowMs()
  const rows = await selectGrantRows(database, person.org_id, [person.user_guid])
  const byId = new Map(rows.map((row) => [row.grant_id, row]))
  const held = grantsOf(person, rows).map((grant) => ({ grant, row: byId.get(grant.id) }))
  const show = await showGrants(database, person.org_id, held, nowMs)
  return held
    .sort((one, other) => (other.row?.granted_at ?? 0) - (one.row?.granted_at ?? 0) || (one.grant.id < other.grant.id ? -1 : 1))
    .map((one) => show(one, { actor, target: grants, place }))
}

/** What the caller may give to the person, with the names of the parts in which they may. */
const listGivable = async ({ database, clock }: Context, orgId: number, { actor, place }: FoundGrants) => {
  const givable = givableTo(actor, place, clock.nowMs())
  const scopeOf = await namedScopes(
    database,
    orgId,
    givable.map(({ scope }) => scope),
  )
  return givable.map(({ scope, roles }) => ({
    ...(scope.kind !== 'organisation' && { scope: scopeOf(scope) }),
    roles: roles.map(({ role, untilMs }) => ({ role, ...(untilMs !== null && { until: iso(untilMs) }) })),
  }))
}

const wayOf = (option: number) =>
  (['email', 'textMessage', 'app'] as const).find((way) => mfaOption[way] === option) ?? ('none' as const)

const erased = refuse('NOT_FOUND', 'All that was known of this person was erased.', {
  details: [{ path: 'query.userID', message: 'erased' }],
})

/** One person of the organisation, with what the caller may do to them. */
export const officePersonRoute = (context: Context) =>
  route(officePerson, async ({ caller, query }) => {
    const { database, clock } = context
    const found = await findPerson(context, caller, query.userID)
    if (!found.ok) return (await isErased(database, caller.orgId, query.userID)) ? erased : found
    const { person, actor, place, isSelf, may } = found
    const { org_id: orgId, user_guid: userGuid } = person
    const nowMs = clock.nowMs()
    const places = await placesOf(database, caller, 'people.read', nowMs)
    const [option, codes, sessions, groups, roles, mayGive] = await Promise.all([
      selectMfaOption(database, orgId, userGuid),
      countRecoveryCodes(database, person),
      countSessions(context, { orgId, userGuid }),
      selectGroupsOf(database, { orgId, places }, [userGuid]),
      mayDo(actor, 'roles.read', place, nowMs) ? listRoles(context, person, found) : undefined,
      listGivable(context, orgId, found),
    ])
    return {
      ok: true,
      value: {
        ...{ person: personStateOf(person), isSelf, ...groupsOf(groups), ...(roles && { roles }) },
        secondStep: { way: wayOf(option), recoveryCodes: codes.left },
        ...{ sessions, may, mayGive, asOf: iso(nowMs) },
      },
    }
  })
