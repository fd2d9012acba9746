import {
  endOfficeSessions,
  officeRecoveryCodes,
  officeSession,
  officeSessions,
  officeSignOut,
  permissions,
} from '@sitwell/contract'
import type { PersonTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { endedCookie } from '../http/office/office-cookie.ts'
import { idleMinutesOf, officeOverAt } from '../http/office/office-limits.ts'
import { endOfficeSessionsOf, selectOfficeSession, selectOfficeSessionsOf } from '../http/office/office-queries.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { isOfRole } from '../roles/grant.ts'
import { isInForce, mayDo, permissionsAt } from '../roles/may.ts'
import { holdsAnywhere } from '../roles/places.ts'
import { grantsOfCaller } from '../roles/queries.ts'
import { proveByPassword } from '../security/credentials/prove-by-password.ts'
import { countRecoveryCodes, makeRecoveryCodes } from '../security/mfa/recovery-codes.ts'
import { selectOrganisation } from '../security/organisation/queries.ts'
import { isSharedServer } from '../security/organisation/served-place.ts'
import { noteWrongPassword } from '../security/passwords/owner.ts'
import { selectPerson } from '../security/people/queries.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { deviceOf } from '../security/sessions/device-of.ts'
import { namedScopes } from './places/scopes.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** Who is signed in, and what they may do now. Before the second step nothing but that it is still to be done. */
export const officeSessionRoute = (context: Pick<SecurityContext, 'clock' | 'database' | 'servedPlace'>) =>
  route(officeSession, async ({ caller }) => {
    const { database, clock } = context
    const { orgId, userGuid, sessionId } = caller
    const session = await selectOfficeSession(database, caller)
    const idleMinutes = idleMinutesOf(session?.idle ?? null)
    const person = await selectPerson(database, orgId, userGuid)
    const organisation = await selectOrganisation(database, orgId)
    if (session?.mfa_pending !== 0 || !person || !organisation)
      return { ok: true, value: { sessionId, isPending: true, roles: [], permissions: [], idleMinutes, recoveryCodes: 0 } }
    const nowMs = clock.nowMs()
    const grants = await grantsOfCaller(database, caller)
    const { user_id: userId, username, first_name: firstName, last_name: lastName } = person
    const held = grants.filter((grant) => isInForce(grant, nowMs))
    const nameOf = await namedScopes(
      database,
      orgId,
      held.map(({ scope }) => scope),
    )
    const roles = held.filter(isOfRole).map(({ role, untilMs, scope }) => {
      const named = nameOf(scope)
      return { role, ...(untilMs !== null && { until: iso(untilMs) }), ...(named && { scope: named }) }
    })
    const isInstallationOwner = mayDo(grants, 'installation.manage', {}, nowMs)
    // What the server tells of itself is no matter of one of several organisations.
    const hidesServer = !isInstallationOwner && (await isSharedServer(context))
    const everywhere = permissionsAt(grants, {}, nowMs).filter((one) => !(hidesServer && one === 'system.read'))
    const inParts = permissions.filter(
      (one) => !everywhere.includes(one) && !(hidesServer && one === 'system.read') && holdsAnywhere(grants, one, nowMs),
    )
    return {
      ok: true,
      value: {
        ...{ sessionId, isPending: false, roles, permissions: [...everywhere], idleMinutes },
        ...(isInstallationOwner && { isInstallationOwner: true as const }),
        ...(inParts.length > 0 && { permissionsInParts: inParts }),
        person: { userId, userGuid, username, firstName, lastName },
        organisation: { orgId, name: organisation.name, urlToken: organisation.url_token },
        recoveryCodes: (await countRecoveryCodes(database, person)).left,
      },
    }
  })

/** Ends the session, and takes its cookie away. */
export const officeSignOutRoute = ({
  database,
  clock,
  securityLog,
}: Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>) =>
  route(officeSignOut, async ({ caller, request }) => {
    const { orgId, userGuid, sessionId } = caller
    const ending = { reason: 'sign-out', nowMs: clock.nowMs(), only: [sessionId] } as const
    await endOfficeSessionsOf(database.kysely, caller, ending)
    securityLog.note({ kind: 'sign-out', orgId, userGuid, address: request.ip, what: 'office' })
    return { ok: true, value: {}, setCookie: endedCookie(request.protocol) }
  })

/** The caller's open sessions of the office; of nobody else's. */
export const officeSessionsRoute = ({ database, clock, keys }: Pick<SecurityContext, 'clock' | 'database' | 'keys'>) =>
  route(officeSessions, async ({ caller }) => {
    const own = await selectOfficeSession(database, caller)
    const idleMinutes = idleMinutesOf(own?.idle ?? null)
    const rows = (await selectOfficeSessionsOf(database, caller)).filter(
      (row) => clock.nowMs() < officeOverAt(row, idleMinutes),
    )
    const sessions = rows.map((row) => {
      const address = row.place === null ? undefined : keys.open(row.place)
      return {
        id: row.session_id,
        startedAt: iso(row.started_at),
        usedAt: iso(row.used_at),
        isThis: row.session_id === caller.sessionId,
        ...(address !== undefined && { address }),
        ...deviceOf(row.device),
      }
    })
    return { ok: true, value: { sessions } }
  })

type Proven =
  | { ok: true; person: PersonTable }
  | { ok: false; isWrong: true }
  | RefusedOutcome<'TOO_MANY_REQUESTS' | 'NOT_ALLOWED'>

/** The caller, who has shown their password again: whoever finds a page open must not get what lasts longer than it. */
const provenPerson = async (
  context: SecurityContext,
  caller: Caller,
  { password, address }: { readonly password: string; readonly address: string },
): Promise<Proven> => {
  const person = await selectPerson(context.database, caller.orgId, caller.userGuid)
  if (!person) return refuse('NOT_ALLOWED', 'There is no such person.')
  const proven = await proveByPassword(context, person, { password, address })
  if (proven === true) return { ok: true, person }
  if (proven !== false) return proven
  noteWrongPassword(context, person, address)
  return { ok: false, isWrong: true }
}

/** Ends sessions of the caller's own, by their password. */
export const endOfficeSessionsRoute = (context: SecurityContext) =>
  route(endOfficeSessions, async ({ caller, body, request }) => {
    const whose = await provenPerson(context, caller, { password: body.password, address: request.ip })
    if ('isWrong' in whose) return { ok: true, value: { ended: [], isWrong: true as const } }
    if (!whose.ok) return whose
    const nowMs = context.clock.nowMs()
    const chosen = body.ids === 'others' ? { keep: caller.sessionId } : { only: body.ids }
    const ended = await endOfficeSessionsOf(context.database.kysely, caller, { reason: 'ended-by-person', nowMs, ...chosen })
    const { orgId, userGuid } = caller
    if (ended.length > 0)
      context.securityLog.note({
        kind: 'session-ended',
        orgId,
        userGuid,
        address: request.ip,
        what: 'office',
        times: ended.length,
      })
    return { ok: true, value: { ended } }
  })

/** New recovery codes of the caller's own, by their password. */
export const officeRecoveryCodesRoute = (context: SecurityContext) =>
  route(officeRecoveryCodes, async ({ caller, body, request }) => {
    const whose = await provenPerson(context, caller, { password: body.password, address: request.ip })
    if ('isWrong' in whose) return { ok: true, value: { recoveryCodes: [], isWrong: true as const } }
    if (!whose.ok) return whose
    const { person } = whose
    const nowMs = context.clock.nowMs()
    const recoveryCodes = await context.database.kysely
      .transaction()
      .execute((transaction) => makeRecoveryCodes(transaction, person, nowMs))
    const { orgId, userGuid } = caller
    context.securityLog.note({ kind: 'recovery-codes-made', orgId, userGuid, address: request.ip })
    return { ok: true, value: { recoveryCodes } }
  })
