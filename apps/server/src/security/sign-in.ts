import { randomUUID } from 'node:crypto'
import { policiesOf } from '@sitwell/exam/organisation-policies'
import { refuse } from '../http/refusal.ts'
import type { Ground } from '../http/service.ts'
import type { Passwords } from '../passwords.ts'
import { loginReply } from './login-reply.ts'
import { asksForMfa } from './mfa/asks-for-mfa.ts'
import { openSession } from './open-session.ts'
import { takePersonalToken } from './personal-token.ts'
import { endOpenSessions, lockPerson, selectPersonByUsername, updatePasswordHash } from './queries.ts'
import { mayTry, signInFailed, signInSucceeded } from './sign-in-limits.ts'

export interface Credentials {
  readonly orgId: number
  readonly username: string
  readonly password: string
  readonly loginToken?: string | undefined
  readonly requestId?: string | undefined
  readonly mfaDeviceToken?: string | undefined
}

/** A user type that signs in by itself where everybody else needs a login token (spec 1 §5). */
const adminLikeUserType = 4

/** Checked where nobody has the name, so that an answer takes as long as for a name that exists. */
const decoys = new WeakMap<Passwords, Promise<string>>()
const decoyOf = (passwords: Passwords) => {
  const known = decoys.get(passwords) ?? passwords.hash(randomUUID())
  decoys.set(passwords, known)
  return known
}

/** Signs a person in with the password grant. The new session takes over from the person's others. */
export const signIn = async (ground: Ground, credentials: Credentials, address: string) => {
  const { database, sessions, passwords, clock } = ground
  const { orgId, username, password, loginToken, mfaDeviceToken, requestId } = credentials
  const person = await selectPersonByUsername(database, orgId, username)
  const attempt = { orgId, username, address }
  const wait = await mayTry(ground, attempt, person?.user_guid)
  if (wait) return wait
  const matches = await passwords.verify(person?.password_hash ?? (await decoyOf(passwords)), password)
  if (!person || !matches) {
    await signInFailed(ground, attempt)
    return refuse('WRONG_CREDENTIALS', 'The user name or the password is wrong.', { suspended: false })
  }
  if (person.suspended === 1) return refuse('ACCOUNT_SUSPENDED', 'This account is suspended.', { suspended: true })
  const needsToken = policiesOf(orgId).needsLoginToken && person.user_type_id !== adminLikeUserType
  const mfaPending = await asksForMfa(ground, person, mfaDeviceToken)
  const newHash = passwords.isCurrent(person.password_hash) ? undefined : await passwords.hash(password)
  const opened = await database.kysely.transaction().execute(async (transaction) => {
    await lockPerson(transaction, person)
    if (needsToken) {
      const holder = await takePersonalToken(transaction, clock.nowMs(), 'login', loginToken ?? '', person, requestId)
      if (!holder) return undefined
    }
    const ended = await endOpenSessions(transaction, orgId, person.user_guid, 'double-login', clock.nowMs())
    await signInSucceeded(transaction, ground, attempt)
    if (newHash) await updatePasswordHash(transaction, person, newHash)
    return { ended, session: await openSession(transaction, ground, person, { address, mfaPending }) }
  })
  if (!opened) return refuse('INVALID_LOGIN_TOKEN', 'This organisation asks for a login token that an administrator made.')
  for (const id of opened.ended) sessions.forget(id)
  return loginReply(ground, person, opened.session)
}
