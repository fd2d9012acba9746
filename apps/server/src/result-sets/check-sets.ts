import { hashOfSet } from '../assessment/marks/index.ts'
import type { Database } from '../db/database.ts'

/** A set that isn't what it was when it was computed. */
export interface SetFault {
  readonly deliveryId: string
  readonly set: number
}

/**
 * Holds each result set of an organisation against its rows: a row that is missing, was put in or belongs to another set changes the set's hash. Whether rows are as
 * they were is asked of each sitting (`assessment/evidence`).
 */
export const checkSets = async (
  { kysely }: Pick<Database, 'kysely'>,
  orgId: number,
): Promise<{ readonly sets: number; readonly faults: readonly SetFault[] }> => {
  const sets = await kysely.selectFrom('result_set').selectAll().where('org_id', '=', orgId).execute()
  const faults: SetFault[] = []
  for (const set of sets) {
    const rows = await kysely
      .selectFrom('result_row')
      .select(['user_guid', 'hash'])
      .where('org_id', '=', orgId)
      .where('delivery_id', '=', set.delivery_id)
      .where('set_number', '=', set.set_number)
      .execute()
    if (rows.length !== set.people || hashOfSet(set, rows) !== set.hash)
      faults.push({ deliveryId: set.delivery_id, set: set.set_number })
  }
  return { sets: sets.length, faults }
}
