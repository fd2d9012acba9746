import { adminLogin } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { maySignInAs } from '../../roles/may.ts'
import { selectGrants } from '../../roles/queries.ts'
import { asksForMfa } from '../mfa/asks-for-mfa.ts'
import { selectPersonByUserId } from '../people/queries.ts'
import type { SecurityContext } from '../security-context.ts'
import { sessionsEnded } from '../sessions/end-sessions.ts'
import { endHalfOpened } from '../sessions/queries.ts'
import { loginReply } from './login-reply.ts'
import { openSession } from './open-session.ts'
import { insertAdminLogin } from './queries.ts'

/**
 * A session as a learner of the administrator's organisation. It leaves the learner's own sessions as they are: an exam that is being
 * sat continues. Nobody becomes a member of staff by it, and the learner's second step stays: a code of the
 * learner's opens the session, and an administrator who isn't told one gets no further; what they had half opened so ends with the
 * next time they sign in as somebody.
 */
export const adminLoginRoute = (context: SecurityContext) =>
  route(adminLogin, async ({ caller, params, query, request }) => {
    const { database, clock, keys } = context
    const person = params.org === caller.orgId ? await selectPersonByUserId(database, caller.orgId, query.userID) : undefined
    if (!person) return refuse('NOT_FOUND', 'There is nobody with this id in the organisation.')
    if (!maySignInAs(await selectGrants(database, person), clock.nowMs()))
      return refuse('NOT_ALLOWED', 'Nobody signs in as a person who has a role.')
    if (person.suspended === 1) return refuse('ACCOUNT_SUSPENDED', 'This account is suspended.', { suspended: true })
    const mfaPending = await asksForMfa(context, person, undefined)
    const { left, session } = await database.kysely.transaction().execute(async (transaction) => {
      const halfOpened = await endHalfOpened(transaction, caller, clock.nowMs())
      const opened = await openSession(transaction, { clock, keys }, person, {
        address: request.ip,
        device: request.headers['user-agent'],
        mfaPending,
        madeBy: caller.userGuid,
      })
      await insertAdminLogin(transaction, {
        org_id: caller.orgId,
        session_id: opened.sessionId,
        admin_guid: caller.userGuid,
        user_guid: person.user_guid,
        signed_in_at: clock.nowMs(),
      })
      return { left: halfOpened, session: opened }
    })
    sessionsEnded(context, left)
    context.securityLog.note({
      kind: 'signed-in-as',
      orgId: caller.orgId,
      userGuid: person.user_guid,
      author: caller.userGuid,
      address: request.ip,
    })
    return loginReply(context, person, session)
  })
