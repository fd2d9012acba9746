import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { token } from '@sitwell/contract'
import type { PersonTable } from '../db/schema.ts'
import { accessTokenSeconds, type Caller } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import {
  endOpenSessions,
  insertSession,
  selectPerson,
  selectPersonByUsername,
  selectSession,
  updateRefresh,
} from './queries.ts'

/** What stands in the database of a refresh token: it is random and long, so a plain hash keeps it secret. */
export const hashOfRefreshToken = (refreshToken: string) => createHash('sha256').update(refreshToken).digest('hex')

/** `{orgId}.{sessionId}.{secret}`: the first two find the row, the last is what has to match. */
const newRefreshToken = (orgId: number, sessionId: string) => `${orgId}.${sessionId}.${randomBytes(32).toString('base64url')}`

const placeOfRefreshToken = (refreshToken: string) => {
  const [orgId, sessionId, secret] = refreshToken.split('.')
  return orgId && sessionId && secret && /^\d+$/.test(orgId) ? { orgId: Number(orgId), sessionId } : undefined
}

const replyFor = async ({ sessions }: Ground, person: PersonTable, sessionId: string, refreshToken: string) => {
  const caller: Caller = {
    orgId: person.org_id,
    userGuid: person.user_guid,
    sessionId,
    admin: person.admin === 1,
  }
  return {
    ok: true as const,
    value: {
      access_token: await sessions.sign(caller),
      refresh_token: refreshToken,
      token_type: 'Bearer',
      expires_in: accessTokenSeconds,
      UserLanguageID: person.language_id,
      UserID: person.user_id,
      UserGUID: person.user_guid,
      UserFirstName: person.first_name,
      UserLastName: person.last_name,
      DOB: person.date_of_birth,
      Admin: person.admin === 1,
      NINumber: person.learner_identifier,
      Email: person.email,
      MfaRequired: false,
      MfaOption: 0,
      UserTypeID: person.user_type_id,
    },
  }
}

/** Checked where nobody has the name, so that an answer takes as long as for a name that exists. */
const decoyHash = hash(randomUUID())

const signIn = async (ground: Ground, { orgId, username, password }: { orgId: number; username: string; password: string }) => {
  const { database, clock, sessions } = ground
  const person = await selectPersonByUsername(database, orgId, username)
  const matches = await verify(person?.password_hash ?? (await decoyHash), password)
  if (!person || !matches) return refuse('WRONG_CREDENTIALS', 'The user name or the password is wrong.', { suspended: false })
  if (person.suspended === 1) return refuse('ACCOUNT_SUSPENDED', 'This account is suspended.', { suspended: true })
  const sessionId = randomUUID()
  const refreshToken = newRefreshToken(orgId, sessionId)
  const ended = await database.kysely.transaction().execute(async (transaction) => {
    const before = await endOpenSessions(transaction, orgId, person.user_guid, 'double-login', clock.nowMs())
    await insertSession(transaction, {
      org_id: orgId,
      session_id: sessionId,
      user_guid: person.user_guid,
      refresh_hash: hashOfRefreshToken(refreshToken),
      previous_refresh_hash: null,
      started_at: clock.nowMs(),
      refreshed_at: clock.nowMs(),
      ended_at: null,
      end_reason: null,
    })
    return before
  })
  for (const id of ended) sessions.forget(id)
  return replyFor(ground, person, sessionId, refreshToken)
}

const noRefresh = (message: string) => refuse('INVALID_REFRESH_TOKEN', message)

/** A reply that got lost makes a browser send the token before the last again: within this time that is no theft. */
const lostReplyMs = 60_000

const refresh = async (ground: Ground, refreshToken: string) => {
  const { database, clock, sessions } = ground
  const place = placeOfRefreshToken(refreshToken)
  const session = place && (await selectSession(database, place.orgId, place.sessionId))
  if (!session) return noRefresh('The session has ended.')
  if (session.ended_at !== null)
    return session.end_reason === 'double-login'
      ? refuse('DOUBLE_LOGIN', 'This person has signed in elsewhere since.')
      : noRefresh('The session has ended.')
  const given = hashOfRefreshToken(refreshToken)
  const isPrevious = given === session.previous_refresh_hash
  if (given !== session.refresh_hash && !isPrevious) return noRefresh('The refresh token does not hold.')
  if (isPrevious && clock.nowMs() - session.refreshed_at > lostReplyMs) {
    await endOpenSessions(database.kysely, session.org_id, session.user_guid, 'refresh-reused', clock.nowMs())
    sessions.forget(session.session_id)
    return noRefresh('A refresh token was used twice: the session is ended.')
  }
  const person = await selectPerson(database, session.org_id, session.user_guid)
  if (!person || person.suspended === 1) return noRefresh('The account does not sign in any more.')
  const next = newRefreshToken(session.org_id, session.session_id)
  await updateRefresh(database, session, { given, next: hashOfRefreshToken(next), now: clock.nowMs() })
  return replyFor(ground, person, session.session_id, next)
}

/** Signs in, or trades a refresh token for new tokens (spec 1 §7). A sign-in takes over from the person's other sessions. */
export const tokenRoute = (ground: Ground) =>
  route(token, ({ body }) => (body.grant_type === 'password' ? signIn(ground, body) : refresh(ground, body.refresh_token)), {
    limited: true,
  })
