import type { Kysely } from 'kysely'
import { isOneOf } from '../db/one-of.ts'
import type { CourseResetTable, Schema } from '../db/schema.ts'
import { selectRegistration } from './cmi5/queries.ts'
import type { Reading } from './give-courses.ts'
import { totalsOfUnits } from './progress/course-progress.ts'
import { selectProgress } from './progress/select-progress.ts'
import type { HeldCourse } from './queries.ts'
import { resetHeldCourse } from './reset-course.ts'

/** What was reset of a course that somebody was given, the latest first. */
export const selectResets = (kysely: Kysely<Schema>, orgId: number, guid: string): Promise<CourseResetTable[]> =>
  kysely
    .selectFrom('course_reset')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('course_attempt_guid', '=', guid)
    .orderBy('number', 'desc')
    .execute()

/** How many times each of these was reset; one that never was is missing. */
export const countResets = async (
  { kysely, dialect }: Reading,
  orgId: number,
  guids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await kysely
    .selectFrom('course_reset')
    .select(['course_attempt_guid', (of) => of.fn.countAll().as('n')])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'course_attempt_guid', guids, (guid) => guid))
    .groupBy('course_attempt_guid')
    .execute()
  return new Map(rows.map(({ course_attempt_guid, n }) => [course_attempt_guid, Number(n)]))
}

/**
 * Makes void what somebody has come to in a course, in a transaction that holds it: it is kept with the reason, beside the history and, of cmi5, the
 * registration that ends; and the course stands as not started.
 */
export const voidProgress = async (
  reading: Reading,
  held: HeldCourse,
  { author, reason, nowMs }: { readonly author: string; readonly reason: string; readonly nowMs: number },
): Promise<void> => {
  const { kysely } = reading
  const { org_id, course_attempt_guid, status, started_at, ended_at } = held.course
  const before = await selectResets(kysely, org_id, course_attempt_guid)
  const progress = await selectProgress(reading, org_id, [course_attempt_guid])
  const { score, timeMs, contactAt } = totalsOfUnits(progress.get(course_attempt_guid)?.units ?? [])
  const registration = await selectRegistration(kysely, org_id, course_attempt_guid)
  await kysely
    .insertInto('course_reset')
    .values({
      ...{ org_id, course_attempt_guid, number: (before[0]?.number ?? 0) + 1, status, started_at, ended_at },
      ...{ score: score ?? null, time_ms: timeMs ?? null, contact_at: contactAt },
      ...{ registration: registration?.registration ?? null, reset_at: nowMs, reset_by: author, reason },
    })
    .execute()
  await resetHeldCourse(kysely, held, { author, nowMs })
}
