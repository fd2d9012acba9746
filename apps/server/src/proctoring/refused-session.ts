import { type LedgerContext, serverAuthor } from '../assessment/ledger/index.ts'
import { noteSupervision } from '../assessment/schedules/index.ts'
import type { PersonTable, ProctoredSessionTable, ScheduleTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { hashOfToken } from '../tokens/refresh-token.ts'
import { proctorProviderOf } from './proctor-provider.ts'
import { selectByTicket } from './session-queries.ts'

const whyNot = (found: ProctoredSessionTable, person: PersonTable | undefined, nowMs: number): string => {
  if (found.user_guid !== person?.user_guid) return 'was used by somebody else'
  if (found.ticket_used_by !== null) return 'had been used before'
  return (found.ticket_until ?? 0) < nowMs ? 'was too old' : 'did not hold'
}

/** Writes down why a ticket did not hold, with the exam that it was made for; a ticket that was never made says nothing. */
export const noteRefusedTicket = async (
  context: LedgerContext,
  { orgId, ticket, person }: { readonly orgId: number; readonly ticket: string; readonly person: PersonTable | undefined },
): Promise<void> => {
  const found = await selectByTicket(context.database.kysely, orgId, hashOfToken(ticket))
  if (!found) return
  const text = `The ticket of a proctored session ${whyNot(found, person, context.clock.nowMs())}.`
  const by = { caller: person ? { userGuid: person.user_guid } : serverAuthor, schedule: found }
  await noteSupervision(context, by, { provider: found.provider, what: 'refusal', text })
}

/** The schedule of a person's exam that isn't complete. */
const selectOpenSchedule = (
  { database: { kysely } }: LedgerContext,
  { orgId, userGuid }: Caller,
  examGuid: string,
): Promise<ScheduleTable | undefined> =>
  kysely
    .selectFrom('schedule')
    .leftJoin('form_run', (on) =>
      on.onRef('form_run.org_id', '=', 'schedule.org_id').onRef('form_run.schedule_guid', '=', 'schedule.schedule_guid'),
    )
    .selectAll('schedule')
    .where('schedule.org_id', '=', orgId)
    .where('schedule.user_guid', '=', userGuid)
    .where('schedule.exam_guid', '=', examGuid)
    .where('completed_at', 'is', null)
    .executeTakeFirst()

/** Writes down why no session began: with the exam of the session, or where there is none, with the one that was named. */
export const noteRefusedBeginning = async (
  context: LedgerContext,
  caller: Caller,
  {
    schedule,
    examGuid,
    text,
  }: { readonly schedule: ScheduleTable | undefined; readonly examGuid: string; readonly text: string },
): Promise<void> => {
  const asked = schedule ?? (await selectOpenSchedule(context, caller, examGuid))
  if (!asked) return
  const loaded = await context.exams.load({ ...asked, form_run_guid: '' })
  const provider = loaded && proctorProviderOf(asked, loaded.exam)
  if (provider !== undefined) await noteSupervision(context, { caller, schedule: asked }, { provider, what: 'refusal', text })
}
