import { awaitStart, type InputOf, noteLearnerActions, pageReport } from '@sitwell/contract'
import { ownFormRun, selectSchedule } from '../assessment/form-run/index.ts'
import { isOwn } from '../assessment/ledger/index.ts'
import { decideStart, startFactsOf } from '../assessment/schedules/index.ts'
import type { FormRunTable, LivePageTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { noteByPage } from './action-queries.ts'
import { actionsForPage } from './learner-actions.ts'
import type { LiveContext } from './live-context.ts'
import { iso, type Reading } from './viewer.ts'

type Context = Pick<LiveContext, 'clock' | 'contacts' | 'database'>

/** Milliseconds that are left of a sitting by its ledger; undefined without an end, and in a pause that nobody has ended. */
const leftOf = (
  { ends_at, paused_at, held_until }: Pick<FormRunTable, 'ends_at' | 'held_until' | 'paused_at'>,
  nowMs: number,
): number | undefined => {
  if (ends_at === null) return undefined
  const isHeld = paused_at !== null && held_until !== null && held_until > nowMs
  return Math.max(0, ends_at - (isHeld ? held_until : nowMs))
}

type Said = Partial<Omit<LivePageTable, 'org_id' | 'schedule_guid' | 'user_guid'>>

const storePage = (
  { kysely }: Pick<Reading, 'kysely'>,
  { org_id, schedule_guid, user_guid }: Pick<LivePageTable, 'org_id' | 'schedule_guid' | 'user_guid'>,
  said: Said,
) =>
  kysely
    .insertInto('live_page')
    .values({
      ...{ org_id, schedule_guid, user_guid, waited_at: null, reported_at: null, left_ms: null, off_ms: null },
      ...{ clock_off_ms: null, unsent: 0, build: null },
      ...said,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'schedule_guid']).doUpdateSet(said))
    .execute()

/** What a page says of itself, beside what the server knows at that moment. */
const saidBy = (run: FormRunTable, body: InputOf<typeof pageReport>['body'], nowMs: number): Said => {
  const leftMs = body.leftMs === undefined ? null : body.leftMs - (body.ageMs ?? 0)
  const byLedger = run.completed_at === null ? leftOf(run, nowMs) : undefined
  return {
    ...{ reported_at: nowMs, left_ms: leftMs, off_ms: leftMs === null || byLedger === undefined ? null : leftMs - byLedger },
    ...{ clock_off_ms: body.deviceMs - nowMs, unsent: body.unsent, build: body.build ?? null },
  }
}

/**
 * Keeps what a page says of itself, and answers what it has yet to acknowledge. An administrator who is signed in as the learner is not heard as the
 * learner.
 */
export const pageReportRoute = (context: Context) =>
  route(pageReport, async ({ caller, body }) => {
    const { database, clock, contacts } = context
    const run = await ownFormRun(database, caller, body.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    const nowMs = clock.nowMs()
    if (isOwn(caller)) {
      await contacts.note({ orgId: caller.orgId, formRunGuid: run.form_run_guid }, caller)
      await storePage(database, run, saidBy(run, body, nowMs))
    }
    const place = { orgId: caller.orgId, scheduleGuid: run.schedule_guid, nowMs }
    return { ok: true, value: { actions: await actionsForPage(database, place) } }
  })

/** Notes what of the actions of staff a page has, and what was confirmed in it. */
export const noteLearnerActionsRoute = (context: Pick<LiveContext, 'clock' | 'database'>) =>
  route(noteLearnerActions, async ({ caller, body }) => {
    const { database, clock } = context
    if (!isOwn(caller)) return { ok: true, value: { noted: 0 } }
    const by = { orgId: caller.orgId, userGuid: caller.userGuid, nowMs: clock.nowMs() }
    const acknowledged = await noteByPage(database, { ...by, actionIds: body.acknowledged }, true)
    const delivered = await noteByPage(database, { ...by, actionIds: body.delivered }, false)
    return { ok: true, value: { noted: acknowledged + delivered } }
  })

/** How the start of an exam stands; whoever asks is there, and waits for it. */
export const awaitStartRoute = (context: Pick<LiveContext, 'clock' | 'database'>) =>
  route(awaitStart, async ({ caller, query }) => {
    const { database, clock } = context
    const row = await selectSchedule(database, caller, query.scheduleGuid)
    if (!row) return refuse('NOT_FOUND', 'There is no such schedule for this person.')
    const nowMs = clock.nowMs()
    const facts = startFactsOf(row)
    if (isOwn(caller) && !facts.commenced) await storePage(database, row, { waited_at: nowMs })
    const place = { orgId: caller.orgId, scheduleGuid: row.schedule_guid, nowMs }
    return {
      ok: true,
      value: {
        canStart: decideStart(facts, nowMs).canStart,
        isHeld: facts.isHeld === true && !facts.commenced,
        ...(row.start_at !== null && { opensAt: iso(row.start_at) }),
        ...(row.complete_at !== null && { closesAt: iso(row.complete_at) }),
        ...{ time: iso(nowMs), actions: await actionsForPage(database, place) },
      },
    }
  })
