import { courseKeep } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { AuthoredSco } from '../import/imported-course.ts'
import { contentOf } from './course-content.ts'
import { toElements } from './course-data.ts'
import { selectFilesToKeep } from './course-files.ts'
import { courseBase, launchOf, sequencingOf } from './launch-of-sco.ts'
import type { LmsContext } from './lms-context.ts'
import { selectCourse } from './queries.ts'
import { runOf } from './run-of-course.ts'
import { shownCourse } from './shown-course.ts'

const judgedBy = ({ prerequisites, completionSetByContent, objectiveSetByContent }: AuthoredSco) => ({
  ...(prerequisites !== undefined && { prerequisites }),
  ...(completionSetByContent !== undefined && { completionSetByContent }),
  ...(objectiveSetByContent !== undefined && { objectiveSetByContent }),
})

/** What a device keeps of one of the learner's own courses; of cmi5 nothing is kept, whose units speak with the server alone. */
export const courseKeepRoute = (context: LmsContext) =>
  route(courseKeep, async ({ caller, params: { courseGuid }, request }) => {
    const { kysely } = context.database
    const nowMs = context.clock.nowMs()
    const held = await selectCourse(kysely, caller.orgId, courseGuid)
    if (!held || held.course.user_guid !== caller.userGuid || held.course.standard === 'cmi5')
      return refuse('NOT_FOUND', 'This person has no such course that can be kept.')
    const run = runOf(held)
    const { scos: authored } = contentOf(held.course)
    const base = courseBase(context, caller, held, request, nowMs)
    const files = await selectFilesToKeep(kysely, caller.orgId, held.course.content_guid)
    const scos = held.scos.flatMap((row, at) => {
      const [sco, stands] = [authored[row.position], run.scos[at]]
      if (!sco || !stands) return []
      const { authored: _, data, ...standing } = stands
      const launch = launchOf(run.standard, sco, base)
      return { attemptId: row.sco_attempt_id, launch, ...judgedBy(sco), ...standing, data: toElements(data) }
    })
    return {
      ok: true,
      value: {
        courseAttempt: shownCourse(held),
        standard: run.standard,
        content: held.course.content_guid,
        ...(files && { files }),
        ...sequencingOf(held.course),
        ...(run.isFree && { isFree: true }),
        clusterAttempts: [...run.clusterAttempts],
        scos,
        nowMs,
      },
    }
  })
