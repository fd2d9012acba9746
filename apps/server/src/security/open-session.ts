import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { PersonTable, Schema } from '../db/schema.ts'
import type { ServiceContext } from '../http/service.ts'
import { insertSession } from './queries.ts'
import { hashOfToken, refreshTokenOf } from './refresh-token.ts'

/** Characters of what a browser says of itself. */
const longestDevice = 400

/**
 * Opens a session for a person; answers what its tokens are made from. `address` is where the sign-in came from, `device` what the browser calls itself, `madeBy` the guid of
 * an administrator who signs in as them.
 */
export const openSession = async (
  kysely: Kysely<Schema>,
  { clock, keys }: Pick<ServiceContext, 'clock' | 'keys'>,
  person: PersonTable,
  {
    address,
    device,
    mfaPending,
    madeBy = null,
  }: { address: string; device: string | undefined; mfaPending: boolean; madeBy?: string | null },
) => {
  const sessionId = randomUUID()
  const refreshToken = refreshTokenOf(keys, { orgId: person.org_id, sessionId }, 1)
  await insertSession(kysely, {
    org_id: person.org_id,
    session_id: sessionId,
    user_guid: person.user_guid,
    refresh_hash: hashOfToken(refreshToken),
    previous_refresh_hash: null,
    started_at: clock.nowMs(),
    refreshed_at: clock.nowMs(),
    ended_at: null,
    end_reason: null,
    mfa_pending: mfaPending ? 1 : 0,
    mfa_passed_at: null,
    address: keys.fingerprint('address', address),
    place: keys.seal(address),
    device: device?.slice(0, longestDevice) ?? null,
    made_by: madeBy,
    rubric_confirmed_at: null,
  })
  return { sessionId, refreshToken, mfaPending, madeBy }
}
