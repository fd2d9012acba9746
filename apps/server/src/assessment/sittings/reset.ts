import { reset } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { forgetFiles } from '../files/index.ts'
import { lockFormRun, selectSchedule } from '../form-run/index.ts'

/** For testing only: sets the caller's schedule back to not commenced, with everything of its form run. */
export const resetRoute = ({ database, config }: Pick<AssessmentContext, 'config' | 'database'>) =>
  route(reset, async ({ caller, query }) => {
    if (!config.useResetScheduleCheat) return refuse('NOT_ALLOWED', 'This server resets no schedules.')
    if (query.userGuid !== caller.userGuid) return refuse('NOT_ALLOWED', 'A person resets their own schedules only.')
    const schedule = await selectSchedule(database, caller, query.scheduleGuid)
    if (!schedule || schedule.exam_guid !== query.examGuid)
      return refuse('NOT_FOUND', 'There is no such schedule for this person.')
    const formRunGuid = schedule.form_run_guid
    if (formRunGuid)
      await database.kysely.transaction().execute(async (transaction) => {
        // What saves lock first: whoever took their answers before would wait for one that waits for them.
        await lockFormRun(transaction, { orgId: caller.orgId, formRunGuid })
        for (const table of [
          'answer',
          'answer_event',
          'activity',
          'mark',
          'mark_entry',
          'response_mark',
          'form_run_event',
          'form_run_part',
          'form_run',
        ] as const)
          await transaction
            .deleteFrom(table)
            .where('org_id', '=', caller.orgId)
            .where('form_run_guid', '=', formRunGuid)
            .execute()
        for (const table of ['supervision_event', 'proctored_session'] as const)
          await transaction
            .deleteFrom(table)
            .where('org_id', '=', caller.orgId)
            .where('schedule_guid', '=', schedule.schedule_guid)
            .execute()
        await forgetFiles(transaction, { orgId: caller.orgId, formRunGuid })
      })
    return { ok: true, value: {} }
  })
