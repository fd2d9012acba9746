import type { DeliveryRoomTable, DeliveryTable } from '../db/schema.ts'
import { type Moments, type ReadWindow, readWindow } from './window.ts'

type Stored = Pick<DeliveryTable, 'closes' | 'closes_second' | 'opens' | 'opens_second'>

export const windowOf = ({ opens, opens_second, closes, closes_second }: Stored): ReadWindow => ({
  ...{ opens, opensSecond: opens_second === 1, closes, closesSecond: closes_second === 1 },
})

/** The window of its own that a room has. */
export const windowOfRoom = ({ opens, closes, ...seconds }: Omit<DeliveryRoomTable, 'delivery_id' | 'org_id' | 'position'>) =>
  opens === null || closes === null ? undefined : windowOf({ opens, closes, ...seconds })

/** The moments of a room, in Unix ms: of its own window in its centre's time zone, or those of the delivery. */
export const momentsOfRoom = (
  room: Omit<DeliveryRoomTable, 'delivery_id' | 'org_id' | 'position'> & { readonly zone: string },
  usual: Moments,
): Moments => {
  const own = windowOfRoom(room)
  return own ? readWindow(own, room.zone).moments : usual
}

/** The first moment and the last one at which somebody may begin, in any of the rooms. With rooms that all have windows of their own, those alone count. */
export const spanOf = (usual: Moments, rooms: readonly (Moments | undefined)[], hasRoomless: boolean): Moments => {
  const moments = rooms.map((one) => one ?? usual)
  const all = moments.length === 0 || hasRoomless ? [usual, ...moments] : moments
  return { startMs: Math.min(...all.map(({ startMs }) => startMs)), endMs: Math.max(...all.map(({ endMs }) => endMs)) }
}
