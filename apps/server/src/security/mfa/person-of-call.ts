import type { PersonTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { type RefusedOutcome, refuse } from '../../http/refusal.ts'
import { selectPerson } from '../people/queries.ts'
import type { SecurityContext } from '../security-context.ts'

/** The caller's person; refused where `userID` names another, whoever that is. */
export const personOfCall = async (
  { database }: Pick<SecurityContext, 'database'>,
  caller: Caller,
  userID: number,
): Promise<{ ok: true; person: PersonTable } | RefusedOutcome<'NOT_ALLOWED'>> => {
  const person = await selectPerson(database, caller.orgId, caller.userGuid)
  if (person?.user_id !== userID) return refuse('NOT_ALLOWED', 'A person passes their own second step only.')
  return { ok: true, person }
}
