import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import { personColumns } from '../db/plain-columns.ts'
import type { PersonTable, Schema } from '../db/schema.ts'

/**
 * The owner whom an organisation was created for, as long as they are its only person and nobody has ever signed in: then a link that sets their password
 * opens nothing of anybody's. Undefined of all other organisations.
 */
export const waitingOwner = async (
  { kysely }: { readonly kysely: Kysely<Schema> },
  orgId: number,
): Promise<PersonTable | undefined> => {
  const organisation = await kysely
    .selectFrom('organisation')
    .select('first_owner')
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  if (!organisation?.first_owner) return undefined
  const [person, another] = await kysely
    .selectFrom('person')
    .select(personColumns)
    .where('org_id', '=', orgId)
    .limit(2)
    .execute()
  if (!person || another || person.user_guid !== organisation.first_owner) return undefined
  if (person.last_sign_in_at > 0 || person.suspended === 1) return undefined
  const ofOffice = await kysely.selectFrom('office_session').select('session_id').where('org_id', '=', orgId).executeTakeFirst()
  const session =
    ofOffice ?? (await kysely.selectFrom('session').select('session_id').where('org_id', '=', orgId).executeTakeFirst())
  return session ? undefined : person
}

/** Of some organisations those in which somebody has signed in. */
export const selectOpened = async (
  { kysely }: Pick<Database, 'kysely'>,
  orgIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  const opened = await Promise.all(
    orgIds.map((orgId) =>
      kysely
        .selectFrom('person')
        .select('org_id')
        .where('org_id', '=', orgId)
        .where('last_sign_in_at', '>', 0)
        .limit(1)
        .executeTakeFirst(),
    ),
  )
  return new Set(opened.flatMap((row) => row?.org_id ?? []))
}
