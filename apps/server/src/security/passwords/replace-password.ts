import type { PasswordFinding } from '@sitwell/contract'
import type { Transaction } from 'kysely'
import type { PersonTable, Schema } from '../../db/schema.ts'
import { deleteMfaDevices } from '../mfa/queries.ts'
import { updatePasswordHash } from '../people/queries.ts'
import type { SecurityContext } from '../security-context.ts'
import { endAllSessions } from '../sessions/end-all-sessions.ts'
import { sessionsEnded } from '../sessions/end-sessions.ts'
import { breachedIn } from './breached-in.ts'
import { demandsOf } from './password-demands.ts'
import { findingsOfPassword } from './password-policy.ts'

interface Replacement {
  readonly password: string
  readonly address: string
  /** The session in which it is done, which continues. */
  readonly keeping?: string
  /** How they showed that they may, for the security log. */
  readonly by?: string
  /** Takes what allows it; false if somebody was quicker, and nothing changes. */
  readonly take?: (transaction: Transaction<Schema>) => Promise<boolean>
}

/**
 * Gives somebody a new password, if it is what their organisation demands: their sessions end, and no remembered device passes the second
 * step any more. Answers why it isn't taken; `gone` where what allowed it was used up meanwhile.
 */
export const replacePassword = async (
  context: SecurityContext,
  person: PersonTable,
  { password, address, keeping, by, take = async () => true }: Replacement,
): Promise<'replaced' | 'gone' | { readonly reasons: PasswordFinding[] }> => {
  const { database, clock, passwords, securityLog } = context
  const { org_id: orgId, user_guid: userGuid, username } = person
  const { policy, words } = await demandsOf(context, person)
  const reasons = await findingsOfPassword(policy, password, { username, words, isBreached: breachedIn(context) })
  if (reasons.length > 0) {
    securityLog.note({ kind: 'password-refused', orgId, userGuid, address, what: reasons.join(' ') })
    return { reasons }
  }
  const passwordHash = await passwords.hash(password)
  const ended = await database.kysely.transaction().execute(async (transaction) => {
    if (!(await take(transaction))) return undefined
    await updatePasswordHash(transaction, person, passwordHash)
    await deleteMfaDevices(transaction, person)
    return endAllSessions(transaction, { orgId, userGuid }, { reason: 'password-reset', nowMs: clock.nowMs(), keeping })
  })
  if (!ended) return 'gone'
  sessionsEnded(context, ended.ofPlayer)
  securityLog.note({ kind: 'password-set', orgId, userGuid, address, ...(by !== undefined && { what: by }) })
  return 'replaced'
}
