import type { PersonTable } from '../../db/schema.ts'
import { selectPasswordHash } from '../people/queries.ts'
import type { SecurityContext } from '../security-context.ts'

/** Whether a password is a person's present one. Does not limit how often it is asked: its callers do. */
export const isPasswordOf = async (
  { database, passwords }: Pick<SecurityContext, 'database' | 'passwords'>,
  person: Pick<PersonTable, 'org_id' | 'user_guid'>,
  password: string,
): Promise<boolean> => {
  const hash = await selectPasswordHash(database, person)
  return hash !== undefined && passwords.verify(hash, password)
}
