import { type Kysely, type SqlBool, sql } from 'kysely'
import type { PersonTable, Schema } from '../../db/schema.ts'

/** Tables that have a row of whoever was let in, or was given something to do. */
const inUse = [
  ...(['session', 'office_session', 'schedule', 'form_run', 'course_attempt', 'cmi5_registration'] as const),
  ...(['role_grant', 'admin_login', 'mfa'] as const),
] as const

/** What nobody misses once the person is gone. */
const goesAlong = ['personal_token', 'mfa_code', 'mfa_device', 'recovery_code', 'people_group_member'] as const

/** Whether anything hangs on a person: a sign-in, an exam, a course, a role. */
export const isUsed = async (
  kysely: Kysely<Schema>,
  { org_id, user_guid, last_sign_in_at }: Pick<PersonTable, 'org_id' | 'user_guid' | 'last_sign_in_at'>,
): Promise<boolean> => {
  if (last_sign_in_at > 0) return true
  const any = inUse.map(
    (table) => sql<SqlBool>`exists (select 1 from ${sql.table(table)} where org_id = ${org_id} and user_guid = ${user_guid})`,
  )
  const { rows } = await sql<{ used: number | boolean }>`select (${sql.join(any, sql` or `)}) as used`.execute(kysely)
  return Boolean(rows[0]?.used)
}

/** Removes a person who is not used, in a transaction of the caller's that holds them. */
export const removePerson = async (transaction: Kysely<Schema>, { org_id, user_guid }: PersonTable): Promise<void> => {
  for (const table of [...goesAlong, 'person'] as const)
    await transaction.deleteFrom(table).where('org_id', '=', org_id).where('user_guid', '=', user_guid).execute()
}
