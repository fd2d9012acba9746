import { officeChangeCourse, officePreviewCourse } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { beginAttempts, holdGiving, removeUnbegun } from '../lms/give-courses.ts'
import { grantsOfCaller } from '../roles/queries.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { canTakeBack } from './judge-change.ts'
import { previewChange } from './preview-change.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>

/** What giving a course to people would do to each of them, or taking it away. Changes nothing. */
export const officePreviewCourseRoute = ({ database, clock }: Context) =>
  route(officePreviewCourse, async ({ caller, body }) => {
    const asking = { orgId: caller.orgId, actor: await grantsOfCaller(database, caller), nowMs: clock.nowMs() }
    const found = await previewChange(database, body, asking, { isHeld: false })
    return found.ok ? { ok: true, value: found.preview } : found
  })

/**
 * Gives a course to people or takes it away, as a preview showed. What it would do is worked out again while nobody else gives or takes, and while
 * those who have the course can't begin it.
 */
export const officeChangeCourseRoute = ({ database, clock, securityLog }: Context) =>
  route(officeChangeCourse, async ({ caller, body, request }) => {
    const { orgId, userGuid } = caller
    const actor = await grantsOfCaller(database, caller)
    const nowMs = clock.nowMs()
    const outcome = await database.kysely.transaction().execute(async (kysely) => {
      const reading = { kysely, dialect: database.dialect }
      await holdGiving(kysely, orgId)
      const found = await previewChange(reading, body, { orgId, actor, nowMs }, { isHeld: true })
      if (!found.ok || found.preview.hash !== body.hash) return found
      const unbegun = found.changed.flatMap(({ held }) => held.find(({ wasBegun }) => !wasBegun) ?? [])
      await removeUnbegun(
        reading,
        orgId,
        unbegun.map(({ course_attempt_guid }) => course_attempt_guid),
      )
      if (body.action === 'give') {
        const guids = new Map(unbegun.map((one) => [one.user_guid, one.course_attempt_guid]))
        const receivers = found.changed.map(({ person: { user_guid } }) => ({
          userGuid: user_guid,
          guid: guids.get(user_guid),
        }))
        await beginAttempts(kysely, found.course, receivers, nowMs)
      }
      return found
    })
    if (!outcome.ok) return outcome
    const { preview, changed } = outcome
    if (preview.hash !== body.hash)
      return refuse('CHANGED_MEANWHILE', 'This change would do something else by now.', { current: preview })
    const kind = body.action === 'give' ? 'course-given' : 'course-taken'
    for (const { person } of changed)
      securityLog.note({
        ...{ kind, orgId, userGuid: person.user_guid, author: userGuid, address: request.ip, what: preview.name },
        target: { course: preview.courseGuid, version: preview.version },
      })
    const taken = preview.people.filter(canTakeBack).map(({ userID }) => userID)
    return { ok: true, value: { changed: taken, totals: preview.totals } }
  })
