import type { Permission, Refusal } from '@sitwell/contract'
import { SignJWT } from 'jose'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { MovedOrganisations } from '../../db/moved-organisations.ts'
import { isPermitted } from '../../roles/queries.ts'
import { readToken, type Secrets, signingKeyOf } from '../../signed-token.ts'
import type { Caller } from '../caller.ts'
import { movedAway } from '../moved-away.ts'
import { type RefusedOutcome, refuse } from '../refusal.ts'
import { idleMinutesOf, officeOverAt } from './office-limits.ts'
import { selectOfficeSession } from './office-queries.ts'

/** Seconds that the token of a preview holds. The page of the office gets another one whenever it is asked to. */
export const previewTokenSeconds = 10 * 60

/** What staff need to preview an exam. */
const previewPermission: Permission = 'exams.write'

const issuer = 'sitwell'

/** No other token names this audience, and this one names no other: it opens the calls of a preview alone, and they take no other token. */
const audience = 'sitwell-preview'

/** Somebody who previews a version of an exam. */
type Previewer = Pick<Caller, 'orgId' | 'userGuid' | 'sessionId'> & Required<Pick<Caller, 'previews'>>

export interface PreviewTokens {
  sign(previewer: Previewer): Promise<string>
  /** The caller of an `Authorization` header's value, or why there is none. Session and permission are asked of the database each time. */
  read(authorization: string | undefined): Promise<{ ok: true; caller: Caller } | RefusedOutcome<Refusal>>
}

const noAuthorisation = (message: string) => refuse('NO_AUTHORISATION', message)

const previewerIn = (payload: Awaited<ReturnType<typeof readToken>>): Previewer | undefined => {
  const { sub, org, sid, exam, version } = payload ?? {}
  if (typeof sub !== 'string' || typeof org !== 'number' || typeof sid !== 'string') return undefined
  if (typeof exam !== 'string' || typeof version !== 'number') return undefined
  return { orgId: org, userGuid: sub, sessionId: sid, previews: { examGuid: exam, version } }
}

export const createPreviewTokens = (
  database: Database,
  secrets: Secrets,
  clock: Clock,
  { moved }: { readonly moved: Pick<MovedOrganisations, 'has'> },
): PreviewTokens => {
  /** Whether the session in which the preview was opened continues. Nothing is noted of it: a preview is no use of the office. */
  const isSessionOpen = async (previewer: Previewer): Promise<boolean> => {
    const row = await selectOfficeSession(database, previewer)
    if (!row || row.user_guid !== previewer.userGuid || row.ended_at !== null || row.mfa_pending === 1) return false
    return clock.nowMs() < officeOverAt(row, idleMinutesOf(row.idle))
  }
  return {
    sign: async ({ orgId, userGuid, sessionId, previews }) => {
      const now = Math.floor(clock.nowMs() / 1000)
      return new SignJWT({ org: orgId, sid: sessionId, exam: previews.examGuid, version: previews.version })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userGuid)
        .setIssuedAt(now)
        .setExpirationTime(now + previewTokenSeconds)
        .sign(await signingKeyOf(secrets.tokenSecret))
    },
    read: async (authorization) => {
      const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
      if (!token) return noAuthorisation('This call needs the token of a preview.')
      const previewer = previewerIn(await readToken(secrets, token, { issuer, audience, nowMs: clock.nowMs() }))
      if (!previewer) return noAuthorisation('The token is none of a preview, or holds no more.')
      if (moved.has(previewer.orgId)) return movedAway()
      if (!(await isSessionOpen(previewer))) return noAuthorisation('The session of the office has ended.')
      if (await isPermitted(database, previewer, previewPermission, clock.nowMs()))
        return { ok: true, caller: { ...previewer, admin: false } }
      return refuse('NOT_ALLOWED', `Only people with a role that has the permission ${previewPermission} may do this.`)
    },
  }
}
