import type { Api, Failure } from '@sitwell/client/api'
import {
  type CentreRow,
  officeCloseCentre,
  officeCloseRoom,
  officeRemoveCentre,
  officeRemoveRoom,
  type RoomState,
} from '@sitwell/contract'

/** The actions on a whole centre or room. */
export type PlaceAct = 'close' | 'open' | 'remove'

/** A centre, or one of its rooms. */
export type CentreOrRoom =
  | { readonly kind: 'centre'; readonly state: CentreRow }
  | { readonly kind: 'room'; readonly state: RoomState }

/** Returns the actions that are possible. A place that other data refers to is closed instead of removed. */
export const actsOn = ({ state: { isClosed, isUsed } }: CentreOrRoom): readonly PlaceAct[] => [
  isClosed ? 'open' : 'close',
  ...(isUsed ? [] : (['remove'] as const)),
]

/** Does it, on the version that the page shows. */
export const actOn = async (
  api: Api,
  { kind, state }: CentreOrRoom,
  act: PlaceAct,
): Promise<{ readonly ok: true } | Failure> => {
  const { version } = state
  const isClosed = act === 'close'
  if (kind === 'centre') {
    const { centreID } = state
    return act === 'remove'
      ? api.call(officeRemoveCentre, { body: { centreID, version } })
      : api.call(officeCloseCentre, { body: { centreID, version, isClosed } })
  }
  const { roomID } = state
  return act === 'remove'
    ? api.call(officeRemoveRoom, { body: { roomID, version } })
    : api.call(officeCloseRoom, { body: { roomID, version, isClosed } })
}
