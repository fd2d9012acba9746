import { leastAfter, sequencesEach } from '@sitwell/exam/answers/save-sequences'
import { sql } from 'kysely'
import { createBatches, sizesOf } from '../../db/batches.ts'
import type { Database } from '../../db/database.ts'
import { perDatabase } from '../../db/per-database.ts'
import type { FormRunTable } from '../../db/schema.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { type HeardFrom, heardAt, isOwn } from '../ledger/index.ts'

interface Wanted {
  readonly run: Pick<FormRunTable, 'org_id' | 'form_run_guid' | 'saves'>
  readonly nowMs: number
  readonly by: HeardFrom
}

/** Sets them aside for form runs of one organisation, and answers the last one of each by its guid; of completed ones nothing. */
const reserve = async (
  { kysely }: Database,
  orgId: number,
  wanted: readonly Wanted[],
  by: HeardFrom,
): Promise<ReadonlyMap<string, number>> => {
  const nowMs = Math.max(...wanted.map((one) => one.nowMs))
  const least = sql.lit(leastAfter(nowMs))
  // Over what is held then: two may open it at once.
  const above = sql<number>`case when last_sequence + ${sql.lit(sequencesEach)} > ${least}
    then last_sequence + ${sql.lit(sequencesEach)} else ${least} end`
  const rows = await kysely
    .updateTable('form_run')
    .set({ last_sequence: above, ...heardAt(nowMs, by) })
    .where('org_id', '=', orgId)
    .where(
      'form_run_guid',
      'in',
      wanted.map(({ run }) => run.form_run_guid),
    )
    .where('completed_at', 'is', null)
    .returning(['form_run_guid', 'last_sequence'])
    .execute()
  return new Map(rows.map((row) => [row.form_run_guid, row.last_sequence]))
}

/**
 * A whole school opens its exam at the same moment. Only form runs that have no answer yet go together: saves of others may be under way
 * in another order, and each would wait for the other.
 */
const reservationsOf = perDatabase((database) => {
  const one = async (wanted: Wanted) =>
    (await reserve(database, wanted.run.org_id, [wanted], wanted.by)).get(wanted.run.form_run_guid)
  const together = createBatches<Wanted, number | undefined>({
    ...sizesOf(database.dialect),
    keyOf: ({ run }) => `${run.org_id}/${run.form_run_guid}`,
    run: async (wanted) => {
      const found = new Map<number, ReadonlyMap<string, number>>()
      for (const [orgId, ofIt] of Map.groupBy(wanted, ({ run }) => run.org_id))
        found.set(orgId, await reserve(database, orgId, ofIt, {}))
      return wanted.map(({ run }) => found.get(run.org_id)?.get(run.form_run_guid))
    },
  })
  return (wanted: Wanted) => (wanted.run.saves === 0 && isOwn(wanted.by) ? together(wanted) : one(wanted))
})

/**
 * Sets sequences aside for a page that opens a form run, and answers the last one before them. So whoever opens an exam later outranks
 * all that was typed elsewhere until then, however much of it has yet to be sent. Where the database takes no write now, the learner gets
 * their exam anyway: their saves are numbered on by the player when they meet a higher one.
 */
export const reserveSequences = async (
  { database, clock, log }: Pick<AssessmentContext, 'database' | 'clock' | 'log'>,
  run: FormRunTable,
  by: HeardFrom,
): Promise<number> => {
  try {
    return (await reservationsOf(database)({ run, nowMs: clock.nowMs(), by })) ?? run.last_sequence
  } catch (error) {
    log.warn({ event: 'sequences-not-reserved', err: error }, 'sequences could not be reserved for an exam that was opened')
    return run.last_sequence
  }
}
