import { type Kysely, sql } from 'kysely'
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

interface Using extends Wanted {
  /** Hash of the id of the request that may have used it before; null if it has none. */
  readonly usedBy: string | null
  /** From when on it may have. */
  readonly usedSince: number
}

const isFree = ({ usedBy, usedSince }: Using) =>
  sql<boolean>`(used_at is null or (used_by = ${usedBy} and used_at >= cast(${usedSince} as bigint)))`

export const selectPersonalToken = (kysely: Kysely<Schema>, wanted: Using) =>
  kysely
    .selectFrom('personal_token')
    .select(['org_id', 'user_guid', 'used_at'])
    .where('org_id', '=', wanted.orgId)
    .where('token_hash', '=', wanted.hash)
    .where('purpose', '=', wanted.purpose)
    .where('expires_at', '>', wanted.nowMs)
    .where(isFree(wanted))
    .executeTakeFirst()

/** Marks it as used and answers whose it was, in one statement: of two who use it at once, one gets it. */
export const takeStoredToken = (kysely: Kysely<Schema>, wanted: Using & { readonly userGuid: string }) =>
  kysely
    .updateTable('personal_token')
    .set({ used_at: wanted.nowMs, used_by: wanted.usedBy })
    .where('org_id', '=', wanted.orgId)
    .where('token_hash', '=', wanted.hash)
    .where('purpose', '=', wanted.purpose)
    .where('expires_at', '>', wanted.nowMs)
    .where('user_guid', '=', wanted.userGuid)
    .where(isFree(wanted))
    .returning(['org_id', 'user_guid'])
    .executeTakeFirst()

export const deleteExpiredTokens = ({ kysely }: Database, nowMs: number) =>
  kysely.deleteFrom('personal_token').where('expires_at', '<', nowMs).execute()
