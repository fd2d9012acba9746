import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { carryPasses } from '../assessment/schedules/index.ts'
import { proctoredSessionColumns } from '../db/plain-columns.ts'
import type { PersonTable, ProctoredSessionTable, Schema } from '../db/schema.ts'
import { hashOfToken } from '../tokens/refresh-token.ts'
import { selectByTicket } from './session-queries.ts'

/** Minutes in which a learner may get through the provider's own checks: of camera, room and identity document. */
export const ticketMs = 60 * 60_000

/** What the provider, and nobody else, is given for a learner: they sign in with it once. */
export const makeTicket = (): string => `ticket.${randomBytes(32).toString('base64url')}`

export const isTicket = (text: string): boolean => /^ticket\.[\w-]{43}$/.test(text)

/** Uses a ticket up for a sign-in. The request that did may do so again: its reply may have been lost. */
export const takeTicket = async (
  kysely: Kysely<Schema>,
  person: Pick<PersonTable, 'org_id' | 'user_guid'>,
  ticket: string,
  { nowMs, requestId }: { readonly nowMs: number; readonly requestId: string | undefined },
): Promise<ProctoredSessionTable | undefined> => {
  const found = await selectByTicket(kysely, person.org_id, hashOfToken(ticket))
  if (!found || found.user_guid !== person.user_guid) return undefined
  if (found.ticket_until === null || found.ticket_until < nowMs || found.ended_at !== null) return undefined
  const usedBy = requestId === undefined ? 'nobody' : hashOfToken(requestId)
  const isRepeated = found.ticket_used_by !== null && requestId !== undefined && found.ticket_used_by === usedBy
  if (found.ticket_used_by !== null && (!isRepeated || found.started_at !== null)) return undefined
  const used = await kysely
    .updateTable('proctored_session')
    .set({ ticket_used_by: usedBy })
    .where('org_id', '=', found.org_id)
    .where('proctored_session_id', '=', found.proctored_session_id)
    .where((where) => (isRepeated ? where('ticket_used_by', '=', usedBy) : where('ticket_used_by', 'is', null)))
    .returning(proctoredSessionColumns)
    .executeTakeFirst()
  return used
}

/** The new sign-in is the one that the session holds in, with what its learner has shown in the one that asked for it. */
export const bindSession = async (
  kysely: Kysely<Schema>,
  { org_id, proctored_session_id, asked_in }: ProctoredSessionTable,
  sessionId: string,
): Promise<void> => {
  await kysely
    .updateTable('proctored_session')
    .set({ session_id: sessionId })
    .where('org_id', '=', org_id)
    .where('proctored_session_id', '=', proctored_session_id)
    .execute()
  await carryPasses(kysely, org_id, { from: asked_in, to: sessionId })
}
