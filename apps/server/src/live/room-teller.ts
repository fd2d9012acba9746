import { randomUUID } from 'node:crypto'
import type { LiveServer } from './live-server.ts'

/** Bytes of one notice between servers at most: PostgreSQL takes 8,000, and the adapter adds some of its own. */
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

/** Rooms in groups whose names fit into one notice beside this payload; a group has one room at least. */
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
 * Puts together what is the same for several rooms. Each room gets what it is told in the order in which it was told: a page believes that it has met the event
 * of an action that comes behind it.
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
 * Tells a room something. The connections of this server have it at once. The other servers get it behind that, and what is the same for many rooms by one notice
 * for all of them: each notice is a commit of PostgreSQL, and a thousand of them, one after the other, took seconds.
 */
export const createRoomTeller = (io: LiveServer, hasOthers: () => boolean) => {
  /** All who are connected to this server are in this room, which no other server has. */
  const here = `here/${randomUUID()}`
  const waiting = createGathering()
  // Boundary: each name has a payload of its own, and its caller has the two together.
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
