import type { Kysely } from 'kysely'
import { signInName } from '../sign-in-name.ts'
import type { Schema } from './schema.ts'

/** People that one statement reads. */
const atOnce = 1000

/**
 * Gives the people who lack one their sign-in name: those who were there before the column, or whom a server of the version before added
 * during a rolling update.
 */
export const fillSignInNames = async (kysely: Kysely<Schema>): Promise<void> => {
  for (;;) {
    const people = await kysely
      .selectFrom('person')
      .select(['org_id', 'user_guid', 'username'])
      .where('sign_in_name', 'is', null)
      .limit(atOnce)
      .execute()
    for (const { org_id, user_guid, username } of people)
      await kysely
        .updateTable('person')
        .set({ sign_in_name: signInName(username) })
        .where('org_id', '=', org_id)
        .where('user_guid', '=', user_guid)
        .execute()
    if (people.length < atOnce) return
  }
}
