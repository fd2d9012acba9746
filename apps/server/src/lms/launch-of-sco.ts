import type { CourseLaunch } from '@sitwell/contract'
import type { FastifyRequest } from 'fastify'
import type { AuthoredSco } from '../import/imported-course.ts'
import { contentOf } from './course-content.ts'
import { signCourseToken } from './course-token.ts'
import type { LmsContext } from './lms-context.ts'
import type { CourseAttemptRow, HeldCourse } from './queries.ts'
import { scormOrigin } from './scorm-address.ts'

const pathOf = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** The address below which the files of a course represent somebody who is signed in. */
export const courseBase = (
  { keys, config, ports }: Pick<LmsContext, 'keys' | 'config' | 'ports'>,
  { orgId, sessionId }: { readonly orgId: number; readonly sessionId: string },
  { course: { content_guid: contentGuid } }: HeldCourse,
  request: FastifyRequest,
  nowMs: number,
): string => `${scormOrigin(config, ports, request)}/course/${signCourseToken(keys, { orgId, contentGuid, sessionId }, nowMs)}/`

/** How a SCO is launched, except for what follows from how its learner stands. */
export const launchOf = (
  version: CourseLaunch['version'],
  { path, parameters, prerequisites: _, completionSetByContent: __, objectiveSetByContent: ___, ...sco }: AuthoredSco,
  base: string,
) => ({ ...sco, version, base, address: base + pathOf(path) + parameters })

/** SCORM 2004: the sequencing of a course, and where it stands. */
export const sequencingOf = (course: CourseAttemptRow): Pick<CourseLaunch, 'sequencing' | 'sequencingState'> => {
  const { sequencing } = contentOf(course)
  return {
    ...(sequencing && { sequencing }),
    ...(course.sequencing_state !== null && { sequencingState: course.sequencing_state }),
  }
}
