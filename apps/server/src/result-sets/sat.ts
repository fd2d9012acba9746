import { selectDelivery } from '../deliveries/delivery-queries.ts'
import type { CountedSitting } from '../result-rules/index.ts'
import { selectPeople } from './people.ts'
import type { DeliveryPlace, ResultsContext } from './results-context.ts'

/** The sittings from which the results of a delivery come: those of whoever sat it, as it stands now. */
export const sittingsOfSat = async (
  { database, clock }: Pick<ResultsContext, 'clock' | 'database'>,
  { orgId, deliveryId }: DeliveryPlace,
): Promise<CountedSitting[]> => {
  const delivery = await selectDelivery(database.kysely, orgId, deliveryId)
  const people = delivery ? await selectPeople(database, delivery, clock.nowMs()) : []
  return people.flatMap(({ userGuid, outcome, sitting }) =>
    sitting && outcome === 'sat' ? [{ ...sitting, user_guid: userGuid }] : [],
  )
}
