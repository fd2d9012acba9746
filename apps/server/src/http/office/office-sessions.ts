import { officeSessionHeader, type Refusal } from '@sitwell/contract'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { MovedOrganisations } from '../../db/moved-organisations.ts'
import { isInForce } from '../../roles/may.ts'
import { selectGrants } from '../../roles/queries.ts'
import { sha256 } from '../../sha256.ts'
import type { Caller } from '../caller.ts'
import { movedAway } from '../moved-away.ts'
import { type RefusedOutcome, refuse } from '../refusal.ts'
import { type ShownSession, shownSessions } from './office-cookie.ts'
import { idleMinutesOf, officeOverAt } from './office-limits.ts'
import {
  endOfficeSessionsOf,
  type selectOfficeSession,
  selectShownOfficeSession,
  touchOfficeSession,
} from './office-queries.ts'

/** How often a session that is used is noted to be. */
const touchMs = 60_000

interface Reading {
  /** A session whose second step is still to be done counts too. */
  readonly beforeMfa: boolean
  /** The request has to name the session; otherwise the one that the browser shows is taken. */
  readonly isNamed: boolean
}

export interface OfficeSessions {
  /** The caller of a request to the office, or why there is none. */
  read(
    request: Pick<FastifyRequest, 'headers' | 'protocol'>,
    reading: Reading,
  ): Promise<{ ok: true; caller: Caller } | RefusedOutcome<Refusal>>
}

/** Whether a page of this very site asks. Pages of courses are on the same host at another port, whose cookies are the same. */
export const isSameOrigin = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['sec-fetch-site'] === 'same-origin' && headers['sec-fetch-mode'] !== 'navigate'

const ended = refuse('NO_AUTHORISATION', 'The session of the office has ended.')

type Row = NonNullable<Awaited<ReturnType<typeof selectOfficeSession>>>

export const createOfficeSessions = (
  database: Database,
  clock: Clock,
  { moved }: { readonly moved: Pick<MovedOrganisations, 'has'> },
): OfficeSessions => {
  /** Ends what holds no more: for good, so that no clock that is set back opens it again. */
  const whyOver = async (row: Row, nowMs: number) => {
    if (nowMs >= officeOverAt(row, idleMinutesOf(row.idle))) return { reason: 'expired' as const, only: [row.session_id] }
    const grants = row.suspended === 1 ? [] : await selectGrants(database, row)
    return grants.some((grant) => isInForce(grant, nowMs)) ? undefined : { reason: 'no-role' as const }
  }

  const open = async (shown: ShownSession, { beforeMfa }: Reading) => {
    const nowMs = clock.nowMs()
    const row = await selectShownOfficeSession(database, shown)
    if (!row || row.secret_hash !== sha256(shown.secret) || row.ended_at !== null) return ended
    const { org_id: orgId, user_guid: userGuid, session_id: sessionId } = row
    const over = await whyOver(row, nowMs)
    if (over) {
      await endOfficeSessionsOf(database.kysely, { orgId, userGuid }, { ...over, nowMs })
      return ended
    }
    if (row.mfa_pending === 1 && !beforeMfa)
      return refuse('MFA_REQUIRED', 'The second step of the sign-in is still to be done.')
    if (nowMs - row.used_at >= touchMs) await touchOfficeSession(database, shown, nowMs)
    return { ok: true, caller: { orgId, userGuid, sessionId, admin: false } } as const
  }

  return {
    read: async (request, reading) => {
      const shown = shownSessions(request)
      if (request.headers.authorization !== undefined || shown.length === 0)
        return refuse('NO_AUTHORISATION', 'This call needs a session of the office, and takes no bearer token.')
      if (!isSameOrigin(request)) return refuse('NOT_ALLOWED', 'Only pages of this site may do this.')
      const named = request.headers[officeSessionHeader]
      const chosen = reading.isNamed ? shown.find(({ sessionId }) => sessionId === named) : shown[0]
      if (!chosen) return refuse('OTHER_SESSION', 'This browser has another session of the office than this page.')
      return moved.has(chosen.orgId) ? movedAway() : open(chosen, reading)
    },
  }
}
