import { type CourseAttemptRow, courseProgressStates, officeResetCourse } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { lockCourse } from '../lms/queries.ts'
import { selectResets, voidProgress } from '../lms/void-progress.ts'
import { beyond, findPerson } from '../office/people/found-person.ts'
import { lineOf } from '../office/places/names.ts'
import { mayDo, mayManage } from '../roles/may.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { selectAttemptsOf } from './attempt-queries.ts'
import { attemptRowsOf } from './attempt-rows.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>

const noAttempt = refuse('NOT_FOUND', 'The person was not given this course.')

const noReason = refuse('INVALID_REQUEST', 'The reason is empty.', { details: [{ path: 'body.reason', message: 'empty' }] })

type Outcome =
  | { readonly is: 'gone' }
  | { readonly is: 'reset' | 'same' | 'stale'; readonly row: CourseAttemptRow; readonly course: string; readonly guid: string }

/** Resets what a person has come to in a course: it becomes void, with the reason, and they begin again. */
export const officeResetCourseRoute = (context: Context) =>
  route(officeResetCourse, async ({ caller, body, request }) => {
    const { database, clock, securityLog } = context
    const { orgId, userGuid } = caller
    const { userID, attemptGuid } = body
    const reason = lineOf(body.reason)
    if (reason === '') return noReason
    const found = await findPerson(context, caller, userID)
    if (!found.ok) return found
    const { actor, grants, place, person } = found
    const nowMs = clock.nowMs()
    if (!mayDo(actor, 'people.read', place, nowMs)) return noAttempt
    if (!mayManage(actor, grants, nowMs)) return beyond
    const outcome = await database.kysely.transaction().execute(async (kysely): Promise<Outcome> => {
      const reading = { kysely, dialect: database.dialect }
      const held = await lockCourse(kysely, orgId, attemptGuid)
      if (held?.course.user_guid !== person.user_guid) return { is: 'gone' }
      const { status, name, course_guid: guid } = held.course
      const resets = await selectResets(kysely, orgId, attemptGuid)
      const read = async () => {
        const rows = await selectAttemptsOf(reading, orgId, userID, { attemptGuid })
        return (await attemptRowsOf(reading, { orgId, actor, nowMs }, rows))[0]?.row
      }
      const answer = async (is: 'reset' | 'same' | 'stale'): Promise<Outcome> => {
        const row = await read()
        return row ? { is, row, course: name, guid } : { is: 'gone' }
      }
      const [last] = resets
      // The same again, whose reply was lost, finds nothing to do.
      const isSame = last?.number === body.resets + 1 && last.reset_by === userGuid && last.reason === reason && status === 0
      if (isSame) return answer('same')
      if (courseProgressStates[status] !== body.state || resets.length !== body.resets) return answer('stale')
      await voidProgress(reading, held, { author: userGuid, reason, nowMs })
      return answer('reset')
    })
    if (outcome.is === 'gone') return noAttempt
    const { row, course, guid } = outcome
    if (outcome.is === 'stale')
      return refuse('CHANGED_MEANWHILE', 'The progress is not as it was shown any more.', { current: row })
    if (outcome.is === 'reset')
      securityLog.note({
        ...{ kind: 'course-reset', orgId, userGuid: person.user_guid, author: userGuid, address: request.ip, what: course },
        target: { course: guid, attempt: attemptGuid, number: row.resets, state: body.state, reason },
      })
    return { ok: true, value: { attempt: row } }
  })
