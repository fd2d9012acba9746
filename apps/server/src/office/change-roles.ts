import { officeGrantRole, officeWithdrawRole, type Role } from '@sitwell/contract'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { grantRole, withdrawRoles } from '../roles/change-grants.ts'
import { wholeOrganisation } from '../roles/grant.ts'
import { mayGrant, mayWithdraw } from '../roles/may.ts'
import { grantsOfCaller, selectGrants } from '../roles/queries.ts'
import { selectPersonByUserId } from '../security/people/queries.ts'
import type { SecurityContext } from '../security/security-context.ts'

type RolesContext = Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>

const nobody = refuse('NOT_FOUND', 'There is nobody with this id in the organisation.')
const beyond = refuse('NOT_ALLOWED', 'Nobody grants or withdraws what they may not do themselves.')

/** What is wrong with the moments between which a role is to hold. */
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

/** Gives a role, if the caller has all of its permissions themselves, for at least as long. */
export const officeGrantRoleRoute = ({ database, clock, securityLog }: RolesContext) =>
  route(officeGrantRole, async ({ caller, body, request }) => {
    const nowMs = clock.nowMs()
    const wanted = { role: body.role, scope: wholeOrganisation, fromMs: momentOf(body.from), untilMs: momentOf(body.until) }
    const wrong = wrongTimes(wanted, nowMs)
    if (wrong) return refuse('INVALID_REQUEST', 'The role can not hold between these moments.', { details: [wrong] })
    const { orgId, userGuid } = caller
    const person = await selectPersonByUserId(database, orgId, body.userID)
    if (!person) return nobody
    if (!mayGrant(await grantsOfCaller(database, caller), wanted, nowMs)) return beyond
    const acting = { author: userGuid, nowMs }
    const id = await database.kysely.transaction().execute((transaction) => grantRole(transaction, person, wanted, acting))
    if (id !== undefined) {
      const target = {
        role: body.role,
        grant: id,
        ...(body.from && { from: body.from }),
        ...(body.until && { until: body.until }),
      }
      const about = { orgId, userGuid: person.user_guid, author: userGuid, address: request.ip }
      securityLog.note({ kind: 'role-granted', ...about, target })
    }
    return { ok: true, value: { isNew: id !== undefined } }
  })

const refusalOf = (role: Role): Readonly<Record<'not there' | 'last owner', RefusedOutcome<'NOT_FOUND' | 'LAST_OWNER'>>> => ({
  'not there': refuse('NOT_FOUND', `This person does not have the role ${role}.`),
  'last owner': refuse('LAST_OWNER', 'This is the last owner of the organisation: make somebody else an owner first.'),
})

/** Withdraws a role, if the caller may do all that the person may. */
export const officeWithdrawRoleRoute = ({ database, clock, securityLog }: RolesContext) =>
  route(officeWithdrawRole, async ({ caller, body, request }) => {
    const nowMs = clock.nowMs()
    const { orgId, userGuid } = caller
    const { role, reason } = body
    const person = await selectPersonByUserId(database, orgId, body.userID)
    if (!person) return nobody
    const target = await selectGrants(database, person)
    const wanted = { role, scope: wholeOrganisation, untilMs: null }
    if (!mayWithdraw(await grantsOfCaller(database, caller), wanted, target, nowMs)) return beyond
    const outcome = await database.kysely
      .transaction()
      .execute((transaction) =>
        withdrawRoles(transaction, person, (one) => one.role === role, { author: userGuid, nowMs, reason }),
      )
    if (outcome !== 'withdrawn') return refusalOf(role)[outcome]
    const about = { orgId, userGuid: person.user_guid, author: userGuid, address: request.ip }
    securityLog.note({ kind: 'role-withdrawn', ...about, target: { role } })
    return { ok: true, value: {} }
  })
