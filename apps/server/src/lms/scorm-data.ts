import { scormData } from '@sitwell/contract'
import { entryOf } from '@sitwell/exam/courses/course-run'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { contentOf } from './course-content.ts'
import { toElements } from './course-data.ts'
import { selectFilesToKeep } from './course-files.ts'
import { courseBase, launchOf, sequencingOf } from './launch-of-sco.ts'
import type { LmsContext } from './lms-context.ts'
import { openInCourse } from './open-sco.ts'
import { lockCourse, selectCourse, selectCourseOfSco } from './queries.ts'
import { closedIn } from './run-of-course.ts'
import { sealOpening } from './sco-opening.ts'
import { shownCourse } from './shown-course.ts'

/** Opens a SCO of the learner's own, if it is open: what it had set, and how it is launched. */
export const scormDataRoute = (context: LmsContext) => {
  const {
    database: { kysely },
    clock,
    keys,
    organisationOrigins,
  } = context
  return route(scormData, async ({ caller, params: { attemptId }, request }) => {
    const notFound = () => refuse('NOT_FOUND', 'There is no such attempt of this person.')
    const guid = await selectCourseOfSco(kysely, caller, attemptId)
    if (guid === undefined) return notFound()
    const nowMs = clock.nowMs()
    const opened = await kysely.transaction().execute(async (transaction) => {
      const held = await lockCourse(transaction, caller.orgId, guid)
      const sco = held?.scos.find((one) => one.sco_attempt_id === attemptId)
      const content = held && sco && contentOf(held.course).scos[sco.position]
      // An AU is launched by its own call.
      if (!content || held.course.standard === 'cmi5' || closedIn(held)[held.scos.indexOf(sco)] !== undefined) return undefined
      const opened = await openInCourse(transaction, held, sco, nowMs)
      return { sco, content, standard: held.course.standard, ...opened }
    })
    if (!opened)
      return refuse(
        'SCO_NOT_OPEN',
        'This SCO waits for another one, was failed, or is not given out by the rules of its course.',
      )
    const held = await selectCourse(kysely, caller.orgId, guid)
    if (!held) return notFound()
    const { sco, content, run, before, after } = opened
    const { content_guid } = held.course
    const { orgId, userGuid } = caller
    const { sco_attempt_guid: scoAttemptGuid } = sco
    const { course_guid: courseGuid } = held.course
    const { identifier } = content
    const number = after.opened
    const home = await organisationOrigins.of(orgId)
    const files = await selectFilesToKeep(kysely, orgId, content_guid)
    const { entry, mode, data } = entryOf(run, before, after)
    return {
      ok: true,
      value: {
        attemptData: {
          data: toElements(data),
          number,
          standing: sco.number,
          opening: sealOpening(keys, home, {
            orgId,
            userGuid,
            scoAttemptGuid,
            courseGuid,
            identifier,
            number,
            openedAtMs: nowMs,
          }),
        },
        courseAttemptDetails: shownCourse(held),
        launch: {
          ...launchOf(run.standard, content, courseBase(context, caller, held, request, nowMs)),
          ...sequencingOf(held.course),
          entry,
          mode,
          content: content_guid,
          ...(files && { files }),
        },
      },
    }
  })
}
