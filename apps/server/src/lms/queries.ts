import type { Kysely } from 'kysely'
import type { CourseAttemptTable, CourseTable, Schema, ScoAttemptTable } from '../db/schema.ts'

/** Whose courses are asked for. */
export interface Owner {
  readonly orgId: number
  readonly userGuid: string
}

export type CourseAttemptRow = CourseAttemptTable &
  Pick<CourseTable, 'course_id' | 'name' | 'description' | 'standard' | 'content' | 'content_guid'>

/** A course that somebody was given, with its SCOs in order. */
export interface HeldCourse {
  readonly course: CourseAttemptRow
  readonly scos: readonly ScoAttemptTable[]
}

const withCourse = (kysely: Kysely<Schema>, orgId: number) =>
  kysely
    .selectFrom('course_attempt')
    .innerJoin('course', (on) =>
      on
        .onRef('course.org_id', '=', 'course_attempt.org_id')
        .onRef('course.course_guid', '=', 'course_attempt.course_guid')
        .onRef('course.version', '=', 'course_attempt.version'),
    )
    .selectAll('course_attempt')
    .select(['course_id', 'name', 'description', 'standard', 'content', 'content_guid'])
    .where('course_attempt.org_id', '=', orgId)

const withScos = async (kysely: Kysely<Schema>, orgId: number, courses: readonly CourseAttemptRow[]): Promise<HeldCourse[]> => {
  if (courses.length === 0) return []
  const scos = await kysely
    .selectFrom('sco_attempt')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(
      'course_attempt_guid',
      'in',
      courses.map((one) => one.course_attempt_guid),
    )
    .orderBy('position')
    .execute()
  return courses.map((course) => ({
    course,
    scos: scos.filter((one) => one.course_attempt_guid === course.course_attempt_guid),
  }))
}

/** All courses of a learner, in the order in which they were given. */
export const selectCourses = async (kysely: Kysely<Schema>, { orgId, userGuid }: Owner): Promise<HeldCourse[]> => {
  const rows = await withCourse(kysely, orgId)
    .where('course_attempt.user_guid', '=', userGuid)
    .orderBy('course_attempt.given_at')
    .orderBy('course_attempt.course_attempt_id')
    .execute()
  return withScos(kysely, orgId, rows)
}

/** A course of an organisation by its attempt's guid. */
export const selectCourse = async (
  kysely: Kysely<Schema>,
  orgId: number,
  courseAttemptGuid: string,
): Promise<HeldCourse | undefined> => {
  const rows = await withCourse(kysely, orgId).where('course_attempt_guid', '=', courseAttemptGuid).execute()
  return (await withScos(kysely, orgId, rows))[0]
}
