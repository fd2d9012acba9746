import { openSeat, type Seat } from './device.ts'
import { openPlace, type Place, type PlaceWishes } from './place.ts'
import { openWire, type Wire } from './wire.ts'

/** Where one run after the other takes place: browsers side by side at one address, and a server on each database behind it. */
export interface Desk {
  readonly wire: Wire
  /** At which courses run. */
  readonly courseWire: Wire
  /** From 0: its first browser, its second. */
  seat(number: number): Seat
  place(database: Place['database']): Promise<Place>
  /** Whether it has a server on it already. */
  has(database: Place['database']): boolean
  /** Stops the server on it, which nobody takes over: the next one has its own database. */
  retire(database: Place['database']): Promise<void>
}

/** Desks that are kept while nobody is at them: a browser that has been used knows the player's code already, and a server runs. */
export interface Desks {
  /** One that has a server on this database, if there is one. */
  take(database?: Place['database']): Promise<Desk>
  giveBack(desk: Desk): void
  /** Closes all. */
  close(): Promise<void>
}

/** `wishes`: of all their servers. */
export const createDesks = (wishes: Omit<PlaceWishes, 'database'> = {}): Desks => {
  const free: Desk[] = []
  const closing: (() => Promise<void>)[] = []
  const open = async (): Promise<Desk> => {
    const [wire, courseWire] = await Promise.all([openWire(), openWire()])
    const seats = new Map<number, Seat>()
    const places = new Map<Place['database'], Promise<Place>>()
    closing.push(async () => {
      await Promise.all([...seats.values()].map((seat) => seat.close()))
      await Promise.all([...places.values()].map(async (place) => (await place).stop()))
      await wire.stop()
      await courseWire.stop()
    })
    return {
      wire,
      courseWire,
      seat(number) {
        const known = seats.get(number) ?? openSeat(wire.origin, courseWire.origin)
        seats.set(number, known)
        return known
      },
      place(database) {
        const known = places.get(database) ?? openPlace({ database, coursesAt: courseWire.origin, ...wishes })
        places.set(database, known)
        return known
      },
      has: (database) => places.has(database),
      async retire(database) {
        const retired = places.get(database)
        places.delete(database)
        await (await retired)?.stop()
      },
    }
  }
  return {
    async take(database) {
      const known = free.findIndex((desk) => database !== undefined && desk.has(database))
      const [desk] = known === -1 ? free.splice(0, 1) : free.splice(known, 1)
      return desk ?? (await open())
    },
    giveBack: (desk) => void free.push(desk),
    close: async () => {
      await Promise.all(closing.map((one) => one()))
    },
  }
}
