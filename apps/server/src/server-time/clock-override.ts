import type { Database } from '../db/database.ts'
import type { ServerLog } from '../server-log.ts'
import type { Machine } from './machine.ts'
import { applyClockWord, forgetTimeAfter, insertOutage, selectClockWord } from './queries.ts'
import type { RunningExams } from './running-exams.ts'
import type { ServerClock } from './server-clock.ts'

/** What an operator's word changes. */
export interface OverrideContext {
  readonly database: Database
  readonly runningExams: RunningExams
  readonly clock: ServerClock
  readonly machine: Machine
  readonly log: Pick<ServerLog, 'warn'>
}

/** An operator's word that the machine's clock is right, as a server heeds it. */
export interface ClockOverride {
  /** What was said and done before this server began isn't said to it. */
  begin(): Promise<void>
  heed(): Promise<void>
}

export const createClockOverride = (context: OverrideContext): ClockOverride => {
  const { database, clock, machine, log, runningExams } = context
  let heeded = 0

  /**
   * The time jumps by what passed while nobody served. Who began or continued only after that has used none of it: their ledgers say
   * that it stood still.
   */
  const letPass = async (heldSinceMs: number, number: number) => {
    const beforeMs = clock.nowMs()
    clock.set(machine.read().wallMs)
    const byMs = clock.nowMs() - beforeMs
    await insertOutage(database.kysely, heldSinceMs, clock.nowMs())
    if (!(await applyClockWord(database, number, clock.nowMs()))) return
    await runningExams.standStill(heldSinceMs, byMs)
  }

  const heed = async () => {
    const { awayMs, heldSinceMs } = clock.standing()
    const word = awayMs === 0 ? undefined : await selectClockWord(database)
    if (!word || word.number <= heeded) return
    if (heldSinceMs !== undefined && awayMs > 0) await letPass(heldSinceMs, word.number)
    // The time that went by is known, and the clock contradicts it: exams that are under way continue by what is known.
    else if (await runningExams.isAnyTimeRunning(clock.nowMs())) return
    else {
      clock.set(machine.read().wallMs)
      if (awayMs < 0) await forgetTimeAfter(database, clock.nowMs())
      await applyClockWord(database, word.number, clock.nowMs())
    }
    heeded = word.number
    log.warn({ event: 'clock-confirmed' }, 'the server follows the clock of this machine again; an operator confirmed it')
  }

  return {
    begin: async () => {
      const word = await selectClockWord(database)
      heeded = word ? word.number - (word.applied_at === null ? 1 : 0) : 0
    },
    heed,
  }
}
