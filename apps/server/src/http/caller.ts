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
  /** Guid of the administrator who signed in as this person. Such a session may do what a learner may, and nothing else. */
  readonly madeBy?: string
}

type Claims = Omit<Caller, 'madeBy'>

/** Seconds that an access token holds; after them the player refreshes silently. */
export const accessTokenSeconds = 15 * 60

/** How long a session that was found open is taken to be open still: every save of an exam would ask again otherwise. */
const trustSessionMs = 1000

const issuer = 'sitwell'

export interface Sessions {
  /** A signed access token for the caller. */
  sign(caller: Claims): Promise<string>
  /**
   * The caller of an `Authorization` header's value, or why there is none. A session whose second step is still to be done counts
   * with `beforeMfa` alone.
   */
  read(
    authorization: string | undefined,
    options?: { readonly beforeMfa?: boolean },
  ): Promise<{ ok: true; caller: Caller } | RefusedOutcome<Refusal>>
  /** Whether the rubric was confirmed in the caller's session. */
  hasConfirmed(caller: Caller): Promise<boolean>
  /** A session has ended here, or knows more by now: the next call is told at once. */
  forget(sessionId: string): void
}

const noAuthorisation = (message: string) => refuse('NO_AUTHORISATION', message)

export const createSessions = (database: Database, secret: Uint8Array, clock: Clock): Sessions => {
  const openUntil = new Map<string, { readonly ms: number; readonly caller: Caller; readonly hasConfirmed: boolean }>()
  /** How often a session was forgotten: what was asked before doesn't know of it. */
  let forgotten = 0

  const verified = new Map<string, { caller: Claims; untilMs: number }>()

  /** Checking a signature costs a fifth of what a save costs in all, and a learner sends the same token with each. */
  const claimsOf = async (token: string): Promise<Claims | undefined> => {
    const known = verified.get(token)
    if (known && known.untilMs > clock.nowMs()) return known.caller
    const read = await verify(token)
    if (!read) return undefined
    if (verified.size >= 20_000) verified.clear()
    verified.set(token, read)
    return read.caller
  }

  const verify = async (token: string): Promise<{ caller: Claims; untilMs: number } | undefined> => {
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

  type Whose = { readonly admin: boolean; readonly madeBy: string | null; readonly hasConfirmed: boolean }
  type State =
    | ({ readonly is: 'open' } & Whose)
    | ({ readonly is: 'pending' } & Whose)
    | { readonly is: 'ended' }
    | { readonly is: 'taken-over' }

  const statesOf = async (callers: readonly Claims[]): Promise<State[]> => {
    const rows = await database.kysely
      .selectFrom('session')
      .innerJoin('person', (on) =>
        on.onRef('person.org_id', '=', 'session.org_id').onRef('person.user_guid', '=', 'session.user_guid'),
      )
      .leftJoin('person as maker', (on) =>
        on.onRef('maker.org_id', '=', 'session.org_id').onRef('maker.user_guid', '=', 'session.made_by'),
      )
      .select(['session.org_id', 'session_id', 'ended_at', 'end_reason', 'mfa_pending', 'made_by', 'rubric_confirmed_at'])
      .select(['person.suspended', 'person.admin', 'maker.suspended as maker_suspended', 'maker.admin as maker_admin'])
      .where('session.org_id', 'in', [...new Set(callers.map((caller) => caller.orgId))])
      .where(
        'session_id',
        'in',
        callers.map((caller) => caller.sessionId),
      )
      .execute()
    return callers.map(({ orgId, sessionId }) => {
      const row = rows.find((one) => one.org_id === orgId && one.session_id === sessionId)
      if (!row || row.suspended === 1) return { is: 'ended' }
      // Who isn't an administrator any more is nobody else either.
      if (row.made_by !== null && (row.maker_admin !== 1 || row.maker_suspended !== 0)) return { is: 'ended' }
      if (row.ended_at !== null) return { is: row.end_reason === 'double-login' ? 'taken-over' : 'ended' }
      const whose = { admin: row.admin === 1, madeBy: row.made_by, hasConfirmed: row.rubric_confirmed_at !== null }
      return { is: row.mfa_pending === 1 ? 'pending' : 'open', ...whose }
    })
  }

  const stateOf = createBatches<Claims, State>({
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
      const claims = await claimsOf(token)
      if (!claims) return noAuthorisation('The token does not hold, or holds no more.')
      const now = clock.nowMs()
      const known = openUntil.get(claims.sessionId)
      if (known && known.ms > now) return { ok: true, caller: known.caller }
      const forgottenBefore = forgotten
      const state = await stateOf(claims)
      if (state.is === 'taken-over') return refuse('DOUBLE_LOGIN', 'This person has signed in elsewhere since.')
      if (state.is === 'ended') return noAuthorisation('The session has ended.')
      const caller: Caller = {
        ...claims,
        admin: claims.admin && state.admin && state.madeBy === null,
        ...(state.madeBy !== null && { madeBy: state.madeBy }),
      }
      // Not kept: the step may be passed at another server the next moment.
      if (state.is === 'pending')
        return beforeMfa ? { ok: true, caller } : refuse('MFA_REQUIRED', 'The second step of the sign-in is still to be done.')
      if (forgotten === forgottenBefore) {
        if (openUntil.size > 50_000) openUntil.clear()
        openUntil.set(caller.sessionId, { ms: now + trustSessionMs, caller, hasConfirmed: state.hasConfirmed })
      }
      return { ok: true, caller }
    },
    hasConfirmed: async (caller) => {
      if (openUntil.get(caller.sessionId)?.hasConfirmed) return true
      // Asked again: it may have been confirmed at another server a moment ago.
      const state = await stateOf(caller)
      return 'hasConfirmed' in state && state.hasConfirmed
    },
    forget: (sessionId) => {
      forgotten += 1
      openUntil.delete(sessionId)
    },
  }
}
