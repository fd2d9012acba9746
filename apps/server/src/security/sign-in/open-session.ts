import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { PersonTable, Schema, SessionTable } from '../../db/schema.ts'
import { hashOfToken, refreshTokenOf } from '../../tokens/refresh-token.ts'
import type { SecurityContext } from '../security-context.ts'
import { insertSession } from '../sessions/queries.ts'

/** Characters of what a browser says of itself. */
const longestDevice = 400

/** Where a sign-in comes from: its address, and what its browser calls itself. */
export interface SignInPlace {
  readonly address: string
  readonly device: string | undefined
}

interface Opening extends SignInPlace {
  readonly mfaPending: boolean
  /** Guid of an administrator who signs in as the person. */
  readonly madeBy?: string | null
  /** Until when a launch address may hand it on, where it is opened for one alone. */
  readonly launchUntil?: number | null
  /** The session that it continues with. */
  readonly from?: Pick<SessionTable, 'started_at' | 'mfa_passed_at' | 'rubric_confirmed_at'>
  readonly sessionId?: string
}

/** Opens a session for a person; answers what its tokens are made from. */
export const openSession = async (
  kysely: Kysely<Schema>,
  { clock, keys }: Pick<SecurityContext, 'clock' | 'keys'>,
  person: PersonTable,
  { address, device, mfaPending, madeBy = null, launchUntil = null, from, sessionId = randomUUID() }: Opening,
) => {
  const refreshToken = refreshTokenOf(keys, { orgId: person.org_id, sessionId }, 1)
  await insertSession(kysely, {
    org_id: person.org_id,
    session_id: sessionId,
    user_guid: person.user_guid,
    refresh_hash: hashOfToken(refreshToken),
    previous_refresh_hash: null,
    started_at: from?.started_at ?? clock.nowMs(),
    refreshed_at: clock.nowMs(),
    ended_at: null,
    end_reason: null,
    mfa_pending: mfaPending ? 1 : 0,
    mfa_passed_at: from?.mfa_passed_at ?? null,
    address: keys.fingerprint('address', address),
    place: keys.seal(address),
    device: device?.slice(0, longestDevice) ?? null,
    made_by: madeBy,
    rubric_confirmed_at: from?.rubric_confirmed_at ?? null,
    launch_until: launchUntil,
  })
  return { sessionId, refreshToken, mfaPending, madeBy }
}
