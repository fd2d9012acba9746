import type { LedgerContext } from '../assessment/ledger/index.ts'
import { isWaived, noteSupervision, providersOf, type Supervisor, scheduledExam } from '../assessment/schedules/index.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import type { Invigilator } from './invigilate.ts'
import { examExists, type SittingRow, selectSittings } from './queries.ts'

/** What waivers need; the `sitwell` command has it without a server. */
export interface WaiverContext extends LedgerContext {
  readonly supervisors: readonly Pick<Supervisor, 'askedOf'>[]
}

/** A schedule, by its guid or that of its form run; or all of an exam. */
export interface WaivedFor {
  readonly named?: string | undefined
  readonly examGuid?: string | undefined
  readonly reason: string
}

type Waived = { readonly ok: true; readonly value: { changed: string[] } } | RefusedOutcome<'NOT_FOUND' | 'NOT_ALLOWED'>

/** Writes it down for each that watches over one learner's exam; answers whether anything was new. */
const waiveOne = async (context: WaiverContext, { orgId, author }: Invigilator, row: SittingRow, reason: string) => {
  const scheduled = await scheduledExam(context, { orgId, userGuid: row.user_guid }, row.schedule_guid)
  if (!scheduled || scheduled.schedule.completed_at !== null) return false
  let isNew = false
  for (const provider of providersOf(context.supervisors, scheduled)) {
    if (await isWaived(context.database, scheduled.schedule, provider)) continue
    await noteSupervision(context, { caller: author, schedule: scheduled.schedule }, { provider, what: 'waiver', text: reason })
    isNew = true
  }
  return isNew
}

/** Lets exams be sat without what watches over them or holds their browsers. Nobody does so for their own. */
export const waive = async (
  context: WaiverContext,
  who: Invigilator,
  { named, examGuid, reason }: WaivedFor,
): Promise<Waived> => {
  if (examGuid !== undefined && !(await examExists(context.database, who.orgId, examGuid)))
    return refuse('NOT_FOUND', 'There is no such exam in this organisation.')
  const all = await selectSittings(context.database, who.orgId, { examGuid })
  const rows = all.filter((row) => named === undefined || row.schedule_guid === named || row.form_run_guid === named)
  if (named !== undefined && rows.length === 0) return refuse('NOT_FOUND', 'There is no such schedule in this organisation.')
  if (named !== undefined && rows.every(({ user_guid }) => user_guid === who.author))
    return refuse('NOT_ALLOWED', 'Nobody invigilates their own exam.')
  const changed: string[] = []
  for (const row of rows)
    if (row.user_guid !== who.author && (await waiveOne(context, who, row, reason))) changed.push(row.schedule_guid)
  return { ok: true, value: { changed } }
}
