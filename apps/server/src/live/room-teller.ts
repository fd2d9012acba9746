import { randomUUID } from 'node:crypto'
import type { LiveServer } from './live-server.ts'

/** Bytes of one notice between servers at most: PostgreSQL takes 8,000, and the adapter adds some of its own. */
const mostBytes = 6000

interface Told {
  readonly name: string
  readonly payload: object
  readonly rooms: string[]
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
 * Tells a room something. The connections of this server have it at once. The other servers get it behind that, and what is the same for many rooms by one notice
 * for all of them: each notice is a commit of PostgreSQL, and a thousand of them, one after the other, took seconds.
 */
export const createRoomTeller = (io: LiveServer, hasOthers: () => boolean) => {
  /** All who are connected to this server are in this room, which no other server has. */
  const here = `here/${randomUUID()}`
  const waiting = new Map<string, Told>()
  // Boundary: each name has a payload of its own, and whoever tells it has the two together.
  const told = io as unknown as Telling
  const tellOthers = () => {
    const all = [...waiting.values()]
    waiting.clear()
    for (const { name, payload, rooms } of all)
      for (const some of roomsByNotice(payload, rooms)) told.to(some).except(here).emit(name, payload)
  }
  const tellRoom = (room: string, name: string, payload: object): void => {
    told.local.to(room).emit(name, payload)
    if (!hasOthers()) return
    if (waiting.size === 0) setImmediate(tellOthers)
    const key = JSON.stringify([name, payload])
    const same = waiting.get(key) ?? { name, payload, rooms: [] }
    same.rooms.push(room)
    waiting.set(key, same)
  }
  return { here, tellRoom }
}
