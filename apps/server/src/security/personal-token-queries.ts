import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import type { PersonalTokenTable, Schema } from '../db/schema.ts'

interface Wanted {
  readonly orgId: number
  readonly hash: string
  readonly purpose: PersonalTokenTable['purpose']
  readonly nowMs: number
}

export const insertPersonalToken = (kysely: Kysely<Schema>, row: PersonalTokenTable) =>
  kysely.insertInto('personal_token').values(row).execute()

export const deletePersonalTokensOf = (
  kysely: Kysely<Schema>,
  { org_id, user_guid }: Pick<PersonalTokenTable, 'org_id' | 'user_guid'>,
  purpose: PersonalTokenTable['purpose'],
) =>
  kysely
    .deleteFrom('personal_token')
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .where('purpose', '=', purpose)
    .execute()

export const selectPersonalToken = (kysely: Kysely<Schema>, { orgId, hash, purpose, nowMs }: Wanted) =>
  kysely
    .selectFrom('personal_token')
    .select(['org_id', 'user_guid'])
    .where('org_id', '=', orgId)
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()

/** Deletes it and answers whose it was, in one statement: of two who use it at once, one gets it. */
export const deletePersonalToken = (
  kysely: Kysely<Schema>,
  { orgId, hash, purpose, nowMs, userGuid }: Wanted & { readonly userGuid: string | undefined },
) => {
  const held = kysely
    .deleteFrom('personal_token')
    .where('org_id', '=', orgId)
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', nowMs)
  return (userGuid === undefined ? held : held.where('user_guid', '=', userGuid))
    .returning(['org_id', 'user_guid'])
    .executeTakeFirst()
}

export const deleteExpiredTokens = ({ kysely }: Database, nowMs: number) =>
  kysely.deleteFrom('personal_token').where('expires_at', '<', nowMs).execute()
