import { officeEndSessionsOf, officeInvitePerson, officeResetPassword, officeResetSecondStep } from '@sitwell/contract'
import type { Caller } from '../../http/caller.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { resetMfa } from '../../security/mfa/reset.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { endAllSessions } from '../../security/sessions/end-all-sessions.ts'
import { sessionsEnded } from '../../security/sessions/end-sessions.ts'
import { findForAct } from './found-person.ts'
import { giveWayIn } from './way-in.ts'

const suspended = refuse('ACCOUNT_SUSPENDED', 'This person is suspended: nobody sets a password for them.')

interface Asking {
  readonly caller: Caller
  readonly userID: number
  readonly address: string
}

const wayInFor = async (context: SecurityContext, { caller, userID, address }: Asking, kind: 'INVITE' | 'RESET') => {
  // What isn't allowed of suspended people alone is distinguished from what isn't allowed of this person at all.
  const found = await findForAct(context, caller, userID, ({ resetSecondStep }) => resetSecondStep)
  if (!found.ok) return found
  if (found.person.suspended === 1) return suspended
  const way = await giveWayIn(context, found.person, { kind, author: caller.userGuid, address })
  return way.ok ? ({ ok: true, value: { access: way.access } } as const) : way
}

/** Lets a person set their first password. */
export const officeInvitePersonRoute = (context: SecurityContext) =>
  route(officeInvitePerson, ({ caller, body, request }) =>
    wayInFor(context, { caller, userID: body.userID, address: request.ip }, 'INVITE'),
  )

/** Lets a person set another password. The one that they have works until then. */
export const officeResetPasswordRoute = (context: SecurityContext) =>
  route(officeResetPassword, ({ caller, body, request }) =>
    wayInFor(context, { caller, userID: body.userID, address: request.ip }, 'RESET'),
  )

/** Takes the second step of a person back to its setup. */
export const officeResetSecondStepRoute = (context: Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>) =>
  route(officeResetSecondStep, async ({ caller, body, request }) => {
    const found = await findForAct(context, caller, body.userID, ({ resetSecondStep }) => resetSecondStep)
    if (!found.ok) return found
    await resetMfa(context.database, found.person)
    const about = { orgId: caller.orgId, userGuid: found.person.user_guid, author: caller.userGuid, address: request.ip }
    context.securityLog.note({ kind: 'second-step-reset', ...about, what: 'office' })
    return { ok: true, value: {} }
  })

/** Ends all sessions of a person. */
export const officeEndSessionsOfRoute = (
  context: Pick<SecurityContext, 'clock' | 'database' | 'live' | 'securityLog' | 'sessions'>,
) =>
  route(officeEndSessionsOf, async ({ caller, body, request }) => {
    const { database, clock, securityLog } = context
    const found = await findForAct(context, caller, body.userID, ({ endSessions }) => endSessions)
    if (!found.ok) return found
    const whom = { orgId: caller.orgId, userGuid: found.person.user_guid }
    const { ofPlayer, ofOffice } = await database.kysely
      .transaction()
      .execute((transaction) => endAllSessions(transaction, whom, { reason: 'ended-by-staff', nowMs: clock.nowMs() }))
    sessionsEnded(context, ofPlayer)
    const times = ofPlayer.length + ofOffice.length
    const about = { ...whom, author: caller.userGuid, address: request.ip }
    if (times > 0) securityLog.note({ kind: 'session-ended', ...about, what: 'by staff', times })
    return { ok: true, value: { player: ofPlayer.length, office: ofOffice.length } }
  })
