import { isOneOf } from '../db/one-of.ts'
import type { ComputedRow } from './computed-row.ts'
import type { DeliveryPlace, Reading } from './results-context.ts'
import { outcomeIn } from './stored-rows.ts'

/**
 * Rows in which people who were erased have what the newest set says of them: nobody can work that out any more, since their answers and marks are gone. Without a
 * set they have no score.
 */
export const withErased = async (
  { kysely, dialect }: Reading,
  { orgId, deliveryId }: DeliveryPlace,
  rows: readonly ComputedRow[],
): Promise<ComputedRow[]> => {
  const erased = rows.filter(({ person }) => person.isErased).map(({ person }) => person.userGuid)
  if (erased.length === 0) return [...rows]
  const stored = await kysely
    .selectFrom('result_row')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .where(isOneOf(dialect, 'user_guid', erased, (guid) => guid))
    .orderBy('set_number')
    .execute()
  const newest = new Map(stored.map((row) => [row.user_guid, row]))
  return rows.map((row) => {
    if (!row.person.isErased) return row
    const held = newest.get(row.person.userGuid)
    if (!held) return { ...row, score: null, maxScore: null, grade: null, passed: null, marks: null }
    return {
      ...{ person: row.person, inputs: held.inputs, outcome: outcomeIn(held.outcome), isWithheld: held.is_withheld === 1 },
      ...{ waiting: held.waiting, score: held.score, maxScore: held.max_score, grade: held.grade, marks: held.marks },
      passed: held.passed === null ? null : held.passed === 1,
    }
  })
}
