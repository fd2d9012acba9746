import type { Database } from '../../db/database.ts'
import type { RunningExams } from '../../server-time/running-exams.ts'
import type { RunPlace } from '../form-run/index.ts'
import { changeLedger, type LedgerContext, serverAuthor } from './time-ledger.ts'

const isAnyTimeRunning = async ({ kysely }: Pick<Database, 'kysely'>, atMs: number): Promise<boolean> => {
  const found = await kysely
    .selectFrom('form_run')
    .select('form_run_guid')
    .where('completed_at', 'is', null)
    .where('ends_at', '>', atMs)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The form runs under way that began, or whose time stood still and continued again, only after this moment. */
const stillBeginsAfter = async ({ kysely }: Pick<Database, 'kysely'>, sinceMs: number): Promise<RunPlace[]> => {
  const rows = await kysely
    .selectFrom('form_run')
    .innerJoin('form_run_event', (join) =>
      join
        .onRef('form_run_event.org_id', '=', 'form_run.org_id')
        .onRef('form_run_event.form_run_guid', '=', 'form_run.form_run_guid'),
    )
    .select(['form_run.org_id', 'form_run.form_run_guid'])
    .distinct()
    .where('form_run.completed_at', 'is', null)
    .where('form_run.ends_at', 'is not', null)
    .where('form_run_event.kind', 'in', ['start', 'resume'])
    .where('form_run_event.at', '>', sinceMs)
    .execute()
  return rows.map((row) => ({ orgId: row.org_id, formRunGuid: row.form_run_guid }))
}

/** The exams under way, for the clock of the servers. */
export const createRunningExams = (context: LedgerContext): RunningExams => ({
  isAnyTimeRunning: (atMs) => isAnyTimeRunning(context.database, atMs),
  standStill: async (sinceMs, byMs) => {
    for (const place of await stillBeginsAfter(context.database, sinceMs))
      await changeLedger(context, place, serverAuthor, ({ run }) =>
        run.completed_at === null ? [{ kind: 'absence', byMs }] : [],
      )
  },
})

/** Exams that are under way over all servers, and whose time isn't over. */
export const countSittings = async ({ kysely }: Pick<Database, 'kysely'>, nowMs: number): Promise<number> => {
  const row = await kysely
    .selectFrom('form_run')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('completed_at', 'is', null)
    .where((where) => where.or([where('ends_at', '>', nowMs), where('ends_at', 'is', null)]))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}
