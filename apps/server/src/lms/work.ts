import { work } from '@sitwell/contract'
import type { AssessmentContext } from '../assessment/assessment-context.ts'
import { schedulesOf, somebodyElse } from '../assessment/schedules/index.ts'
import { route } from '../http/service.ts'
import { isInForce } from '../roles/may.ts'
import { grantsOfCaller } from '../roles/queries.ts'
import { coursesOf } from './course-attempts.ts'
import type { LmsContext } from './lms-context.ts'

/** The learner's assessments and courses. */
export const workRoute = (context: AssessmentContext & LmsContext) =>
  route(work, async ({ caller, query }) => {
    if (query.userGuid !== caller.userGuid) return somebodyElse
    const grants = grantsOfCaller(context.database, caller)
    const courses = await coursesOf(context, caller, query.showCompletedCourses === 'true')
    const assessments = await schedulesOf(context, caller)
    const nowMs = context.clock.nowMs()
    const isStaff = (await grants).some((grant) => isInForce(grant, nowMs))
    return { ok: true, value: { assessments, courses, ...(isStaff && { isStaff }) } }
  })
