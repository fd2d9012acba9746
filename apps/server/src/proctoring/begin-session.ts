import { beginProctoring } from '@sitwell/contract'
import { noteSupervision, scheduleOfRun } from '../assessment/schedules/index.ts'
import { refuse } from '../http/refusal.ts'
import { type Handler, type Incoming, route } from '../http/service.ts'
import { notKnownToRun } from './integrity-service.ts'
import type { ProctoringContext } from './proctoring-context.ts'
import { noteRefusedBeginning } from './refused-session.ts'
import { endSessions, selectOfSignIn, startSession } from './session-queries.ts'
import { watchedExamOf } from './watched-exam.ts'

const begin = async (
  context: Pick<ProctoringContext, 'clock' | 'config' | 'database' | 'exams'>,
  { caller, body }: Incoming<typeof beginProctoring>,
): ReturnType<Handler<typeof beginProctoring>> => {
  const { database, clock } = context
  const session = await selectOfSignIn(database, caller.orgId, caller.sessionId)
  const schedule = session && (await scheduleOfRun(context, session))
  const none = async (text = 'No proctored session was asked for in this sign-in, or it has ended.') => {
    await noteRefusedBeginning(context, caller, { schedule, examGuid: body.examGuid ?? '', text })
    return refuse('NOT_FOUND', text)
  }
  if (!session || !schedule) return none()
  if (body.examGuid !== undefined && body.examGuid !== schedule.exam_guid)
    return none('The proctored session of this sign-in is of another exam.')
  if ((await watchedExamOf(database, schedule)) === 'complete')
    return refuse('FORM_RUN_COMPLETED', 'This exam has been completed.')
  if (session.ended_at !== null) return none()
  const { provider, proctored_session_id: proctoringSessionID } = session
  const value = { proctoringSessionID, provider, examGuid: schedule.exam_guid }
  const note = (event: Parameters<typeof noteSupervision>[2]) => noteSupervision(context, { caller, schedule }, event)
  const no = provider === 'IntegrityAdvocate' ? await notKnownToRun(context, session, schedule) : undefined
  if (no !== undefined) {
    const text = `The session did not begin: ${no.why}.`
    await note({ provider, what: 'refusal', text })
    return refuse('PROCTORING_UNAVAILABLE', text)
  }
  if (session.started_at !== null) return { ok: true, value }
  const nowMs = clock.nowMs()
  const replaced = await endSessions(database, schedule, { reason: 'replaced', nowMs })
  if (!(await startSession(database, session, nowMs))) return { ok: true, value }
  for (const { provider: of, proctored_session_id: id } of replaced)
    await note({ provider: of, what: 'end', text: `Session ${id} was replaced by another one.` })
  await note({ provider, what: 'start', text: `Session ${proctoringSessionID} began.` })
  return { ok: true, value }
}

/** Begins the session that this sign-in represents. An earlier one of the same schedule ends with it. */
export const beginSessionRoute = (context: Pick<ProctoringContext, 'clock' | 'config' | 'database' | 'exams'>) =>
  route(beginProctoring, (incoming) => begin(context, incoming))
