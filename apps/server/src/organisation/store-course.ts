import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import { nextNumber } from '../db/next-number.ts'
import type { CourseTable, Schema } from '../db/schema.ts'
import type { PackageSource } from '../import/files/package-source.ts'
import type { AuthoredCourse } from '../import/imported-course.ts'
import { placeOfCourse } from './course-place.ts'
import { removeAbandonedFiles, removeCourseFiles, storeCourseFiles } from './store-course-files.ts'

/** A course of the database as its import leaves it. */
export type StoredCourse = Pick<CourseTable, 'org_id' | 'course_guid' | 'version' | 'name' | 'content'>

/** What its import says of a course beside its package. */
export interface CourseWishes {
  /** Its lessons may be opened in any order; undefined: as in the version before, and else in their order. */
  readonly isFree?: boolean | undefined
  /** The name of the course of which it is the next version, whatever its own name is. */
  readonly versionOf?: string | undefined
}

/** A course that was stored. */
interface Stored {
  readonly course: StoredCourse
  readonly isNew: boolean
  /** Courses with the same identifier and other names, beside which it was stored as another one. */
  readonly beside: readonly string[]
}

/** Why a course became another one than whoever imports it may expect. */
export const besideText = (other: string): string =>
  `It has the identifier of "${other}" and another name, so it is another course. With --version-of "${other}" it is imported as the next version of that one.`

const newest = (kysely: Kysely<Schema>, orgId: number, courseGuid: string) =>
  kysely
    .selectFrom('course')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('course_guid', '=', courseGuid)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

const contentText = ({ scos, activityTree, structure }: AuthoredCourse, isFree: boolean): string =>
  JSON.stringify({
    scos,
    ...(isFree && { isFree }),
    ...(activityTree && { sequencing: { activityTree } }),
    ...(structure && { structure }),
  })

/** Written by {@link contentText}. */
const isFreeIn = (row: CourseTable | undefined): boolean =>
  row !== undefined && (JSON.parse(row.content) as { readonly isFree?: boolean }).isFree === true

/** Where a course whose files are there would be stored. */
export interface JudgedCourse {
  readonly courseGuid: string
  /** Of the newest version that there is; undefined of a new course. */
  readonly before: CourseTable | undefined
  /** Courses with the same identifier and other names, beside which it would be another one. */
  readonly beside: readonly string[]
  readonly isFree: boolean
  /** It is there already, exactly so. */
  readonly isSame: boolean
}

/** Compares a course with what is there. Throws a refusal if no course is called as `versionOf` says. */
export const judgeCourse = async (
  kysely: Kysely<Schema>,
  orgId: number,
  { course, fingerprint }: { readonly course: AuthoredCourse; readonly fingerprint: string },
  wishes: CourseWishes = {},
): Promise<JudgedCourse> => {
  const { courseGuid, beside } = await placeOfCourse(kysely, orgId, course, wishes.versionOf)
  const before = await newest(kysely, orgId, courseGuid)
  const isFree = course.standard !== 'cmi5' && (wishes.isFree ?? isFreeIn(before))
  const isSame = before?.fingerprint === fingerprint && before.content === contentText(course, isFree)
  return { courseGuid, before, beside: before ? [] : beside, isFree, isSame }
}

/** Stores a course whose files are there under a guid, as the next version of what it was compared with. */
export const insertCourse = async (
  kysely: Kysely<Schema>,
  orgId: number,
  { courseGuid, before, isFree }: JudgedCourse,
  { course, ...of }: { readonly course: AuthoredCourse; readonly fingerprint: string; readonly contentGuid: string },
  nowMs: number,
): Promise<CourseTable> => {
  const row: CourseTable = {
    org_id: orgId,
    course_guid: courseGuid,
    version: (before?.version ?? 0) + 1,
    course_id: before?.course_id ?? (await nextNumber(kysely, orgId, 'course')),
    name: course.name,
    description: course.description ?? null,
    standard: course.standard,
    content: contentText(course, isFree),
    content_guid: of.contentGuid,
    fingerprint: of.fingerprint,
    imported_at: nowMs,
  }
  await kysely.insertInto('course').values(row).execute()
  return row
}

/**
 * Stores a course with its files: all of them first, unseen, and then the course that names them, so that it is there whole or not at
 * all. The same package again changes nothing; another one of the same course is its next version. Throws a refusal if no course is
 * called as `versionOf` says.
 */
export const storeCourse = async (
  { kysely }: Pick<Database, 'kysely'>,
  orgId: number,
  { course, source }: { readonly course: AuthoredCourse; readonly source: PackageSource },
  nowMs: number,
  wishes: CourseWishes = {},
): Promise<Stored> => {
  await removeAbandonedFiles(kysely, orgId, nowMs)
  const contentGuid = randomUUID()
  try {
    const fingerprint = await storeCourseFiles(kysely, { orgId, contentGuid, nowMs }, source)
    const stored = await kysely.transaction().execute(async (transaction) => {
      const judged = await judgeCourse(transaction, orgId, { course, fingerprint }, wishes)
      if (judged.before && judged.isSame) return { course: judged.before, isNew: false, beside: [] }
      const row = await insertCourse(transaction, orgId, judged, { course, fingerprint, contentGuid }, nowMs)
      return { course: row, isNew: true, beside: judged.beside }
    })
    if (!stored.isNew) await removeCourseFiles(kysely, orgId, contentGuid)
    return stored
  } catch (error) {
    await removeCourseFiles(kysely, orgId, contentGuid)
    throw error
  }
}
