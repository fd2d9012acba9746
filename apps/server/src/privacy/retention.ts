import { type Kysely, type RawBuilder, sql } from 'kysely'
import { eraseFormRun, type Gone, isAnswerWaiting } from '../assessment/answers/index.ts'
import type { Database } from '../db/database.ts'
import { isServedHere } from '../db/moved-organisations.ts'
import type { Schema } from '../db/schema.ts'
import { eraseEventsBefore } from '../security-log/erase-events.ts'

const dayMs = 24 * 60 * 60_000

/** Days that an organisation keeps things, by its settings; undefined if it keeps them until somebody erases them. */
export interface Retention {
  readonly answers: number | undefined
  readonly files: number | undefined
  readonly activity: number | undefined
  readonly securityLog: number | undefined
  readonly sessions: number | undefined
  readonly errorReports: number | undefined
  readonly mails: number | undefined
}

/** The setting of each, and its days where the organisation says nothing. */
export const retentionSettings = {
  answers: { name: 'KeepAnswersDays', usual: undefined },
  files: { name: 'KeepFilesDays', usual: undefined },
  activity: { name: 'KeepActivityDays', usual: undefined },
  securityLog: { name: 'KeepSecurityLogDays', usual: 365 },
  sessions: { name: 'KeepSessionsDays', usual: 90 },
  errorReports: { name: 'KeepErrorReportsDays', usual: 90 },
  mails: { name: 'KeepMailsDays', usual: 365 },
} as const satisfies Record<keyof Retention, { readonly name: string; readonly usual: number | undefined }>

/** Whole days above 0; `for ever`, or anything that is no such number, erases nothing: a slip of the pen takes nobody's answers. */
const daysOf = (value: string | undefined, usual: number | undefined): number | undefined => {
  if (value === undefined) return usual
  return /^[1-9]\d{0,4}$/.test(value.trim()) ? Number(value) : undefined
}

export const readRetention = (values: ReadonlyMap<string, string>): Retention => {
  const days = (one: keyof Retention) => daysOf(values.get(retentionSettings[one].name), retentionSettings[one].usual)
  return {
    answers: days('answers'),
    files: days('files'),
    activity: days('activity'),
    securityLog: days('securityLog'),
    sessions: days('sessions'),
    errorReports: days('errorReports'),
    mails: days('mails'),
  }
}

/** Form runs of one round: the saves of an exam that is sat meanwhile wait for none of it for long. */
const runsOfRound = 50

/** When the rows of a table came. */
const cameAt = { answer_event: 'received_at', uploaded_file: 'uploaded_at', activity: 'received_at' } as const

/**
 * Whether a row waits for staff: an answer that may have been given in time and was not let count yet, or a file. What was let count, or has
 * a newer one in its place, waits no more.
 */
const isWaiting: Partial<Record<keyof typeof cameAt, RawBuilder<boolean>>> = {
  answer_event: isAnswerWaiting('kept'),
  uploaded_file: sql<boolean>`kept.outcome = 'review' and kept.accepted_at is null and kept.deleted_at is null`,
}

/**
 * Form runs that were completed this long ago, of which nothing came since, and nothing waits for staff: that stays until they have decided,
 * or its learner is erased.
 */
const selectRuns = ({ kysely }: Pick<Database, 'kysely'>, orgId: number, beforeMs: number, of: keyof typeof cameAt) => {
  const rows = sql`select 1 from ${sql.table(of)} as kept
    where kept.org_id = form_run.org_id and kept.form_run_guid = form_run.form_run_guid`
  return kysely
    .selectFrom('form_run')
    .select('form_run_guid')
    .where('org_id', '=', orgId)
    .where('completed_at', '<', beforeMs)
    .where(sql<boolean>`exists (${rows})`)
    .where(sql<boolean>`not exists (${rows} and kept.${sql.ref(cameAt[of])} >= ${beforeMs})`)
    .where(sql<boolean>`not exists (${rows} and ${isWaiting[of] ?? sql`1 = 0`})`)
    .limit(runsOfRound)
    .execute()
}

/** No session holds longer, whatever is set and under way (decision 50), so one that nobody ended is over anyway. */
const longestSessionDays = 8

const nothing: Gone = { answers: false, files: false, activity: false, marks: false }

/** Sessions of the player and of the office that were last used before a moment, and are over. */
const eraseSessions = async (
  kysely: Kysely<Schema>,
  orgId: number,
  { beforeMs, overMs }: { readonly beforeMs: number; readonly overMs: number },
) => {
  for (const [table, used] of [
    ['session', 'refreshed_at'],
    ['office_session', 'used_at'],
  ] as const)
    await sql`delete from ${sql.table(table)} where org_id = ${orgId} and ${sql.ref(used)} < ${beforeMs}
      and (ended_at is not null or ${sql.ref(used)} < ${overMs})`.execute(kysely)
}

/** Takes away what an organisation has kept long enough; a round of it, the rest with the next one. */
export const applyRetention = async (database: Database, orgId: number, retention: Retention, nowMs: number): Promise<void> => {
  const { kysely } = database
  const before = (days: number) => nowMs - days * dayMs
  const rounds = [
    ['answers', 'answer_event'],
    ['files', 'uploaded_file'],
    ['activity', 'activity'],
  ] as const
  for (const [kind, table] of rounds) {
    const days = retention[kind]
    if (days === undefined) continue
    for (const { form_run_guid: formRunGuid } of await selectRuns(database, orgId, before(days), table))
      await kysely
        .transaction()
        .execute((transaction) => eraseFormRun(transaction, { orgId, formRunGuid }, { ...nothing, [kind]: true }, nowMs))
  }
  if (retention.securityLog !== undefined) await eraseEventsBefore(kysely, orgId, before(retention.securityLog))
  if (retention.sessions !== undefined)
    await eraseSessions(kysely, orgId, { beforeMs: before(retention.sessions), overMs: before(longestSessionDays) })
  if (retention.errorReports !== undefined)
    await kysely
      .deleteFrom('error_report')
      .where('org_id', '=', orgId)
      .where('received_at', '<', before(retention.errorReports))
      .execute()
  if (retention.mails !== undefined)
    await kysely
      .deleteFrom('mail_outbox')
      .where('org_id', '=', orgId)
      // What still waits is sent, however long ago it was queued.
      .where('state', 'in', ['sent', 'failed', 'undeliverable', 'stopped'])
      .where('changed_at', '<', before(retention.mails))
      .execute()
}

/** The same for every organisation; what fails at one keeps no other from it, and is thrown at the end. */
export const applyRetentions = async (database: Database, nowMs: number): Promise<void> => {
  const names = Object.values(retentionSettings).map(({ name }) => name)
  const organisations = await database.kysely
    .selectFrom('organisation')
    .select('org_id')
    .where(isServedHere('organisation.org_id'))
    .execute()
  const set = await database.kysely.selectFrom('setting').selectAll().where('name', 'in', names).execute()
  const failures: unknown[] = []
  for (const { org_id } of organisations) {
    const own = new Map(set.filter((row) => row.org_id === org_id).map(({ name, value }) => [name, value]))
    await applyRetention(database, org_id, readRetention(own), nowMs).catch((error: unknown) => void failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `Of ${failures.length} organisations not all could be erased.`)
}
