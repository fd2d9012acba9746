import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import { personColumns, proctoredSessionColumns } from '../db/plain-columns.ts'
import type { PersonTable, ProctoredSessionSecrets, ProctoredSessionTable, ScheduleTable, Schema } from '../db/schema.ts'

type Reading = Pick<Database, 'kysely'>
type Place = Pick<ScheduleTable, 'org_id' | 'schedule_guid'>

/** The sessions of a schedule with its provider, the last one first. */
export const selectProctoredSessions = (
  { kysely }: Reading,
  { org_id, schedule_guid }: Place,
): Promise<ProctoredSessionTable[]> =>
  kysely
    .selectFrom('proctored_session')
    .select(proctoredSessionColumns)
    .where('org_id', '=', org_id)
    .where('schedule_guid', '=', schedule_guid)
    .orderBy('asked_at', 'desc')
    .orderBy('proctored_session_id')
    .execute()

/** Whom a session watches. */
export const selectWatched = (
  { kysely }: Reading,
  { org_id, user_guid }: Pick<ScheduleTable, 'org_id' | 'user_guid'>,
): Promise<PersonTable> =>
  kysely
    .selectFrom('person')
    .select(personColumns)
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .executeTakeFirstOrThrow()

/** How many sessions of each of a person's schedules have begun. */
export const countBegun = async (
  { kysely }: Reading,
  orgId: number,
  userGuid: string,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await kysely
    .selectFrom('proctored_session')
    .select((select) => ['schedule_guid', select.fn.countAll<number>().as('begun')])
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .where('started_at', 'is not', null)
    .groupBy('schedule_guid')
    .execute()
  return new Map(rows.map((row) => [row.schedule_guid, Number(row.begun)]))
}

/** What is known of a session that is asked for: either its ticket, or the sign-in that it will hold in. */
type Asked = Pick<
  ProctoredSessionTable,
  'org_id' | 'proctored_session_id' | 'schedule_guid' | 'user_guid' | 'provider' | 'asked_at' | 'asked_in'
> &
  ((ProctoredSessionSecrets & Pick<ProctoredSessionTable, 'ticket_until'>) | Pick<ProctoredSessionTable, 'session_id'>)

/** Notes that a session is asked for; asked for again before it began, it is the same with its own ticket. */
export const putAsked = ({ kysely }: Reading, asked: Asked) => {
  const row: ProctoredSessionTable & ProctoredSessionSecrets = {
    ticket_hash: null,
    ticket_until: null,
    ticket_used_by: null,
    session_id: null,
    started_at: null,
    ended_at: null,
    end_reason: null,
    ...asked,
  }
  return kysely
    .insertInto('proctored_session')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'proctored_session_id'])
        .doUpdateSet({
          asked_at: row.asked_at,
          asked_in: row.asked_in,
          ticket_hash: row.ticket_hash,
          ticket_until: row.ticket_until,
          ticket_used_by: null,
          session_id: row.session_id,
        })
        .where('proctored_session.started_at', 'is', null),
    )
    .execute()
}

/** The session that a ticket was made for, whoever shows it. */
export const selectByTicket = (kysely: Kysely<Schema>, orgId: number, hash: string) =>
  kysely
    .selectFrom('proctored_session')
    .select(proctoredSessionColumns)
    .where('org_id', '=', orgId)
    .where('ticket_hash', '=', hash)
    .executeTakeFirst()

/** The session that a sign-in represents, the last one that it asked for. */
export const selectOfSignIn = ({ kysely }: Reading, orgId: number, sessionId: string) =>
  kysely
    .selectFrom('proctored_session')
    .select(proctoredSessionColumns)
    .where('org_id', '=', orgId)
    .where('session_id', '=', sessionId)
    .orderBy('asked_at', 'desc')
    .executeTakeFirst()

export const selectOwn = ({ kysely }: Reading, orgId: number, userGuid: string, id: string) =>
  kysely
    .selectFrom('proctored_session')
    .select(proctoredSessionColumns)
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .where('proctored_session_id', '=', id)
    .executeTakeFirst()

/** Ends what goes on of a schedule, or one session of it; answers what was ended. */
export const endSessions = (
  { kysely }: Reading,
  { org_id, schedule_guid }: Place,
  {
    id,
    reason,
    nowMs,
  }: { readonly id?: string; readonly reason: NonNullable<ProctoredSessionTable['end_reason']>; readonly nowMs: number },
): Promise<ProctoredSessionTable[]> => {
  const running = kysely
    .updateTable('proctored_session')
    .set({ ended_at: nowMs, end_reason: reason })
    .where('org_id', '=', org_id)
    .where('schedule_guid', '=', schedule_guid)
    .where('started_at', 'is not', null)
    .where('ended_at', 'is', null)
  return (id === undefined ? running : running.where('proctored_session_id', '=', id))
    .returning(proctoredSessionColumns)
    .execute()
}

/** Begins a session that was asked for; false if it had begun. */
export const startSession = async (
  { kysely }: Reading,
  { org_id, proctored_session_id }: Pick<ProctoredSessionTable, 'org_id' | 'proctored_session_id'>,
  nowMs: number,
): Promise<boolean> => {
  const rows = await kysely
    .updateTable('proctored_session')
    .set({ started_at: nowMs })
    .where('org_id', '=', org_id)
    .where('proctored_session_id', '=', proctored_session_id)
    .where('started_at', 'is', null)
    .returning('proctored_session_id')
    .execute()
  return rows.length > 0
}
