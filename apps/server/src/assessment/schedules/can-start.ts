import { canStart } from '@sitwell/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { type ScheduleRow, selectSchedule } from '../form-run/index.ts'
import { decideStart, type StartFacts } from './can-start-rules.ts'
import { otherBrowser } from './may-start.ts'
import { rubricRefusal } from './rubric-required.ts'

export const startFactsOf = (row: ScheduleRow): StartFacts => ({
  completed: row.completed_at !== null,
  commenced: row.form_run_guid !== null,
  startMs: row.start_at,
  completeMs: row.complete_at,
  cantStartMessage: row.cant_start_message,
  isHeld: row.held_at !== null,
})

/** Whether the learner may start now, with the reason where not. */
export const canStartRoute = (context: AssessmentContext) => {
  const { database, clock } = context
  return route(canStart, async ({ caller, query, request }) => {
    if (query.userGuid !== caller.userGuid) return refuse('NOT_ALLOWED', 'A person starts their own exams only.')
    const row = await selectSchedule(database, caller, query.scheduleGuid)
    if (!row || row.exam_guid !== query.examGuid) return refuse('NOT_FOUND', 'There is no such schedule for this person.')
    const decision = decideStart(startFactsOf(row), clock.nowMs())
    const unconfirmed = decision.canStart ? await rubricRefusal(context, caller, row) : undefined
    if (unconfirmed) return unconfirmed
    const elsewhere = decision.canStart ? await elsewhereOf(context, { caller, request, row }) : undefined
    if (elsewhere) return elsewhere
    return { ok: true, value: decision.canStart ? { canStart: true, message: '' } : decision }
  })
}

/** Told before anything is typed here: who has to open it in another browser types it there. */
const elsewhereOf = async (
  context: AssessmentContext,
  { caller, request, row }: { readonly caller: Caller; readonly request: FastifyRequest; readonly row: ScheduleRow },
) => {
  const loaded = await context.exams.load(row)
  return loaded && otherBrowser(context, { caller, request, schedule: row, exam: loaded.exam })
}
