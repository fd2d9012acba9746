import { endProctoring } from '@sitwell/contract'
import { scheduleOfRun } from '../assessment/may-start.ts'
import { noteSupervision } from '../assessment/supervision.ts'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { closeMonitor } from './integrity-service.ts'
import { endSessions, selectOwn } from './session-queries.ts'

/** Ends a session, finished or lost. What has ended stays so, and how. */
export const endSessionRoute = (ground: Ground) =>
  route(endProctoring, async ({ caller, body }) => {
    const { database, clock, background } = ground
    const { proctoringSessionID: id, what, reason } = body
    const session = await selectOwn(database, caller.orgId, caller.userGuid, id)
    if (!session) return refuse('NOT_FOUND', 'There is no such proctored session for this person.')
    const reasonKept = what === 'end' ? ('finished' as const) : ('lost' as const)
    const ended = await endSessions(database, session, { id, reason: reasonKept, nowMs: clock.nowMs() })
    if (ended.length === 0) return { ok: true, value: { ended: false } }
    const { provider } = session
    const said = reason === undefined || reason === '' ? '.' : `: ${reason}`
    const text = what === 'end' ? `Session ${id} ended.` : `Session ${id} was lost${said}`
    await noteSupervision(ground, { caller, schedule: session }, { provider, what, text })
    if (provider === 'IntegrityAdvocate') {
      const schedule = await scheduleOfRun(ground, session)
      if (schedule)
        background.run('the integrity monitor could not be told of the end', () => closeMonitor(ground, session, schedule))
    }
    return { ok: true, value: { ended: true } }
  })
