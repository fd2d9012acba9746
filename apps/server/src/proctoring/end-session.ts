import { endProctoring } from '@sitwell/contract'
import { noteSupervision, scheduleOfRun } from '../assessment/schedules/index.ts'
import { refuse } from '../http/refusal.ts'
import { type Handler, type Incoming, route } from '../http/service.ts'
import { closeMonitor } from './integrity-service.ts'
import type { ProctoringContext } from './proctoring-context.ts'
import { endSessions, selectOwn } from './session-queries.ts'
import { watchedExamOf } from './watched-exam.ts'

const end = async (
  context: ProctoringContext,
  { caller, body }: Incoming<typeof endProctoring>,
): ReturnType<Handler<typeof endProctoring>> => {
  const { database, clock, background } = context
  const { proctoringSessionID: id, what, reason } = body
  const session = await selectOwn(database, caller.orgId, caller.userGuid, id)
  if (!session) return refuse('NOT_FOUND', 'There is no such proctored session for this person.')
  const schedule = await scheduleOfRun(context, session)
  const exam = await watchedExamOf(database, session)
  const stands = { exam, ...(schedule && { examGuid: schedule.exam_guid }) }
  // Nothing is left then that could be lost.
  const isFinished = what === 'end' || exam === 'complete'
  const storedReason = isFinished ? ('finished' as const) : ('lost' as const)
  const ended = await endSessions(database, session, { id, reason: storedReason, nowMs: clock.nowMs() })
  if (ended.length === 0) return { ok: true, value: { ended: false, ...stands } }
  const { provider } = session
  const text = isFinished ? `Session ${id} ended.` : `Session ${id} was lost${reason ? `: ${reason}` : '.'}`
  const supervised = { provider, what: isFinished ? ('end' as const) : ('loss' as const), text }
  await noteSupervision(context, { caller, schedule: session }, supervised)
  if (provider === 'IntegrityAdvocate' && schedule)
    background.run('the integrity monitor could not be told of the end', () => closeMonitor(context, session, schedule))
  return { ok: true, value: { ended: true, ...stands } }
}

/** Ends a session, finished or lost, and says how its exam stands. What has ended stays so, and how. */
export const endSessionRoute = (context: ProctoringContext) => route(endProctoring, (incoming) => end(context, incoming))
