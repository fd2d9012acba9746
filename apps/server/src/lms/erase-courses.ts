import type { Kysely } from 'kysely'
import type { PersonTable, Schema } from '../db/schema.ts'

/** Takes away a person's courses, with all that they have reported, in the caller's transaction. */
export const eraseCourses = async (
  kysely: Kysely<Schema>,
  { org_id, user_guid }: Pick<PersonTable, 'org_id' | 'user_guid'>,
) => {
  const courses = kysely
    .selectFrom('course_attempt')
    .select('course_attempt_guid')
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
  const scos = kysely
    .selectFrom('sco_attempt')
    .select('sco_attempt_id')
    .where('org_id', '=', org_id)
    .where('course_attempt_guid', 'in', courses)
  const registrations = kysely
    .selectFrom('cmi5_registration')
    .select('registration')
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
  const numbers = kysely
    .selectFrom('xapi_statement')
    .select('number')
    .where('org_id', '=', org_id)
    .where('registration', 'in', registrations)
  for (const table of ['xapi_attachment', 'xapi_mention', 'xapi_reference', 'xapi_set_aside'] as const)
    await kysely.deleteFrom(table).where('org_id', '=', org_id).where('number', 'in', numbers).execute()
  for (const table of ['xapi_statement', 'xapi_document', 'cmi5_session'] as const)
    await kysely.deleteFrom(table).where('org_id', '=', org_id).where('registration', 'in', registrations).execute()
  await kysely.deleteFrom('sco_save').where('org_id', '=', org_id).where('sco_attempt_id', 'in', scos).execute()
  await kysely.deleteFrom('course_reset').where('org_id', '=', org_id).where('course_attempt_guid', 'in', courses).execute()
  await kysely.deleteFrom('sco_attempt').where('org_id', '=', org_id).where('course_attempt_guid', 'in', courses).execute()
  for (const table of ['cmi5_registration', 'course_attempt'] as const)
    await kysely.deleteFrom(table).where('org_id', '=', org_id).where('user_guid', '=', user_guid).execute()
}
