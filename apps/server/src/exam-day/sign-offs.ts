import type { Kysely } from 'kysely'
import type { DeliveryTable, RoomSignOffTable, Schema } from '../db/schema.ts'
import type { Reading } from '../deliveries/deliveries-context.ts'
import type { SignedFacts } from './report-rules.ts'

/** A room of a delivery. */
export interface RoomPlace extends Pick<DeliveryTable, 'delivery_id' | 'org_id'> {
  /** Empty: the people who have none. */
  readonly room_id: string
}

/** The sign-offs of all rooms of a delivery, the newest first, without what they keep of people. */
export const selectSignOffs = (
  { kysely }: Pick<Reading, 'kysely'>,
  { org_id, delivery_id }: Pick<RoomPlace, 'delivery_id' | 'org_id'>,
): Promise<RoomSignOffTable[]> =>
  kysely
    .selectFrom('room_sign_off')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('delivery_id', '=', delivery_id)
    .orderBy('number', 'desc')
    .limit(1000)
    .execute()

// Boundary: `signedFactsOf` has written them.
export const factsIn = ({ facts }: Pick<RoomSignOffTable, 'facts'>): SignedFacts => JSON.parse(facts) as SignedFacts

/** Adds a sign-off behind those that a room has. To be asked while deliveries are held. */
export const insertSignOff = async (
  kysely: Kysely<Schema>,
  place: RoomPlace,
  signed: Pick<RoomSignOffTable, 'at' | 'author' | 'facts' | 'remark'>,
): Promise<void> => {
  const last = await kysely
    .selectFrom('room_sign_off')
    .select((of) => of.fn.max('number').as('number'))
    .where('org_id', '=', place.org_id)
    .where('delivery_id', '=', place.delivery_id)
    .where('room_id', '=', place.room_id)
    .executeTakeFirst()
  await kysely
    .insertInto('room_sign_off')
    .values({ ...place, ...signed, number: Number(last?.number ?? 0) + 1 })
    .execute()
}
