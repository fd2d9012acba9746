import { openSeat, type Seat } from './device.ts'
import { openWire, type Wire } from './wire.ts'

/** Where one run after the other takes place: browsers side by side at one address. */
export interface Desk {
  readonly wire: Wire
  /** From 0: its first browser, its second. */
  seat(number: number): Seat
}

/** Desks that are kept while nobody is at them: a browser that has been used knows the player's code already. */
export interface Desks {
  take(): Promise<Desk>
  giveBack(desk: Desk): void
  /** Closes all. */
  close(): Promise<void>
}

export const createDesks = (): Desks => {
  const free: Desk[] = []
  const closing: (() => Promise<void>)[] = []
  const open = async (): Promise<Desk> => {
    const wire = await openWire()
    const seats = new Map<number, Seat>()
    closing.push(async () => {
      for (const seat of seats.values()) await seat.close()
      await wire.stop()
    })
    return {
      wire,
      seat(number) {
        const known = seats.get(number) ?? openSeat(wire.origin)
        seats.set(number, known)
        return known
      },
    }
  }
  return {
    take: async () => free.pop() ?? (await open()),
    giveBack: (desk) => void free.push(desk),
    close: async () => {
      for (const one of closing) await one()
    },
  }
}
