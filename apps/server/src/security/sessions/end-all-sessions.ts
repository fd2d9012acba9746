import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { endOfficeSessionsOf } from '../../http/office/office-queries.ts'
import { endOpenSessions } from './queries.ts'

interface Ending {
  readonly reason: 'password-reset' | 'ended-by-staff'
  readonly nowMs: number
  /** The session of the player that continues. */
  readonly keeping?: string | undefined
}

/** Ends every open session of a person, of the player and of the office, and returns the ids of both. */
export const endAllSessions = async (
  kysely: Kysely<Schema>,
  { orgId, userGuid }: { readonly orgId: number; readonly userGuid: string },
  { reason, nowMs, keeping }: Ending,
) => ({
  ofPlayer: await endOpenSessions(kysely, orgId, userGuid, reason, nowMs, keeping),
  ofOffice: await endOfficeSessionsOf(kysely, { orgId, userGuid }, { reason, nowMs }),
})
