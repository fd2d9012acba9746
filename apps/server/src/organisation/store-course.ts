import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import type { CourseTable, Schema } from '../db/schema.ts'
import { guidOf } from '../import/files/package-guid.ts'
import type { PackageSource } from '../import/files/package-source.ts'
import type { AuthoredCourse } from '../import/imported-course.ts'
import { nextNumber } from './next-number.ts'
import { removeAbandonedFiles, removeCourseFiles, storeCourseFiles } from './store-course-files.ts'

/** A course of the database as its import leaves it. */
export type StoredCourse = Pick<CourseTable, 'org_id' | 'course_guid' | 'version' | 'name' | 'content'>

const newest = (kysely: Kysely<Schema>, orgId: number, courseGuid: string) =>
  kysely
    .selectFrom('course')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('course_guid', '=', courseGuid)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Stores a course with its files: all of them first, unseen, and then the course that names them, so that it is there whole or not at
 * all. The same package again changes nothing; another one under the same name is the next version.
 */
export const storeCourse = async (
  { kysely }: Pick<Database, 'kysely'>,
  orgId: number,
  { course, source }: { readonly course: AuthoredCourse; readonly source: PackageSource },
  nowMs: number,
): Promise<{ readonly course: StoredCourse; readonly isNew: boolean }> => {
  await removeAbandonedFiles(kysely, orgId, nowMs)
  const contentGuid = randomUUID()
  const courseGuid = guidOf('course', course.identifier)
  const { scos, activityTree, structure, name, standard, description } = course
  const content = JSON.stringify({
    scos,
    ...(activityTree && { sequencing: { activityTree } }),
    ...(structure && { structure }),
  })
  try {
    const fingerprint = await storeCourseFiles(kysely, { orgId, contentGuid, nowMs }, source)
    const stored = await kysely.transaction().execute(async (transaction) => {
      const before = await newest(transaction, orgId, courseGuid)
      if (before?.fingerprint === fingerprint && before.content === content) return { course: before, isNew: false }
      const row: CourseTable = {
        org_id: orgId,
        course_guid: courseGuid,
        version: (before?.version ?? 0) + 1,
        course_id: before?.course_id ?? (await nextNumber(transaction, orgId, 'course')),
        name,
        description: description ?? null,
        standard,
        content,
        content_guid: contentGuid,
        fingerprint,
        imported_at: nowMs,
      }
      await transaction.insertInto('course').values(row).execute()
      return { course: row, isNew: true }
    })
    if (!stored.isNew) await removeCourseFiles(kysely, orgId, contentGuid)
    return stored
  } catch (error) {
    await removeCourseFiles(kysely, orgId, contentGuid)
    throw error
  }
}
