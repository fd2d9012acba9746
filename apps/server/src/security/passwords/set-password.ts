import { passwordReset, setPasswordTokenCheck } from '@sitwell/contract'
import { route, type ServiceContext } from '../../http/service.ts'
import { deleteMfaDevices } from '../mfa/queries.ts'
import { selectPerson, updatePasswordHash } from '../people/queries.ts'
import { sessionsEnded } from '../sessions/end-sessions.ts'
import { endOpenSessions } from '../sessions/queries.ts'
import { orgOfToken, readPersonalToken, takePersonalToken } from '../tokens/personal-token.ts'
import { demandsOf } from './password-demands.ts'
import { findingsOfPassword } from './password-policy.ts'

/** 0 success, 1 the password is refused, 3 the token is invalid (spec 1 §5). */
const success = { ok: true, value: { resultCode: 0 } } as const
const invalid = { ok: true, value: { resultCode: 3 } } as const

const holderOf = async ({ database, clock }: ServiceContext, token: string, requestId?: string) => {
  const holder = await readPersonalToken(database.kysely, clock.nowMs(), 'password', token, requestId)
  const person = holder && (await selectPerson(database, holder.org_id, holder.user_guid))
  return person && person.suspended !== 1 ? { person, isRepeated: holder?.isRepeated === true } : undefined
}

/** Whose password the link of a mail sets, and what it has to be. */
export const setPasswordTokenCheckRoute = (context: ServiceContext) =>
  route(setPasswordTokenCheck, async ({ params }) => {
    const found = await holderOf(context, params.token)
    if (!found) return invalid
    const { person } = found
    const { first_name: userFirstName, last_name: userLastName, username: logonID } = person
    const { policy } = await demandsOf(context, person)
    return { ok: true, value: { resultCode: 0, userFirstName, userLastName, logonID, passwordPolicy: policy } }
  })

/** Sets the password. The token is used up, the person's sessions end, and no remembered device passes the second step any more. */
export const passwordResetRoute = (context: ServiceContext) =>
  route(passwordReset, async ({ body, request }) => {
    const { database, clock, passwords, securityLog } = context
    const found = await holderOf(context, body.token, body.requestId)
    if (!found) {
      securityLog.note({ kind: 'password-refused', orgId: orgOfToken(body.token), address: request.ip, what: 'link' })
      return invalid
    }
    const { person, isRepeated } = found
    const whose = { orgId: person.org_id, userGuid: person.user_guid, address: request.ip }
    // Its reply was lost: it is answered as it was, and sets nothing anew.
    if (isRepeated) return (await passwords.verify(person.password_hash, body.password)) ? success : invalid
    const { policy, words } = await demandsOf(context, person)
    const reasons = await findingsOfPassword(policy, body.password, { username: person.username, words })
    if (reasons.length > 0) {
      securityLog.note({ kind: 'password-refused', ...whose, what: reasons.join(' ') })
      return { ok: true, value: { resultCode: 1, reasons } }
    }
    const passwordHash = await passwords.hash(body.password)
    const ended = await database.kysely.transaction().execute(async (transaction) => {
      const holder = await takePersonalToken(transaction, clock.nowMs(), 'password', body.token, person, body.requestId)
      if (!holder) return undefined
      await updatePasswordHash(transaction, person, passwordHash)
      await deleteMfaDevices(transaction, person)
      return endOpenSessions(transaction, person.org_id, person.user_guid, 'password-reset', clock.nowMs())
    })
    if (!ended) return invalid
    sessionsEnded(context, ended)
    securityLog.note({ kind: 'password-set', ...whose })
    return success
  })
