import type { Kysely } from 'kysely'
import type { AnswerEventTable, Schema } from '../../db/schema.ts'
import type { Chained, Judged } from './save.ts'

/** Puts an answer in place, guarded by its sequence as any save; false if a newer one stands. */
export const placeAnswer = async (
  kysely: Kysely<Schema>,
  event: Omit<AnswerEventTable, 'outcome' | 'late_ms' | Judged | Chained>,
): Promise<boolean> => {
  const { org_id, form_run_guid, question_id, sequence, writer_id, answer, workings, bookmarked, received_at } = event
  const values = { sequence, writer_id, answer, workings, bookmarked, saved_at: received_at }
  const placed = await kysely
    .insertInto('answer')
    .values({ org_id, form_run_guid, question_id, ...values })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'form_run_guid', 'question_id']).doUpdateSet(values).where('answer.sequence', '<', sequence),
    )
    .returning('question_id')
    .execute()
  return placed.length > 0
}
