import type { Kysely } from 'kysely'
import type { PersonTable, Schema } from '../db/schema.ts'
import { signInName } from '../sign-in-name.ts'

const nothing = { content: null, user_guid: null, username: null, address: null } as const

/** Takes out of an organisation's log what its events say of a person: as whom it concerns, as who did it, or by the name. Answers how many. */
export const eraseEventsOf = async (
  kysely: Kysely<Schema>,
  { org_id, user_guid, username }: Pick<PersonTable, 'org_id' | 'user_guid' | 'username'>,
): Promise<number> => {
  const { numUpdatedRows } = await kysely
    .updateTable('security_event')
    .set(nothing)
    .where('org_id', '=', org_id)
    .where('content', 'is not', null)
    .where((where) =>
      where.or([
        where('user_guid', '=', user_guid),
        where(where.fn('lower', ['username']), '=', username.toLowerCase()),
        where('username', '=', signInName(username)),
        where('content', 'like', `%${JSON.stringify(user_guid).slice(1, -1)}%`),
        where('content', 'like', `%"names":"${JSON.stringify(username).slice(1, -1)}"%`),
      ]),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The same of everything that an organisation's log had before a moment; their hashes stay. Answers how many. */
export const eraseEventsBefore = async (kysely: Kysely<Schema>, orgId: number, beforeMs: number): Promise<number> => {
  const { numUpdatedRows } = await kysely
    .updateTable('security_event')
    .set(nothing)
    .where('org_id', '=', orgId)
    .where('at', '<', beforeMs)
    .where('content', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
