import type { Kysely } from 'kysely'
import type { PersonTable, Schema } from '../../db/schema.ts'
import { deletePersonalTokensOf } from '../../tokens/personal-token-queries.ts'

/** Removes a person to whom nothing else belongs, in a transaction of the caller's that holds them. */
export const removePerson = async (transaction: Kysely<Schema>, person: PersonTable): Promise<void> => {
  const { org_id, user_guid } = person
  for (const purpose of ['password', 'login'] as const) await deletePersonalTokensOf(transaction, person, purpose)
  for (const table of ['mfa_code', 'mfa_device', 'recovery_code', 'person'] as const)
    await transaction.deleteFrom(table).where('org_id', '=', org_id).where('user_guid', '=', user_guid).execute()
}
