import { work } from '@sitwell/contract'
import type { AssessmentContext } from '../assessment/assessment-context.ts'
import { schedulesOf, somebodyElse } from '../assessment/schedules/index.ts'
import { route } from '../http/service.ts'
import { coursesOf } from './course-attempts.ts'
import type { LmsContext } from './lms-context.ts'

/** The learner's assessments and courses. */
export const workRoute = (context: AssessmentContext & LmsContext) =>
  route(work, async ({ caller, query }) => {
    if (query.userGuid !== caller.userGuid) return somebodyElse
    const courses = await coursesOf(context, caller, query.showCompletedCourses === 'true')
    return { ok: true, value: { assessments: await schedulesOf(context, caller), courses } }
  })
