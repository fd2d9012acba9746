import { officeGrantRole, officeWithdrawRole, type Role } from '@sitwell/contract'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { grantRole, withdrawRoles } from '../roles/change-grants.ts'
import { columnsOfScope, type Grant, type Scope } from '../roles/grant.ts'
import { mayGrant, mayWithdraw } from '../roles/may.ts'
import { grantsOfCaller, selectGrants } from '../roles/queries.ts'
import { selectPersonByUserId } from '../security/people/queries.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { holdScope, scopeOf } from './places/scopes.ts'

type RolesContext = Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>

const nobody = refuse('NOT_FOUND', 'There is nobody with this id in the organisation.')
const beyond = refuse('NOT_ALLOWED', 'Nobody grants or withdraws what they may not do themselves.')

/** The problems with the moments between which a role is to hold. */
const wrongTimes = (
  { fromMs, untilMs }: { readonly fromMs: number | null; readonly untilMs: number | null },
  nowMs: number,
) => {
  if (Number.isNaN(fromMs)) return { path: 'body.from', message: 'not a moment as 2026-11-21T09:30+01:00' }
  if (Number.isNaN(untilMs)) return { path: 'body.until', message: 'not a moment as 2026-11-21T09:30+01:00' }
  const isOver = untilMs !== null && untilMs <= Math.max(fromMs ?? nowMs, nowMs)
  return isOver ? { path: 'body.until', message: 'not later than body.from, or than now' } : undefined
}

const momentOf = (iso: string | undefined): number | null => (iso === undefined ? null : Date.parse(iso))

const notGranted = {
  gone: refuse('NOT_FOUND', 'The organisation has no such centre, room or group.'),
  closed: refuse('CLOSED', 'This centre or room is closed: no role is granted in it.'),
} as const

/** The moments that were named. */
const given = ({ from, until }: { readonly from: string | undefined; readonly until: string | undefined }) => ({
  ...(from && { from }),
  ...(until && { until }),
})

/** An owner has the whole organisation: what makes somebody safe from others must not hang on a part that others change. */
const ownersHaveAll = refuse('INVALID_REQUEST', 'The role of owner is of the whole organisation.', {
  details: [{ path: 'body.scope', message: 'an owner has the whole organisation' }],
})

/** The part in which a role is held, as the security log names it. */
const targetOf = (scope: Scope): { scope?: string } =>
  scope.kind === 'organisation' || scope.kind === 'delivery-room' ? {} : { scope: `${scope.kind} ${scope.id}` }

/** Gives a role, if the caller has all of its permissions themselves, in all of its scope and for at least as long. */
export const officeGrantRoleRoute = ({ database, clock, securityLog }: RolesContext) =>
  route(officeGrantRole, async ({ caller, body, request }) => {
    const nowMs = clock.nowMs()
    const scope = scopeOf(body.scope)
    const wanted = { role: body.role, scope, fromMs: momentOf(body.from), untilMs: momentOf(body.until) }
    const wrong = wrongTimes(wanted, nowMs)
    if (wrong) return refuse('INVALID_REQUEST', 'The role can not hold between these moments.', { details: [wrong] })
    if (body.role === 'owner' && scope.kind !== 'organisation') return ownersHaveAll
    const { orgId, userGuid } = caller
    const person = await selectPersonByUserId(database, orgId, body.userID)
    if (!person) return nobody
    if (!mayGrant(await grantsOfCaller(database, caller), wanted, nowMs)) return beyond
    const acting = { author: userGuid, nowMs }
    const granted = await database.kysely.transaction().execute(async (transaction) => {
      const standing = await holdScope(transaction, orgId, scope)
      return standing === 'there' ? { id: await grantRole(transaction, person, wanted, acting) } : standing
    })
    if (granted === 'gone' || granted === 'closed') return notGranted[granted]
    const { id } = granted
    if (id !== undefined) {
      const target = { role: body.role, grant: id, ...targetOf(scope), ...given({ from: body.from, until: body.until }) }
      const about = { orgId, userGuid: person.user_guid, author: userGuid, address: request.ip }
      securityLog.note({ kind: 'role-granted', ...about, target })
    }
    return { ok: true, value: { isNew: id !== undefined } }
  })

const refusalOf = (role: Role): Readonly<Record<'not there' | 'last owner', RefusedOutcome<'NOT_FOUND' | 'LAST_OWNER'>>> => ({
  'not there': refuse('NOT_FOUND', `This person does not have the role ${role}.`),
  'last owner': refuse('LAST_OWNER', 'This is the last owner of the organisation: make somebody else an owner first.'),
})

const isSameScope = (one: Scope, other: Scope) => {
  const [{ scope_kind, scope_id, scope_room }, columns] = [columnsOfScope(one), columnsOfScope(other)]
  return scope_kind === columns.scope_kind && scope_id === columns.scope_id && scope_room === columns.scope_room
}

/** Withdraws a role, everywhere or in one scope, if the caller may do all that the person may. */
export const officeWithdrawRoleRoute = ({ database, clock, securityLog }: RolesContext) =>
  route(officeWithdrawRole, async ({ caller, body, request }) => {
    const nowMs = clock.nowMs()
    const { orgId, userGuid } = caller
    const { role, reason } = body
    const person = await selectPersonByUserId(database, orgId, body.userID)
    if (!person) return nobody
    const target = await selectGrants(database, person)
    const scope = scopeOf(body.scope)
    const isMeant = (one: Grant) => one.role === role && (body.scope === undefined || isSameScope(one.scope, scope))
    const wanted = { role, scope, untilMs: null }
    if (!mayWithdraw(await grantsOfCaller(database, caller), wanted, target, nowMs)) return beyond
    const outcome = await database.kysely
      .transaction()
      .execute((transaction) => withdrawRoles(transaction, person, isMeant, { author: userGuid, nowMs, reason }))
    if (outcome !== 'withdrawn') return refusalOf(role)[outcome]
    const about = { orgId, userGuid: person.user_guid, author: userGuid, address: request.ip }
    securityLog.note({ kind: 'role-withdrawn', ...about, target: { role, ...targetOf(scope) } })
    return { ok: true, value: {} }
  })
