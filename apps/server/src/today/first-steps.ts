import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Found } from './order.ts'

/** Reads whether an organisation has nobody without a role, as one has that was just created. */
export const withoutPeople = async ({ kysely }: Database, orgId: number): Promise<Found[]> => {
  const { rows } = await sql`select 1 from person where org_id = ${orgId} and not exists (select 1 from role_grant as held
    where held.org_id = person.org_id and held.user_guid = person.user_guid) limit 1`.execute(kysely)
  return rows.length > 0 ? [] : [{ is: 'no-people', count: 0 }]
}

/** Reads whether the library of an organisation has no exam. */
export const withoutExams = async ({ kysely }: Database, orgId: number): Promise<Found[]> => {
  const exam = await kysely.selectFrom('exam').select('exam_guid').where('org_id', '=', orgId).limit(1).executeTakeFirst()
  return exam ? [] : [{ is: 'no-exams', count: 0 }]
}
