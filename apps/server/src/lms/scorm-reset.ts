import { scormReset } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { LmsContext } from './lms-context.ts'
import { selectCourse, selectCourseOfSco, selectCourses } from './queries.ts'
import { resetCourse } from './reset-course.ts'
import { shownCourse } from './shown-course.ts'

/** For testing only: sets the caller's course, or one SCO of it, back to not started. */
export const scormResetRoute = ({ database: { kysely }, clock, config }: Pick<LmsContext, 'clock' | 'config' | 'database'>) =>
  route(scormReset, async ({ caller, body: { courseAttemptId, scoAttemptId } }) => {
    if (!config.useResetScheduleCheat) return refuse('NOT_ALLOWED', 'This server resets no courses.')
    if ((courseAttemptId === undefined) === (scoAttemptId === undefined))
      return refuse('INVALID_REQUEST', 'A reset names a course attempt or a SCO attempt.')
    const notFound = () => refuse('NOT_FOUND', 'There is no such attempt of this person.')
    const guid =
      scoAttemptId === undefined
        ? (await selectCourses(kysely, caller)).find(({ course }) => course.course_attempt_id === courseAttemptId)?.course
            .course_attempt_guid
        : await selectCourseOfSco(kysely, caller, scoAttemptId)
    if (guid === undefined) return notFound()
    const before = await selectCourse(kysely, caller.orgId, guid)
    if (scoAttemptId !== undefined && before?.course.standard === 'cmi5')
      return refuse('INVALID_REQUEST', 'A course of cmi5 is set back as a whole.')
    const place = { orgId: caller.orgId, courseAttemptGuid: guid, scoAttemptId }
    await resetCourse(kysely, place, caller.madeBy ?? caller.userGuid, clock.nowMs())
    const held = await selectCourse(kysely, caller.orgId, guid)
    return held ? { ok: true, value: { courseData: shownCourse(held) } } : notFound()
  })
