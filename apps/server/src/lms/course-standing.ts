import { type CourseRun, statusOfCourse } from '@sitwell/exam/courses/course-run'
import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { type HeldCourse, updateCourse } from './queries.ts'
import { writeClusters } from './run-of-course.ts'

/** Keeps what a course has come to. */
export const keepStanding = async (
  transaction: Kysely<Schema>,
  { course }: Pick<HeldCourse, 'course'>,
  run: CourseRun,
  nowMs: number,
  more: { readonly sequencing_state?: string | null } = {},
): Promise<void> => {
  await updateCourse(transaction, course, statusOfCourse(run), nowMs, { cluster_attempts: writeClusters(run), ...more })
}
