import { saveTime } from '@sitwell/contract'
import { hasRunningParts } from '@sitwell/exam/exam-plan'
import { sql } from 'kysely'
import type { FormRunTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { keptTimes } from './kept-times.ts'
import { happeningsOf, type Moves } from './learner-moves.ts'
import { selectFormRun } from './queries.ts'
import { changeLedger, type LedgerGround } from './time-ledger.ts'

/** Writes into the ledger where the learner is, and what they finished, if that is news. */
const noteMoves = async (ground: LedgerGround, run: FormRunTable, moves: Moves): Promise<void> => {
  const loaded = await ground.exams.load(run)
  if (!loaded || !hasRunningParts(loaded.plan) || run.completed_at !== null) return
  const isNews = loaded.partIds.get(moves.page) !== run.part_id || moves.completedParts?.length || moves.skippedReading?.length
  if (!isNews) return
  const place = { orgId: run.org_id, formRunGuid: run.form_run_guid }
  await changeLedger(ground, place, run.user_guid, (state) => happeningsOf(state, moves))
}

/** Keeps the lower of the time left that is held and the one that is claimed, and what the two clocks differ by. */
export const saveTimeRoute = (ground: Ground) =>
  route(saveTime, async ({ caller, body }) => {
    const { database, clock } = ground
    const run = await selectFormRun(database, caller, body.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    await noteMoves(ground, run, body)
    const claim = { timeRemainingMs: Math.round(body.timeRemaining * 1000), elapsedMs: Math.round(body.elapsedTime * 1000) }
    const sequence = body.sequence ?? run.last_sequence
    const changed = await database.kysely
      .updateTable('form_run')
      .set({
        ...keptTimes(claim, { startedAtMs: run.started_at, nowMs: clock.nowMs() }),
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
