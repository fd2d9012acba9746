import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { ImportedPackage } from '../import/imported-package.ts'
import { storeResources } from './store-resources.ts'

/**
 * Stores an exam with its files. The same exam and version again replaces the content only while nobody has begun it: what a
 * learner sits never changes under them, so a changed exam has to come with a higher version.
 */
export const storeExam = async (
  kysely: Kysely<Schema>,
  orgId: number,
  { exam, resources }: ImportedPackage,
  nowMs: number,
): Promise<'stored' | 'unchanged' | 'in use'> => {
  const { examGuid, version, name } = exam
  const content = JSON.stringify(exam)
  const place = { org_id: orgId, exam_guid: examGuid, version }
  const held = await kysely
    .selectFrom('exam')
    .select('content')
    .where((where) => where.and(place))
    .executeTakeFirst()
  if (held?.content === content) return 'unchanged'
  if (held) {
    const run = await kysely
      .selectFrom('form_run')
      .select('form_run_guid')
      .where((where) => where.and(place))
      .executeTakeFirst()
    if (run) return 'in use'
    await kysely
      .deleteFrom('exam')
      .where((where) => where.and(place))
      .execute()
  }
  await kysely
    .insertInto('exam')
    .values({ ...place, name, content, imported_at: nowMs })
    .execute()
  await storeResources(kysely, place, resources)
  return 'stored'
}
