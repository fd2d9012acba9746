import { leastAfter, sequencesEach } from '@sitwell/exam/save-sequences'
import { sql } from 'kysely'
import type { FormRunTable } from '../db/schema.ts'
import type { Ground } from '../http/service.ts'
import { heardAt } from './contact.ts'

/**
 * Sets sequences aside for a page that opens a form run, and answers the last one before them. So whoever opens an exam later outranks
 * whoever opened it earlier, however many saves that one has yet to send. Where the database takes no write now, the learner gets
 * their exam all the same: their saves are numbered on by the player when they meet a higher one.
 */
export const reserveSequences = async (
  { database: { kysely }, clock, log }: Pick<Ground, 'database' | 'clock' | 'log'>,
  { org_id, form_run_guid, last_sequence }: FormRunTable,
): Promise<number> => {
  const nowMs = clock.nowMs()
  const least = sql.lit(leastAfter(nowMs))
  // Over what is held then: two may open it at once.
  const above = sql<number>`case when last_sequence + ${sql.lit(sequencesEach)} > ${least}
    then last_sequence + ${sql.lit(sequencesEach)} else ${least} end`
  try {
    const moved = await kysely
      .updateTable('form_run')
      .set({ last_sequence: above, ...heardAt(nowMs) })
      .where('org_id', '=', org_id)
      .where('form_run_guid', '=', form_run_guid)
      .where('completed_at', 'is', null)
      .returning('last_sequence')
      .executeTakeFirst()
    return moved?.last_sequence ?? last_sequence
  } catch (error) {
    log.warn({ err: error }, 'sequences could not be set aside for an exam that was opened')
    return last_sequence
  }
}
