import type { Refusal } from '@sitwell/contract'
import { jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../clock.ts'
import { createBatches, sizesOf } from '../db/batches.ts'
import type { Database } from '../db/database.ts'
import { type RefusedOutcome, refuse } from './refusal.ts'

/** Who makes a call: read from the access token, held against the session in the database. */
export interface Caller {
  readonly orgId: number
  readonly userGuid: string
  readonly sessionId: string
  readonly admin: boolean
}

/** Seconds that an access token holds; after them the player refreshes silently. */
export const accessTokenSeconds = 15 * 60

/** How long a session that was found open is taken to be open still: every save of an exam would ask again otherwise. */
const trustSessionMs = 1000

const issuer = 'sitwell'

export interface Sessions {
  /** A signed access token for the caller. */
  sign(caller: Caller): Promise<string>
  /**
   * The caller of an `Authorization` header's value, or why there is none. A session whose second step is still to be done counts
   * with `beforeMfa` alone.
   */
  read(
    authorization: string | undefined,
    options?: { readonly beforeMfa?: boolean },
  ): Promise<{ ok: true; caller: Caller } | RefusedOutcome<Refusal>>
  /** A session has ended here: the next call is told at once. */
  forget(sessionId: string): void
}

const noAuthorisation = (message: string) => refuse('NO_AUTHORISATION', message)

export const createSessions = (database: Database, secret: Uint8Array, clock: Clock): Sessions => {
  const openUntil = new Map<string, number>()
  /** How often a session was forgotten: what was asked before doesn't know of it. */
  let forgotten = 0

  const verified = new Map<string, { caller: Caller; untilMs: number }>()

  /** Checking a signature costs a fifth of what a save costs in all, and a learner sends the same token with each. */
  const claimsOf = async (token: string): Promise<Caller | undefined> => {
    const known = verified.get(token)
    if (known && known.untilMs > clock.nowMs()) return known.caller
    const read = await verify(token)
    if (!read) return undefined
    if (verified.size >= 20_000) verified.clear()
    verified.set(token, read)
    return read.caller
  }

  const verify = async (token: string): Promise<{ caller: Caller; untilMs: number } | undefined> => {
    try {
      const { payload } = await jwtVerify(token, secret, {
        issuer,
        algorithms: ['HS256'],
        currentDate: new Date(clock.nowMs()),
      })
      const { sub, org, sid, adm, exp } = payload
      if (typeof sub !== 'string' || typeof org !== 'number' || typeof sid !== 'string' || exp === undefined) return undefined
      return { caller: { orgId: org, userGuid: sub, sessionId: sid, admin: adm === true }, untilMs: exp * 1000 }
    } catch {
      return undefined
    }
  }

  type State = 'open' | 'pending' | 'ended' | 'taken-over'

  const statesOf = async (callers: readonly Caller[]): Promise<State[]> => {
    const rows = await database.kysely
      .selectFrom('session')
      .innerJoin('person', (on) =>
        on.onRef('person.org_id', '=', 'session.org_id').onRef('person.user_guid', '=', 'session.user_guid'),
      )
      .select(['session.org_id', 'session_id', 'ended_at', 'end_reason', 'mfa_pending', 'suspended'])
      .where('session.org_id', 'in', [...new Set(callers.map((caller) => caller.orgId))])
      .where(
        'session_id',
        'in',
        callers.map((caller) => caller.sessionId),
      )
      .execute()
    return callers.map(({ orgId, sessionId }) => {
      const row = rows.find((one) => one.org_id === orgId && one.session_id === sessionId)
      if (!row || row.suspended === 1) return 'ended'
      if (row.ended_at === null) return row.mfa_pending === 1 ? 'pending' : 'open'
      return row.end_reason === 'double-login' ? 'taken-over' : 'ended'
    })
  }

  const stateOf = createBatches<Caller, State>({
    ...sizesOf(database.dialect),
    keyOf: ({ orgId, sessionId }) => `${orgId}/${sessionId}`,
    run: statesOf,
  })

  return {
    sign: ({ orgId, userGuid, sessionId, admin }) => {
      const now = Math.floor(clock.nowMs() / 1000)
      return new SignJWT({ org: orgId, sid: sessionId, adm: admin })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setSubject(userGuid)
        .setIssuedAt(now)
        .setExpirationTime(now + accessTokenSeconds)
        .sign(secret)
    },
    read: async (authorization, { beforeMfa = false } = {}) => {
      const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
      if (!token) return noAuthorisation('This call needs a bearer token.')
      const caller = await claimsOf(token)
      if (!caller) return noAuthorisation('The token does not hold, or holds no more.')
      const now = clock.nowMs()
      if ((openUntil.get(caller.sessionId) ?? 0) > now) return { ok: true, caller }
      const forgottenBefore = forgotten
      const state = await stateOf(caller)
      if (state === 'taken-over') return refuse('DOUBLE_LOGIN', 'This person has signed in elsewhere since.')
      if (state === 'ended') return noAuthorisation('The session has ended.')
      // Not kept: the step may be passed at another server the next moment.
      if (state === 'pending')
        return beforeMfa ? { ok: true, caller } : refuse('MFA_REQUIRED', 'The second step of the sign-in is still to be done.')
      if (forgotten === forgottenBefore) {
        if (openUntil.size > 50_000) openUntil.clear()
        openUntil.set(caller.sessionId, now + trustSessionMs)
      }
      return { ok: true, caller }
    },
    forget: (sessionId) => {
      forgotten += 1
      openUntil.delete(sessionId)
    },
  }
}
