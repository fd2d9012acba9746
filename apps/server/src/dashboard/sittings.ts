import type { DashFormRun } from '@sitwell/contract'
import { ownTimeIn } from '@sitwell/exam/ledger/ledger'
import { ownMsOf } from '@sitwell/exam/time/accommodation'
import { untilOverMs } from '@sitwell/exam/time/exam-time'
import { handedOutOf } from '../assessment/form-run/index.ts'
import { formRunStateOf, type LedgerContext, type LedgerState, statesOf } from '../assessment/ledger/index.ts'
import { type LastReport, lastReports, reportedBeforeStart, wrongPasswordsOf } from '../assessment/schedules/index.ts'
import { countLate, countWaiting, type SittingRow, selectRuns, selectSittings } from './queries.ts'

const statusOf = ({ run, time }: LedgerState): DashFormRun['status'] => {
  if (run.completed_at !== null) return 'completed'
  if (time.isPaused) return 'paused'
  return untilOverMs(time) === 0 ? 'time-up' : 'running'
}

const iso = (ms: number) => new Date(ms).toISOString()

/** Nothing of an exam that nobody watches over. */
const supervisionField = (supervision: LastReport[] = []) => (supervision.length > 0 ? { supervision } : {})

/** No field for a learner without time of their own. Why they have it isn't for an invigilator. */
const ownTimeField = ({ events }: Pick<LedgerState, 'events'>) => {
  const ownMs = ownMsOf(ownTimeIn(events))
  return ownMs > 0 ? { ownTime: ownMs / 1000 } : {}
}

const runFields = (
  state: LedgerState,
  { late, waiting }: { readonly late: number; readonly waiting: number },
  nowMs: number,
) => ({
  status: statusOf(state),
  formRunGuid: state.run.form_run_guid,
  formRunID: state.run.form_run_id,
  startedAt: iso(state.run.started_at),
  ...(state.run.completed_at !== null && { completedAt: iso(state.run.completed_at) }),
  ...(state.run.page !== null && { page: state.run.page }),
  claimedBeyond: state.run.beyond_ms / 1000,
  lateAnswers: late,
  waitingAnswers: waiting,
  ...supervisionField(lastReports(state.events.flatMap((event) => (event.kind === 'supervision' ? [event] : [])))),
  state: formRunStateOf(state, nowMs),
  ...ownTimeField(state),
})

/** No field if the content wasn't given out before the start. */
const handedOutField = (row: SittingRow) => {
  const [first] = handedOutOf(row)
  return first ? { handedOutAt: iso(first.atMs) } : {}
}

const personFields = (row: SittingRow, wrong: DashFormRun['wrongPasswords']) => ({
  ...(wrong && { wrongPasswords: wrong }),
  ...handedOutField(row),
  scheduleGuid: row.schedule_guid,
  examGuid: row.exam_guid,
  examName: row.exam_name,
  userGuid: row.user_guid,
  username: row.username,
  firstName: row.first_name,
  lastName: row.last_name,
})

/** Who is scheduled in an organisation, and how they stand. */
export const sittingsOf = async (
  context: LedgerContext,
  orgId: number,
  wanted: { readonly examGuid?: string | undefined; readonly scheduleGuid?: string | undefined },
): Promise<DashFormRun[]> => {
  const rows = await selectSittings(context.database, orgId, wanted)
  const guids = new Set(rows.map((row) => row.form_run_guid))
  const runs = (await selectRuns(context.database, orgId, { examGuid: wanted.examGuid })).filter((run) =>
    guids.has(run.form_run_guid),
  )
  const extra = new Map(rows.map((row) => [row.schedule_guid, (row.extra_time_seconds ?? 0) * 1000]))
  const states = await statesOf(context, orgId, runs, extra)
  const late = await countLate(context.database.kysely, orgId)
  const waiting = await countWaiting(context.database.kysely, orgId)
  const before = await reportedBeforeStart(context.database, orgId)
  const wrong = await wrongPasswordsOf(context.database, orgId)
  const nowMs = context.clock.nowMs()
  return rows.map((row) => {
    const state = row.form_run_guid === null ? undefined : states.get(row.form_run_guid)
    if (!state)
      return {
        ...personFields(row, wrong.get(row.schedule_guid)),
        status: 'not-started' as const,
        ...supervisionField(before.get(row.schedule_guid)),
      }
    const guid = state.run.form_run_guid
    const counts = { late: late.get(guid) ?? 0, waiting: waiting.get(guid) ?? 0 }
    return { ...personFields(row, wrong.get(row.schedule_guid)), ...runFields(state, counts, nowMs) }
  })
}
