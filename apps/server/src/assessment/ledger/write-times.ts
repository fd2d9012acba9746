import { createBatches, sizesOf } from '../../db/batches.ts'
import type { Database } from '../../db/database.ts'
import { runSent, type SentColumn, sentStatement } from '../../db/sent-rows.ts'
import { storedTimes, type TimeClaim } from '../form-run/index.ts'
import { contactNow, type HeardFrom, isOwn } from './contact.ts'

/** What a browser claims of a form run's time, and where its learner is. */
export interface TimeSave extends TimeClaim {
  readonly orgId: number
  readonly formRunGuid: string
  /** Id of the question that the learner is at; kept unless a later request has told another. Undefined if it names none. */
  readonly page: string | undefined
  /** Undefined from a player that numbers nothing. */
  readonly sequence: number | undefined
  readonly nowMs: number
  readonly by: HeardFrom
}

const columns = {
  of_org: ['bigint', ({ orgId }) => orgId],
  of_run: ['text', ({ formRunGuid }) => formRunGuid],
  at_page: ['text', ({ page }) => page ?? null],
  at_sequence: ['bigint', ({ sequence }) => sequence ?? null],
  left_ms: ['bigint', ({ timeRemainingMs }) => timeRemainingMs],
  used_ms: ['bigint', ({ elapsedMs }) => elapsedMs],
  now_ms: ['bigint', ({ nowMs }) => nowMs],
  heard_ms: ['bigint', ({ nowMs, by }) => (isOwn(by) ? nowMs : null)],
} satisfies Readonly<Record<string, SentColumn<TimeSave>>>

const stored = {
  ...contactNow('coalesce(told.heard_ms, form_run.heard_at)'),
  ...storedTimes({ timeRemainingMs: 'told.left_ms', elapsedMs: 'told.used_ms', nowMs: 'told.now_ms' }),
  page: 'case when told.at_sequence < last_sequence then page else coalesce(told.at_page, page) end',
  last_sequence: 'case when told.at_sequence > last_sequence then told.at_sequence else last_sequence end',
}

export const timesStatement = sentStatement<TimeSave>('write-times', columns, (told) => {
  const sets = Object.entries(stored).map(([name, value]) => `${name} = ${value}`)
  return `update form_run set ${sets.join()} from ${told}
    where form_run_guid = told.of_run and org_id + 0 = told.of_org and completed_at + 0 is null
    returning org_id, form_run_guid, saves`
})

const keyOf = ({ orgId, formRunGuid }: Pick<TimeSave, 'orgId' | 'formRunGuid'>) => `${orgId}/${formRunGuid}`

/** Writes the times of many form runs as one statement; answers of each how many saves its form run has taken, if that was there and open. */
const writeTimesTogether = async (database: Database, saves: readonly TimeSave[]): Promise<(number | undefined)[]> => {
  // What the statement returns.
  const rows = (await runSent(database, timesStatement, saves)) as { org_id: number; form_run_guid: string; saves: number }[]
  const written = new Map(rows.map((row) => [keyOf({ orgId: row.org_id, formRunGuid: row.form_run_guid }), row.saves]))
  return saves.map((save) => written.get(keyOf(save)))
}

/** Times wait for each other as saves do. Undefined if the form run was completed, or taken away. */
export const createTimeWriter = (database: Database): ((save: TimeSave) => Promise<number | undefined>) =>
  createBatches<TimeSave, number | undefined>({
    ...sizesOf(database.dialect),
    keyOf,
    run: (saves) => writeTimesTogether(database, saves),
  })
