import type { Refusal } from '@sitwell/contract'
import { SignJWT } from 'jose'
import type { Clock } from '../clock.ts'
import { createBatches, sizesOf } from '../db/batches.ts'
import type { Database } from '../db/database.ts'
import type { MovedOrganisations } from '../db/moved-organisations.ts'
import { isOneOf } from '../db/one-of.ts'
import type { Grant } from '../roles/grant.ts'
import { mayDo } from '../roles/may.ts'
import { grantsOfHolder, hasGrants } from '../roles/queries.ts'
import { readToken, type Secrets, signingKeyOf } from '../signed-token.ts'
import { movedAway } from './moved-away.ts'
import { type RefusedOutcome, refuse } from './refusal.ts'

/** The caller, read from the access token and compared with the session in the database. */
export interface Caller {
  readonly orgId: number
  readonly userGuid: string
  readonly sessionId: string
  /** Has the permission `player.admin`: the specification's `Admin`. */
  readonly admin: boolean
  /** Guid of the administrator who signed in as this person. Such a session may do what a learner may, and nothing else. */
  readonly madeBy?: string
  /** The version of an exam that they preview, of a call by the token of a preview; `sessionId` is the session of the office then. */
  readonly previews?: { readonly examGuid: string; readonly version: number }
}

type Claims = Omit<Caller, 'madeBy' | 'previews'>

/** Seconds that an access token holds; after them the player refreshes silently. */
export const accessTokenSeconds = 15 * 60

/** How long a session that was found open is taken to be open still: every save of an exam would ask again otherwise. */
const trustSessionMs = 1000

const issuer = 'sitwell'

/** The audience of access tokens: the calls. Tokens of files have other audiences, which prevents using one kind as another. */
const audience = 'sitwell-calls'

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
  /** Whether what a session was admitted to still holds, also when its token has run out meanwhile. */
  holds(session: Pick<Caller, 'orgId' | 'userGuid' | 'sessionId'>): Promise<boolean>
  /** Whether the rubric was confirmed in the caller's session. */
  hasConfirmed(caller: Caller): Promise<boolean>
  /**
   * A session ended on this node or gained rights, for example by a second step. The next call is checked against the new state
   * immediately.
   */
  forget(sessionId: string): void
}

/** Services that a server may have in addition. */
interface Beside {
  readonly moved?: Pick<MovedOrganisations, 'has'>
}

const nameOf = (orgId: number, sessionId: string) => `${orgId}/${sessionId}`

const noAuthorisation = (message: string) => refuse('NO_AUTHORISATION', message)

