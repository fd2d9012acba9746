import { type Kysely, type SqlBool, sql } from 'kysely'
import type { PersonTable, Schema } from '../../db/schema.ts'

/** Whether anything hangs on a person: a sign-in, an exam, a course, a role. */
export const isUsed = async (
  kysely: Kysely<Schema>,
  { org_id, user_guid, last_sign_in_at }: Pick<PersonTable, 'org_id' | 'user_guid' | 'last_sign_in_at'>,
): Promise<boolean> => {
  if (last_sign_in_at > 0) return true
  const isTheirs = sql<SqlBool>`org_id = ${org_id} and user_guid = ${user_guid}`
  const { rows } = await sql<{ used: number | boolean }>`select (
    exists (select 1 from session where ${isTheirs}) or exists (select 1 from office_session where ${isTheirs})
    or exists (select 1 from mfa where ${isTheirs}) or exists (select 1 from admin_login where ${isTheirs})
    or exists (select 1 from role_grant where ${isTheirs}) or exists (select 1 from installation_grant where ${isTheirs})
    or exists (select 1 from schedule where ${isTheirs}) or exists (select 1 from form_run where ${isTheirs})
    or exists (select 1 from course_attempt where ${isTheirs}) or exists (select 1 from cmi5_registration where ${isTheirs})
  ) as used`.execute(kysely)
  return Boolean(rows[0]?.used)
}
