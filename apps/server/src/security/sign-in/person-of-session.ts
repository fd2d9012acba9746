import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { PersonTable, SessionTable } from '../../db/schema.ts'
import { type RefusedOutcome, refuse } from '../../http/refusal.ts'
import { mayDo } from '../../roles/may.ts'
import { selectGrants } from '../../roles/queries.ts'
import { selectPerson } from '../people/queries.ts'

/** Whose a session is; refused if they don't sign in any more, or if it was opened in their name by somebody who may not do so any more. */
export const personOfSession = async (
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { org_id, user_guid, made_by }: Pick<SessionTable, 'org_id' | 'user_guid' | 'made_by'>,
): Promise<{ ok: true; person: PersonTable } | RefusedOutcome<'INVALID_REFRESH_TOKEN'>> => {
  const person = await selectPerson(database, org_id, user_guid)
  if (!person || person.suspended === 1) return refuse('INVALID_REFRESH_TOKEN', 'The account does not sign in any more.')
  if (made_by === null) return { ok: true, person }
  const maker = await selectPerson(database, org_id, made_by)
  const maySignInAs =
    maker?.suspended === 0 && mayDo(await selectGrants(database, maker), 'player.sign-in-as', {}, clock.nowMs())
  if (!maySignInAs) return refuse('INVALID_REFRESH_TOKEN', 'The person who opened this session is no longer an administrator.')
  return { ok: true, person }
}
