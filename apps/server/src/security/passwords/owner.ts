import type { PersonTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { selectPerson } from '../people/queries.ts'
import type { SecurityContext } from '../security-context.ts'

/** The caller, where they are there themselves. */
export const ownerOf = async (
  { database }: Pick<SecurityContext, 'database'>,
  caller: Caller,
): Promise<PersonTable | undefined> =>
  caller.madeBy === undefined ? selectPerson(database, caller.orgId, caller.userGuid) : undefined

/** Writes down that somebody in a session of theirs didn't know their password. */
export const noteWrongPassword = (
  { securityLog }: Pick<SecurityContext, 'securityLog'>,
  { org_id, user_guid }: PersonTable,
  address: string,
): void =>
  securityLog.note({ kind: 'password-refused', orgId: org_id, userGuid: user_guid, address, what: 'wrong present password' })
