import type { DeliveryTable } from '../db/schema.ts'
import type { RoomRow } from './delivery-queries.ts'
import { windowOf, windowOfRoom } from './stored-window.ts'
import { type Moments, readWindow } from './window.ts'

/** What wall times came to, and in which zone of IANA. Moments are Unix ms. */
export interface InZone extends Moments {
  readonly zone: string
}

/** What the windows of a delivery came to by one edition of the rules of time zones. */
export interface Derived {
  /** The edition, such as `2026c`: a later one is greater. */
  readonly rules: string
  /** Of whoever has no room, and of each room by its id. */
  readonly usual: InZone
  readonly rooms: Readonly<Record<string, InZone>>
}

/** The edition of the rules that this server has. */
export const rulesHere: string = process.versions.tz ?? ''

type Window = Pick<DeliveryTable, 'closes' | 'closes_second' | 'opens' | 'opens_second' | 'zone'>

/** What the windows of a delivery come to now. */
export const derive = (
  delivery: Window,
  rooms: readonly Pick<RoomRow, 'closes' | 'closes_second' | 'opens' | 'opens_second' | 'room_id' | 'zone'>[],
): Derived => {
  const usual = { zone: delivery.zone, ...readWindow(windowOf(delivery), delivery.zone).moments }
  const own = (room: (typeof rooms)[number]): InZone => {
    const window = windowOfRoom(room)
    return window ? { zone: room.zone, ...readWindow(window, room.zone).moments } : usual
  }
  return { rules: rulesHere, usual, rooms: Object.fromEntries(rooms.map((room) => [room.room_id, own(room)])) }
}

// Boundary: `derive` has made it.
export const derivedIn = ({ derived }: Pick<DeliveryTable, 'derived'>): Derived | undefined =>
  derived === null ? undefined : (JSON.parse(derived) as Derived)

/** Where moments are others by new rules: a room by its id, or none. */
export interface Moved {
  readonly room: string | undefined
  readonly from: Moments
  readonly to: Moments
}

const isMoved = (before: InZone | undefined, after: InZone | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  before.zone === after.zone &&
  (before.startMs !== after.startMs || before.endMs !== after.endMs)

/** What new rules have moved. A place that has another zone by now was moved by somebody, who is shown what changes before it does. */
export const movedBetween = (before: Derived, after: Derived): Moved[] =>
  [undefined, ...Object.keys(after.rooms)].flatMap((room): Moved[] => {
    const [from, to] = room === undefined ? [before.usual, after.usual] : [before.rooms[room], after.rooms[room]]
    return from && to && isMoved(from, to) ? [{ room, from, to }] : []
  })
