import { randomUUID } from 'node:crypto'
import type { LiveServer } from './live-server.ts'

/** The most bytes of one notice between servers: PostgreSQL accepts 8,000, and the adapter adds some bytes. */
const mostBytes = 6000

/** An event with its payload, and the rooms that get it. */
interface Told {
  readonly name: string
  readonly payload: object
  readonly rooms: readonly string[]
}

interface Emitting {
  emit(name: string, payload: object): void
}

interface Telling {
  readonly local: { to(room: string): Emitting }
  to(rooms: string[]): { except(room: string): Emitting }
}

const bytesOf = (text: string) => Buffer.byteLength(text)

/** Rooms in groups whose names fit into one notice together with this payload; a group has one room at least. */
export const roomsByNotice = (payload: object, rooms: readonly string[]): string[][] => {
  const groups: string[][] = []
  const most = mostBytes - bytesOf(JSON.stringify(payload))
  let left = 0
  for (const room of rooms) {
    const bytes = bytesOf(room) + 3
    if (groups.length === 0 || bytes > left) {
      groups.push([])
      left = most
    }
    groups.at(-1)?.push(room)
    left -= bytes
  }
  return groups
}

/**
 * Combines events that are the same for several rooms. Each room gets its events in the order in which they were sent: when an action arrives, a page assumes that it has
 * already met the event of that action.
 */
export const createGathering = () => {
  let groups: (Told & { readonly rooms: string[] })[] = []
  const newest = new Map<string, number>()
  const lastOf = new Map<string, number>()
  return {
    isEmpty: () => groups.length === 0,
    add: (room: string, name: string, payload: object): void => {
      const key = JSON.stringify([name, payload])
      const known = newest.get(key)
      const isBehind = known !== undefined && known > (lastOf.get(room) ?? -1)
      const place = isBehind ? known : groups.length
      if (isBehind) groups[place]?.rooms.push(room)
      else groups.push({ name, payload, rooms: [room] })
      newest.set(key, place)
      lastOf.set(room, place)
    },
    /** All that was added since the last call. */
    take: (): readonly Told[] => {
      const taken = groups
      groups = []
      newest.clear()
      lastOf.clear()
      return taken
    },
  }
}

/**
 * Sends an event to a room. The connections of this server get it immediately. The other servers get it afterwards, and an event that is the same for many rooms in one
 * notice for all of them: each notice is a commit of PostgreSQL, and a thousand of them, one after the other, took seconds.
 */
export const createRoomTeller = (io: LiveServer, hasOthers: () => boolean) => {
  /** All who are connected to this server are in this room, which no other server has. */
  const here = `here/${randomUUID()}`
  const waiting = createGathering()
  // Boundary: each name has its own payload, and the caller passes the two together.
  const told = io as unknown as Telling
  const tellOthers = () => {
    for (const { name, payload, rooms } of waiting.take())
      for (const some of roomsByNotice(payload, rooms)) told.to(some).except(here).emit(name, payload)
  }
  const tellRoom = (room: string, name: string, payload: object): void => {
    told.local.to(room).emit(name, payload)
    if (!hasOthers()) return
    if (waiting.isEmpty()) setImmediate(tellOthers)
    waiting.add(room, name, payload)
  }
  return { here, tellRoom }
}
