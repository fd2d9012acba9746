import { integrityScript } from '@sitwell/contract'
import { missingMonitorData } from '@sitwell/exam/organisation/monitor-data'
import { admitToWall, noteSupervision } from '../assessment/schedules/index.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { makePass } from '../security/organisation/monitor-pass.ts'
import { monitorOf, participantOf } from './integrity-service.ts'
import { nextSigning, scriptAddress } from './monitor-request.ts'
import { proctorProviderOf } from './proctor-provider.ts'
import type { ProctoringContext } from './proctoring-context.ts'
import { sessionIdAfter } from './session-id.ts'
import { countBegun, putAsked, selectWatched } from './session-queries.ts'

const provider = 'IntegrityAdvocate'

/** Makes the address of the monitor's script, with what it has to be told of the learner, and a session that waits for it to run. */
export const integrityScriptRoute = (context: ProctoringContext) =>
  route(integrityScript, async ({ caller, query }) => {
    const { database, keys, clock } = context
    const notFound = refuse('NOT_FOUND', 'There is no such monitored exam for this person.')
    const own = await database.kysely
      .selectFrom('schedule')
      .selectAll()
      .where('org_id', '=', caller.orgId)
      .where('schedule_guid', '=', query.scheduleGuid)
      .where('user_guid', '=', caller.userGuid)
      .executeTakeFirst()
    if (!own) return notFound
    const wanted = { userGuid: caller.userGuid, scheduleGuid: own.schedule_guid, examGuid: own.exam_guid }
    const admission = await admitToWall(context, caller, wanted)
    if (!admission.ok) return admission
    const { schedule, loaded } = admission
    if (proctorProviderOf(schedule, loaded.exam) !== provider) return notFound
    const person = await selectWatched(database, schedule)
    const no = async <C extends 'PROCTORING_UNAVAILABLE' | 'PROCTORING_DATA_MISSING'>(
      code: C,
      text: string,
      missing: string[],
    ) => {
      await noteSupervision(context, { caller, schedule }, { provider, what: 'refusal', text })
      return refuse(code, text, { details: missing.map((message) => ({ path: 'participant', message })) })
    }
    const monitor = await monitorOf(context, caller.orgId)
    if (!monitor)
      return no('PROCTORING_UNAVAILABLE', 'The monitor could not start: it is not configured for this organisation.', [])
    const missing = missingMonitorData({
      firstName: person.first_name,
      lastName: person.last_name,
      email: person.email ?? '',
      userId: person.user_id,
      courseId: loaded.exam.qualificationID,
      activityId: loaded.exam.objectID,
    })
    if (missing.length > 0) return no('PROCTORING_DATA_MISSING', `The monitor could not start: ${missing.join(', ')}.`, missing)
    const nowMs = clock.nowMs()
    const begun = (await countBegun(database, caller.orgId, caller.userGuid)).get(schedule.schedule_guid) ?? 0
    const proctoringSessionID = sessionIdAfter(keys, schedule, begun)
    await putAsked(database, {
      org_id: caller.orgId,
      proctored_session_id: proctoringSessionID,
      schedule_guid: schedule.schedule_guid,
      user_guid: caller.userGuid,
      provider,
      asked_at: nowMs,
      asked_in: caller.sessionId,
      session_id: caller.sessionId,
    })
    const url = scriptAddress(monitor, participantOf(monitor.appId, person, loaded.exam), nextSigning(monitor, nowMs))
    return { ok: true, value: { url, proctoringSessionID, pass: `monitor=${makePass(keys, caller.orgId, nowMs)}` } }
  })
