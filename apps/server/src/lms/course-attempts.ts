import { type CourseAttempt, courseAttempts } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { LmsContext } from './lms-context.ts'
import { hasCourses, type Owner, selectCourses } from './queries.ts'
import { shownCourse } from './shown-course.ts'

/** A learner's courses; the completed ones where they are asked for. */
export const coursesOf = async (
  { database }: Pick<LmsContext, 'database'>,
  owner: Owner,
  includeCompleted: boolean,
): Promise<CourseAttempt[]> => {
  if (!(await hasCourses(database, owner))) return []
  const held = await selectCourses(database.kysely, owner)
  return held.map(shownCourse).filter((one) => includeCompleted || one.Status !== 2)
}

export const courseAttemptsRoute = (context: Pick<LmsContext, 'database'>) =>
  route(courseAttempts, async ({ caller, body }) => {
    if (body.userGuid !== caller.userGuid) return refuse('NOT_ALLOWED', 'A person sees their own courses only.')
    return { ok: true, value: { courses: await coursesOf(context, caller, body.includeCompleted) } }
  })
