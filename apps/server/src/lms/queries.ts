import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import { ownedRowsTogether } from '../db/read-together.ts'
import type { CourseAttemptTable, CourseTable, Schema, ScoAttemptTable, ScoSaveTable } from '../db/schema.ts'

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

const coursesGiven = ownedRowsTogether({
  table: 'course_attempt',
  column: 'user_guid',
  read: ({ kysely }, isAsked) =>
    kysely.selectFrom('course_attempt').select(['org_id', 'user_guid']).distinct().where(isAsked).execute(),
})

/** Whether a learner has any course. Most have none, and all learners of a school ask at the same moment. */
export const hasCourses = async (database: Database, { orgId, userGuid }: Owner): Promise<boolean> =>
  (await coursesGiven(database, orgId, userGuid)).length > 0

/** A course of an organisation by its attempt's guid. */
export const selectCourse = async (
  kysely: Kysely<Schema>,
  orgId: number,
  courseAttemptGuid: string,
): Promise<HeldCourse | undefined> => {
  const rows = await withCourse(kysely, orgId).where('course_attempt_guid', '=', courseAttemptGuid).execute()
  return (await withScos(kysely, orgId, rows))[0]
}

/** A SCO attempt of a learner, and the course attempt that it belongs to. */
export const selectScoOfOwner = (kysely: Kysely<Schema>, { orgId, userGuid }: Owner, scoAttemptId: number) =>
  kysely
    .selectFrom('sco_attempt')
    .innerJoin('course_attempt', (on) =>
      on
        .onRef('course_attempt.org_id', '=', 'sco_attempt.org_id')
        .onRef('course_attempt.course_attempt_guid', '=', 'sco_attempt.course_attempt_guid'),
    )
    .select(['course_attempt.course_attempt_guid', 'sco_attempt.sco_attempt_guid'])
    .where('sco_attempt.org_id', '=', orgId)
    .where('sco_attempt_id', '=', scoAttemptId)
    .where('user_guid', '=', userGuid)
    .executeTakeFirst()

/** Guid of the course attempt that a SCO attempt of a learner belongs to. */
export const selectCourseOfSco = async (
  kysely: Kysely<Schema>,
  owner: Owner,
  scoAttemptId: number,
): Promise<string | undefined> => (await selectScoOfOwner(kysely, owner, scoAttemptId))?.course_attempt_guid

/** A course of an organisation, locked until the transaction ends: its result depends on all of its SCOs. */
export const lockCourse = async (
  transaction: Kysely<Schema>,
  orgId: number,
  courseAttemptGuid: string,
): Promise<HeldCourse | undefined> => {
  await transaction
    .updateTable('course_attempt')
    .set((set) => ({ status: set.ref('status') }))
    .where('org_id', '=', orgId)
    .where('course_attempt_guid', '=', courseAttemptGuid)
    .execute()
  return selectCourse(transaction, orgId, courseAttemptGuid)
}

/** The result of a course, from which the moments of its first start and end follow. */
export const updateCourse = (
  transaction: Kysely<Schema>,
  {
    org_id,
    course_attempt_guid,
    started_at,
    ended_at,
  }: Pick<CourseAttemptTable, 'org_id' | 'course_attempt_guid' | 'started_at' | 'ended_at'>,
  status: CourseAttemptTable['status'],
  nowMs: number,
  more: Partial<Pick<CourseAttemptTable, 'sequencing_state' | 'cluster_attempts'>> = {},
) =>
  transaction
    .updateTable('course_attempt')
    .set({
      status,
      started_at: status === 0 ? null : (started_at ?? nowMs),
      ended_at: status >= 2 ? (ended_at ?? nowMs) : null,
      ...more,
    })
    .where('org_id', '=', org_id)
    .where('course_attempt_guid', '=', course_attempt_guid)
    .execute()

export const updateSco = (
  transaction: Kysely<Schema>,
  { org_id, sco_attempt_id }: Pick<ScoAttemptTable, 'org_id' | 'sco_attempt_id'>,
  fields: Partial<ScoAttemptTable>,
) =>
  transaction
    .updateTable('sco_attempt')
    .set(fields)
    .where('org_id', '=', org_id)
    .where('sco_attempt_id', '=', sco_attempt_id)
    .execute()

/** Adds to the history of a SCO, and counts it. */
export const insertScoSave = async (
  transaction: Kysely<Schema>,
  sco: ScoAttemptTable,
  row: Omit<ScoSaveTable, 'org_id' | 'sco_attempt_id' | 'entry'>,
) => {
  const { org_id, sco_attempt_id } = sco
  await transaction
    .insertInto('sco_save')
    .values({ org_id, sco_attempt_id, entry: sco.saves + 1, ...row })
    .execute()
  await updateSco(transaction, sco, { saves: sco.saves + 1 })
}

/** The earlier save with the same guid. */
export const selectScoSave = (
  transaction: Kysely<Schema>,
  { org_id, sco_attempt_id }: ScoAttemptTable,
  saveGuid: string,
): Promise<ScoSaveTable | undefined> =>
  transaction
    .selectFrom('sco_save')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('sco_attempt_id', '=', sco_attempt_id)
    .where('save_guid', '=', saveGuid)
    .executeTakeFirst()

/** Every save of a SCO attempt that ever came, in the order in which they came. */
export const selectScoHistory = (
  kysely: Kysely<Schema>,
  { org_id, sco_attempt_id }: Pick<ScoAttemptTable, 'org_id' | 'sco_attempt_id'>,
): Promise<ScoSaveTable[]> =>
  kysely
    .selectFrom('sco_save')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('sco_attempt_id', '=', sco_attempt_id)
    .orderBy('entry')
    .execute()
