import { saveTime } from '@sitwell/contract'
import { sql } from 'kysely'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { selectFormRun } from './queries.ts'

/** Keeps the lower of the time left that is held and the one that is claimed, and what the two clocks differ by. */
export const saveTimeRoute = ({ database, clock }: Ground) =>
  route(saveTime, async ({ caller, body }) => {
    const run = await selectFormRun(database, caller, body.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    const claimedMs = Math.round(body.timeRemaining * 1000)
    const elapsedMs = Math.round(body.elapsedTime * 1000)
    const sequence = body.sequence ?? run.last_sequence
    // Held against what the row holds when it is written, not when it was read: two that come at once never give time back.
    const changed = await database.kysely
      .updateTable('form_run')
      .set({
        time_remaining_ms: sql<number>`case when time_remaining_ms > ${claimedMs} then ${claimedMs} else time_remaining_ms end`,
        elapsed_ms: sql<number>`case when elapsed_ms < ${elapsedMs} then ${elapsedMs} else elapsed_ms end`,
        clock_difference_ms: elapsedMs - (clock.nowMs() - run.started_at),
        page: sql<string>`case when last_sequence > ${sequence} then page else ${body.page} end`,
        last_sequence: sql<number>`case when last_sequence < ${sequence} then ${sequence} else last_sequence end`,
      })
      .where('org_id', '=', caller.orgId)
      .where('form_run_guid', '=', run.form_run_guid)
      .where('completed_at', 'is', null)
      .returning('form_run_guid')
      .execute()
    if (changed.length === 0) return refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')
    return { ok: true, value: {} }
  })
