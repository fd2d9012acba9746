import { canStart } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { decideStart, type StartFacts } from './can-start-rules.ts'
import { type ScheduleRow, selectSchedule } from './queries.ts'
import { rubricRefusal } from './rubric-required.ts'

export const startFactsOf = (row: ScheduleRow): StartFacts => ({
  completed: row.completed_at !== null,
  commenced: row.form_run_guid !== null,
  startMs: row.start_at,
  completeMs: row.complete_at,
  cantStartMessage: row.cant_start_message,
})

/** Whether the learner may start now, with the reason where not. */
export const canStartRoute = (ground: Ground) => {
  const { database, clock } = ground
  return route(canStart, async ({ caller, query }) => {
    if (query.userGuid !== caller.userGuid) return refuse('NOT_ALLOWED', 'A person starts their own exams only.')
    const row = await selectSchedule(database, caller, query.scheduleGuid)
    if (!row || row.exam_guid !== query.examGuid) return refuse('NOT_FOUND', 'There is no such schedule for this person.')
    const decision = decideStart(startFactsOf(row), clock.nowMs())
    const unconfirmed = decision.canStart ? await rubricRefusal(ground, caller, row) : undefined
    if (unconfirmed) return unconfirmed
    return { ok: true, value: decision.canStart ? { canStart: true, message: '' } : decision }
  })
}
