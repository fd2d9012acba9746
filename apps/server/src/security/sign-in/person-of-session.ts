import type { Database } from '../../db/database.ts'
import type { PersonTable, SessionTable } from '../../db/schema.ts'
import { type RefusedOutcome, refuse } from '../../http/refusal.ts'
import { selectPerson } from '../people/queries.ts'

/** Whose a session is; refused where they sign in no more, or an administrator opened it who is none any more. */
export const personOfSession = async (
  database: Database,
  { org_id, user_guid, made_by }: Pick<SessionTable, 'org_id' | 'user_guid' | 'made_by'>,
): Promise<{ ok: true; person: PersonTable } | RefusedOutcome<'INVALID_REFRESH_TOKEN'>> => {
  const person = await selectPerson(database, org_id, user_guid)
  if (!person || person.suspended === 1) return refuse('INVALID_REFRESH_TOKEN', 'The account does not sign in any more.')
  if (made_by === null) return { ok: true, person }
  const maker = await selectPerson(database, org_id, made_by)
  if (maker?.admin !== 1 || maker.suspended === 1)
    return refuse('INVALID_REFRESH_TOKEN', 'The administrator who opened this session is none any more.')
  return { ok: true, person }
}
