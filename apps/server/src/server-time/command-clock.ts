import { timeAtStart } from '@sitwell/exam/time/server-clock'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { createMachine } from './machine.ts'
import { beatOf, selectDatabaseClock, selectHeartbeats } from './queries.ts'
import { createServerClock } from './server-clock.ts'

/** The servers' time for a command: what it writes must not lie hours beside what they do, where their machine's clock jumped. */
export const createCommandClock = async (database: Database): Promise<Clock> => {
  const machine = createMachine()
  const clock = createServerClock(machine)
  const { nowMs } = timeAtStart((await selectHeartbeats(database)).map(beatOf), {
    wallMs: machine.read().wallMs,
    bootId: machine.bootId,
    uptimeMs: machine.uptimeMs(),
    database: await selectDatabaseClock(database),
    isAtStake: true,
  })
  clock.set(nowMs)
  return clock
}
