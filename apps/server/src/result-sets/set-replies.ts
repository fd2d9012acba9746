import type { ResultSet } from '@sitwell/contract'
import type { DeliveryTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { placeOf, type ResultsContext } from './results-context.ts'
import { selectSets } from './set-queries.ts'
import { actorsOf, namesOf, selectProgress, shownResultSet } from './show-set.ts'

type Context = Pick<ResultsContext, 'database'>

/** A set as it stands now; undefined if there is none of this number. */
export const readSet = async (
  { database }: Context,
  delivery: DeliveryTable,
  number: number,
): Promise<ResultSet | undefined> => {
  const place = placeOf(delivery)
  const sets = await selectSets(database, place)
  const row = sets.find(({ set_number }) => set_number === number)
  if (!row) return undefined
  const names = await namesOf(database, delivery.org_id, actorsOf(row))
  return shownResultSet(row, { sets, progress: await selectProgress(database, place), names })
}

export const noSetHere = refuse('NOT_FOUND', 'The delivery has no result set of this number.')

/** The reply of whatever changed a set. */
export const setReply = async (context: Context, delivery: DeliveryTable, number: number) => {
  const set = await readSet(context, delivery, number)
  return set ? ({ ok: true, value: { set } } as const) : noSetHere
}

/** That a set isn't what the caller was shown, with the set as it is. */
export const staleSet = async (context: Context, delivery: DeliveryTable, number: number) =>
  refuse('CHANGED_MEANWHILE', 'The result set is not as it was shown, or somebody was faster.', {
    current: { set: await readSet(context, delivery, number) },
  })
