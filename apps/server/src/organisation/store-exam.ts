import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { type AuthoredExam, authoredExam } from '../import/authored-exam.ts'
import type { ImportedPackage } from '../import/imported-package.ts'
import { carrySchemes, editedContent, holdSchemes } from '../mark-schemes/exam-with-schemes.ts'
import { comparedExam } from './compare-exam.ts'
import { storeResources } from './store-resources.ts'

/** An exam as it is held; undefined if it can't be read any more. */
const heldExam = (content: string | undefined): AuthoredExam | undefined =>
  content === undefined ? undefined : authoredExam.safeParse(JSON.parse(content)).data

/** What happened to an exam, and the exam as it is in the database now: its ids are not those of the package where these are hidden. */
export interface StoredExam {
  readonly outcome: 'stored' | 'unchanged' | 'in use'
  readonly exam: AuthoredExam
}

/**
 * Stores an exam with its files. The same exam and version again replaces the content only while nobody has begun it: what a
 * learner sits never changes under them, so a changed exam has to come with a higher version. The guid of a package with foreign ids is
 * of its very files, so one that somebody has begun is the same package, however an earlier server read it and named its options.
 */
export const storeExam = async (
  kysely: Kysely<Schema>,
  orgId: number,
  read: ImportedPackage,
  nowMs: number,
): Promise<StoredExam> => {
  const { exam, resources, hasForeignIds } = read
  const { examGuid, version, name } = exam
  const place = { org_id: orgId, exam_guid: examGuid, version }
  const held = await kysely
    .selectFrom('exam')
    .select('content')
    .where((where) => where.and(place))
    .executeTakeFirst()
  const compared = held && { content: held.content, edited: await editedContent(kysely, place, held.content) }
  const { next, content, isSame } = comparedExam(read, compared)
  if (isSame) return { outcome: 'unchanged', exam: next }
  const schemes = await holdSchemes(kysely, place)
  if (held) {
    const run = await kysely
      .selectFrom('form_run')
      .select('form_run_guid')
      .where((where) => where.and(place))
      .executeTakeFirst()
    if (run) return { outcome: hasForeignIds ? 'unchanged' : 'in use', exam: heldExam(held.content) ?? next }
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
  await carrySchemes(kysely, place, schemes, nowMs)
  return { outcome: 'stored', exam: next }
}
