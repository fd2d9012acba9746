import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { selectBeatsBelow } from './queries.ts'

/**
 * The forms of what one node writes and another reads (sealed texts, codes, tokens, cookies), counted up with each change of them. Told
 * with each sign of life, so that a node writes a new form only once all that serve read it (decision 101).
 */
export const readsNow = 1

/** Milliseconds after its last sign of life for which a node is taken to be serving still; a sign comes every four seconds. */
const servesOnMs = 120_000

/** Nodes of versions before, over the same database, as of the last look. */
export interface OlderNodes {
  /** Whether one may be serving beside this one, which would not read the newest forms. True before the first look. */
  areThere(): boolean
  /** Until when one may have given something out, in milliseconds of the servers' clock; 0 where none is remembered. */
  lastMs(): number
  /** Asks the database. */
  look(): Promise<void>
}

export const createOlderNodes = (database: Pick<Database, 'kysely'>, clock: Clock): OlderNodes => {
  let isAlone = false
  let lastMs = Number.POSITIVE_INFINITY
  return {
    areThere: () => !isAlone,
    lastMs: () => lastMs,
    look: async () => {
      // One that ended doesn't start any more over tables that are newer than it (decision 69): asked no more once none serves.
      if (isAlone) return
      const older = await selectBeatsBelow(database, readsNow)
      const endsMs = older.map(({ server_at, is_last }) => server_at + (is_last === 1 ? 0 : servesOnMs))
      lastMs = Math.max(0, ...endsMs)
      isAlone = older.every(({ is_last }) => is_last === 1) || lastMs <= clock.nowMs()
    },
  }
}
