import { officePerson } from '@sitwell/contract'
import type { RoleGrantTable } from '../../db/schema.ts'
import { idleMinutesOf, officeOverAt } from '../../http/office/office-limits.ts'
import { selectOfficeSessionsOf } from '../../http/office/office-queries.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { type Grant, grantsOf } from '../../roles/grant.ts'
import { isInForce, isOpen, mayDo } from '../../roles/may.ts'
import { placesOf } from '../../roles/place-queries.ts'
import { mfaOption } from '../../security/mfa/mfa-options.ts'
import { selectMfaOption } from '../../security/mfa/queries.ts'
import { countRecoveryCodes } from '../../security/mfa/recovery-codes.ts'
import { organisationSetting } from '../../security/organisation/organisation-setting.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { selectSessionsOf } from '../../security/sessions/queries.ts'
import { overAt } from '../../security/sessions/session-over.ts'
import { namedScopes } from '../places/scopes.ts'
import { findPerson, isErased } from './found-person.ts'
import { selectGrantRows, selectGroupsOf } from './list-queries.ts'
import { namesOf } from './names-of.ts'
import { groupsOf, iso, personStateOf } from './person-state.ts'

type Context = Pick<SecurityContext, 'clock' | 'database'>
interface Whom {
  readonly orgId: number
  readonly userGuid: string
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

const stateOf = (grant: Grant, nowMs: number) => {
  if (grant.isWithdrawn) return 'withdrawn' as const
  return isOpen(grant, nowMs) ? ('open' as const) : ('over' as const)
}

interface Naming {
  readonly nameOf: (author: string) => string
  readonly scopeOf: Awaited<ReturnType<typeof namedScopes>>
  readonly nowMs: number
}

const shownGrant = (grant: Grant, row: RoleGrantTable | undefined, { nameOf, scopeOf, nowMs }: Naming) => ({
  ...{ id: grant.id, role: grant.role, state: stateOf(grant, nowMs), isInForce: isInForce(grant, nowMs) },
  ...(grant.fromMs !== null && { from: iso(grant.fromMs) }),
  ...(grant.untilMs !== null && { until: iso(grant.untilMs) }),
  grantedBy: nameOf(row?.granted_by ?? 'migration'),
  // A flag that became a grant has no moment.
  ...(row && row.granted_at > 0 && { grantedAt: iso(row.granted_at) }),
  ...(row?.withdrawn_by != null && { withdrawnBy: nameOf(row.withdrawn_by) }),
  ...(row?.withdrawn_at != null && { withdrawnAt: iso(row.withdrawn_at) }),
  ...(row?.withdrawn_reason && { reason: row.withdrawn_reason }),
  ...(grant.scope.kind !== 'organisation' && { scope: scopeOf(grant.scope) }),
})

/** The roles that a person was given, the newest first. */
const listRoles = async ({ database, clock }: Context, person: Parameters<typeof grantsOf>[0], orgId: number) => {
  const rows = await selectGrantRows(database, orgId, [person.user_guid])
  const nameOf = await namesOf(
    database,
    orgId,
    rows.flatMap((row) => [row.granted_by, ...(row.withdrawn_by === null ? [] : [row.withdrawn_by])]),
  )
  const grants = grantsOf(person, rows)
  const scopeOf = await namedScopes(
    database,
    orgId,
    grants.map(({ scope }) => scope),
  )
  const byId = new Map(rows.map((row) => [row.grant_id, row]))
  return grants
    .map((grant) => ({ grant, row: byId.get(grant.id) }))
    .sort((one, other) => (other.row?.granted_at ?? 0) - (one.row?.granted_at ?? 0) || (one.grant.id < other.grant.id ? -1 : 1))
    .map(({ grant, row }) => shownGrant(grant, row, { nameOf, scopeOf, nowMs: clock.nowMs() }))
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
    const [option, codes, sessions, groups, roles] = await Promise.all([
      selectMfaOption(database, orgId, userGuid),
      countRecoveryCodes(database, person),
      countSessions(context, { orgId, userGuid }),
      selectGroupsOf(database, { orgId, places }, [userGuid]),
      mayDo(actor, 'roles.read', place, nowMs) ? listRoles(context, person, orgId) : undefined,
    ])
    return {
      ok: true,
      value: {
        ...{ person: personStateOf(person), isSelf, ...groupsOf(groups), ...(roles && { roles }) },
        secondStep: { way: wayOf(option), recoveryCodes: codes.left },
        ...{ sessions, may, asOf: iso(nowMs) },
      },
    }
  })
