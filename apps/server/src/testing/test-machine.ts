import type { Witnesses } from '@sitwell/exam/time/server-clock'
import type { Machine } from '../server-time/machine.ts'

/** A machine whose clocks a test holds. */
export interface TestMachine extends Machine {
  /** Milliseconds go by. */
  pass(ms: number): void
  /** Its clock is set; nothing goes by. */
  setClock(byMs: number): void
  /** It is switched off, and on again after so long. */
  restart(afterMs: number): void
  /** What a database on its own machine, which runs on, tells. */
  databaseClock(): Promise<Witnesses['database']>
}

const begin = Date.UTC(2026, 10, 21, 9)

export const createTestMachine = (): TestMachine => {
  let passedMs = 0
  let setByMs = 0
  let bootedMs = -3_600_000
  const wallMs = () => begin + passedMs + setByMs
  return {
    read: () => ({ wallMs: wallMs(), steadyMs: passedMs - bootedMs }),
    steadyMs: () => passedMs - bootedMs,
    uptimeMs: () => passedMs - bootedMs,
    get bootId() {
      return `boot ${bootedMs}`
    },
    pass: (ms) => {
      passedMs += ms
    },
    setClock: (byMs) => {
      setByMs += byMs
    },
    restart: (afterMs) => {
      passedMs += afterMs
      bootedMs = passedMs
    },
    databaseClock: async () => ({ nowMs: begin + passedMs, startedMs: begin - 86_400_000 }),
  }
}