export const createSessions = (database: Database, secrets: Secrets, clock: Clock, { moved }: Beside = {}): Sessions => {
  const openUntil = new Map<string, { readonly ms: number; readonly caller: Caller; readonly hasConfirmed: boolean }>()
  /** The running lookup of each session. `forget` removes it, so that a lookup notices that its result is outdated. */
  const looks = new Map<string, symbol>()

  interface Verified {
    readonly caller: Claims
    readonly untilMs: number
  }
  const verified = new Map<string, Verified>()
  const remember = (token: string, read: Verified) => {
    if (verified.size >= 50_000) verified.clear()
    verified.set(token, read)
  }

  /** Checking a signature costs a fifth of what a save costs in all, and a learner sends the same token with each. */
  const claimsOf = async (token: string): Promise<Claims | undefined> => {
    const known = verified.get(token)
    if (known && known.untilMs > clock.nowMs()) return known.caller
    const read = await verify(token)
    if (!read) return undefined
    remember(token, read)
    return read.caller
  }

  const verify = async (token: string): Promise<Verified | undefined> => {
    const payload = await readToken(secrets, token, { issuer, audience, nowMs: clock.nowMs() })
    if (!payload) return undefined
    const { sub, org, sid, adm, exp } = payload
    if (typeof sub !== 'string' || typeof org !== 'number' || typeof sid !== 'string') return undefined
    if (exp === undefined) return undefined
    return { caller: { orgId: org, userGuid: sub, sessionId: sid, admin: adm === true }, untilMs: exp * 1000 }
  }

  type Whose = { readonly admin: boolean; readonly madeBy: string | null; readonly hasConfirmed: boolean }
  type State =
    | ({ readonly is: 'open' } & Whose)
    | ({ readonly is: 'pending' } & Whose)
    | { readonly is: 'ended' }
    | { readonly is: 'taken-over' }

  interface SessionRow {
    readonly suspended: number
    readonly launch_until: number | null
    readonly made_by: string | null
    readonly maker_suspended: number | null
  }
  /** Whether a session must not make calls. */
  const isNoSession = (row: SessionRow, maker: readonly Grant[]): boolean => {
    // The token in a launch address opens a session only at that address.
    if (row.suspended === 1 || row.launch_until !== null) return true
    // An administrator who may no longer sign in as others loses the session as well.
    return row.made_by !== null && (row.maker_suspended !== 0 || !mayDo(maker, 'player.sign-in-as', {}, clock.nowMs()))
  }

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
      .select(['launch_until', 'session.user_guid', 'person.suspended', 'person.admin', 'person.invigilator'])
      .select(['maker.suspended as maker_suspended', 'maker.admin as maker_admin', 'maker.invigilator as maker_invigilator'])
      .select([hasGrants('person').as('has_grants'), hasGrants('maker').as('maker_has_grants')])
      .where(isOneOf(database.dialect, 'session.org_id', callers, ({ orgId }) => orgId))
      .where(isOneOf(database.dialect, 'session_id', callers, ({ sessionId }) => sessionId))
      .execute()
    const withGrants = rows.map(async (row) => {
      const { org_id, user_guid, admin, invigilator, made_by } = row
      const flagsOfMaker = { admin: row.maker_admin ?? 0, invigilator: row.maker_invigilator ?? 0 }
      const [own, maker] = await Promise.all([
        grantsOfHolder(database, { org_id, user_guid, admin, invigilator, hasSome: row.has_grants }),
        grantsOfHolder(database, { org_id, user_guid: made_by ?? '', ...flagsOfMaker, hasSome: row.maker_has_grants }),
      ])
      return [nameOf(org_id, row.session_id), { row, own, maker }] as const
    })
    const found = new Map(await Promise.all(withGrants))
    return callers.map(({ orgId, sessionId }) => {
      const { row, own = [], maker = [] } = found.get(nameOf(orgId, sessionId)) ?? {}
      if (!row || isNoSession(row, maker)) return { is: 'ended' }
      if (row.ended_at !== null) return { is: row.end_reason === 'double-login' ? 'taken-over' : 'ended' }
      const admin = mayDo(own, 'player.admin', {}, clock.nowMs())
      const whose = { admin, madeBy: row.made_by, hasConfirmed: row.rubric_confirmed_at !== null }
      return { is: row.mfa_pending === 1 ? 'pending' : 'open', ...whose }
    })
  }

  const stateOf = createBatches<Claims, State>({
    ...sizesOf(database.dialect),
    keyOf: ({ orgId, sessionId }) => nameOf(orgId, sessionId),
    run: statesOf,
  })

  const callerOf = (claims: Claims, { admin, madeBy }: Whose): Caller => ({
    ...claims,
    admin: claims.admin && admin && madeBy === null,
    ...(madeBy !== null && { madeBy }),
  })

  /** The caller of a session that was asked about a moment ago. */
  const trusted = (sessionId: string): Caller | undefined => {
    const known = openUntil.get(sessionId)
    return known && known.ms > clock.nowMs() ? known.caller : undefined
  }

  const trust = (caller: Caller, nowMs: number, hasConfirmed: boolean) => {
    if (openUntil.size > 50_000) openUntil.clear()
    openUntil.set(caller.sessionId, { ms: nowMs + trustSessionMs, caller, hasConfirmed })
  }

  /** The state of a session, and whether it is still current: no change has reached this node since the lookup began. */
  const lookFor = async (claims: Claims): Promise<{ readonly state: State; readonly isOfNow: boolean }> => {
    const { sessionId } = claims
    const look = looks.get(sessionId) ?? Symbol('look')
    looks.set(sessionId, look)
    const isOfNow = () => looks.get(sessionId) === look
    try {
      return { state: await stateOf(claims), isOfNow: isOfNow() }
    } finally {
      if (isOfNow()) looks.delete(sessionId)
    }
  }

  const ask = async (claims: Claims, beforeMfa: boolean): ReturnType<Sessions['read']> => {
    const now = clock.nowMs()
    const { state, isOfNow } = await lookFor(claims)
    if (state.is === 'taken-over') return refuse('DOUBLE_LOGIN', 'This person has signed in elsewhere since.')
    if (state.is === 'ended') return noAuthorisation('The session has ended.')
    const caller = callerOf(claims, state)
    // Not kept: the step may be passed at another server the next moment.
    if (state.is === 'pending')
      return beforeMfa ? { ok: true, caller } : refuse('MFA_REQUIRED', 'The second step of the sign-in is still to be done.')
    if (isOfNow) trust(caller, now, state.hasConfirmed)
    return { ok: true, caller }
  }

  return {
    sign: async (caller) => {
      const { orgId, userGuid, sessionId, admin } = caller
      const now = Math.floor(clock.nowMs() / 1000)
      const until = now + accessTokenSeconds
      const token = await new SignJWT({ org: orgId, sid: sessionId, adm: admin })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userGuid)
        .setIssuedAt(now)
        .setExpirationTime(until)
        .sign(await signingKeyOf(secrets.tokenSecret))
      // Its first use is a moment away, and checks what was just made.
      remember(token, { caller: { orgId, userGuid, sessionId, admin }, untilMs: until * 1000 })
      return token
    },
    read: async (authorization, { beforeMfa = false } = {}) => {
      const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
      if (!token) return noAuthorisation('This call needs a bearer token.')
      const claims = await claimsOf(token)
      if (!claims) return noAuthorisation('The token does not hold, or holds no more.')
      if (moved?.has(claims.orgId)) return movedAway()
      const known = trusted(claims.sessionId)
      return known ? { ok: true, caller: known } : ask(claims, beforeMfa)
    },
    holds: async ({ orgId, userGuid, sessionId }) =>
      (await stateOf({ orgId, userGuid, sessionId, admin: false })).is === 'open',
    hasConfirmed: async (caller) => {
      if (openUntil.get(caller.sessionId)?.hasConfirmed) return true
      // Asked again: it may have been confirmed at another server a moment ago.
      const state = await stateOf(caller)
      return 'hasConfirmed' in state && state.hasConfirmed
    },
    forget: (sessionId) => {
      looks.delete(sessionId)
      openUntil.delete(sessionId)
    },
  }
}
