import type { Fields } from '@sitwell/exam/courses/xapi/values'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { selectRegistrations } from './queries.ts'

/** All that was said in a course, registration by registration, in the order in which it came. */
export const statementsOfCourse = async (
  kysely: Kysely<Schema>,
  orgId: number,
  courseAttemptGuid: string,
): Promise<{ readonly registration: string; readonly endedAt: number | null; readonly statements: readonly Fields[] }[]> => {
  const all = []
  for (const { registration, ended_at } of await selectRegistrations(kysely, orgId, courseAttemptGuid)) {
    const rows = await kysely
      .selectFrom('xapi_statement')
      .select('statement')
      .where('org_id', '=', orgId)
      .where('registration', '=', registration)
      .orderBy('number')
      .execute()
    // Stored here as statements.
    all.push({ registration, endedAt: ended_at, statements: rows.map(({ statement }) => JSON.parse(statement) as Fields) })
  }
  return all
}
