import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Arrived } from '../lrs/statement-queries.ts'
import type { HeldCourse } from '../queries.ts'
import { auOf, say, speakingOf, structureOf } from './cmi5-course.ts'
import { abandonedStatement } from './lms-statements.ts'
import { type Registration, type Session, selectOpenSessions, termsOf, updateSession } from './queries.ts'

/** Says of sessions of a registration that have not ended that they were abandoned: all of them, or those that are meant. */
export const abandonSessions = async (
  transaction: Kysely<Schema>,
  held: HeldCourse,
  registration: Registration,
  { nowMs, isMeant = () => true }: { readonly nowMs: number; isMeant?(session: Session): boolean },
): Promise<void> => {
  const structure = structureOf(held)
  const statements: Arrived[] = []
  const open = await selectOpenSessions(transaction, registration.org_id, registration.registration)
  for (const session of open.filter(isMeant)) {
    const sco = held.scos.find(({ sco_attempt_id }) => sco_attempt_id === session.sco_attempt_id)
    if (!sco) continue
    const lastedMs = (session.heard_at ?? session.launched_at) - session.launched_at
    const { sessionId } = termsOf(session)
    const speaking = speakingOf(registration, structure, nowMs)
    const statement = abandonedStatement(speaking, auOf(structure, sco), sessionId, lastedMs)
    statements.push({ statement, sessionGuid: session.session_guid })
    await updateSession(transaction, session, { abandoned_at: nowMs })
  }
  await say(transaction, registration, statements, nowMs)
}
