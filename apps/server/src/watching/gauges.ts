import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import { countSittings } from '../assessment/ledger/index.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { readMailQueue } from '../mail-outbox/index.ts'
import type { ServerClock } from '../server-time/server-clock.ts'
import { timeRoundTrip } from './time-round-trip.ts'

/** What is looked at where somebody asks, and nowhere else. */
export interface Watched {
  readonly config: Pick<Config, 'dataFolder'>
  readonly database: Database
  readonly clock: ServerClock
  readonly forwarding: { failingSinceMs(): number | undefined }
  readonly generation: { number(): number | undefined }
  /** Live connections of this server. */
  connections(): number
  /** When this server gave its last sign of life; undefined before the first. */
  lastBeatMs(): number | undefined
}

/** A figure that can't be had is left out, and says so by that: a database that is away must not take the others with it. */
const figureOf = (
  name: string,
  help: string,
  register: Registry,
  read: () => number | undefined | Promise<number | undefined>,
) =>
  new Gauge({
    name,
    help,
    registers: [register],
    async collect() {
      this.reset()
      const value = await Promise.resolve(read()).catch(() => undefined)
      if (value === undefined) this.remove()
      else this.set(value)
    },
  })

export const databaseUp = { name: 'sitwell_database_up', help: 'Whether the database answers this server.' }

/** Puts the figures of what is served over a database, as it stands, into the register. */
export const watchServer = (register: Registry, watched: Watched): void => {
  const { config, database, clock, forwarding } = watched
  const figure = (name: string, help: string, read: Parameters<typeof figureOf>[3]) => figureOf(name, help, register, read)
  figure('sitwell_live_connections', 'Browsers that are connected to this server for live events.', watched.connections)
  figure('sitwell_sittings', 'Exams under way whose time runs, over all servers.', () => countSittings(database, clock.nowMs()))
  figure(databaseUp.name, databaseUp.help, () =>
    timeRoundTrip(database).then(
      () => 1,
      () => 0,
    ),
  )
  figure('sitwell_database_round_trip_seconds', 'How long the database takes to answer nothing.', () => timeRoundTrip(database))
  figure('sitwell_database_waiting', 'Statements that wait for a connection, or for the thread of SQLite.', database.waiting)
  figure('sitwell_generation', 'Which life of the database it is: one more after each restore.', watched.generation.number)
  figure(
    'sitwell_clock_ahead_seconds',
    'How far the clock of the machine is ahead of the servers’ time.',
    () => clock.standing().awayMs / 1000,
  )
  figure('sitwell_sign_of_life_age_seconds', 'Since this server gave its last sign of life.', () => {
    const lastMs = watched.lastBeatMs()
    return lastMs === undefined ? undefined : (clock.nowMs() - lastMs) / 1000
  })
  figure('sitwell_data_free_bytes', 'What is free on the disk of SITWELL_DATA.', async () => {
    const { bavail, bsize } = await statfs(config.dataFolder)
    return bavail * bsize
  })
  figure('sitwell_mails_waiting_seconds', 'For how long the mail about a result that waits longest has waited.', async () => {
    const nowMs = clock.nowMs()
    const { waitingSinceMs = nowMs } = await readMailQueue(database.kysely, nowMs)
    return Math.max(0, nowMs - waitingSinceMs) / 1000
  })
  figure('sitwell_mails_failed', 'Mails about results that were given up within the last day.', async () => {
    const { failed } = await readMailQueue(database.kysely, clock.nowMs())
    return failed
  })
  figure('sitwell_statements_failing_seconds', 'For how long statements of cmi5 could not be handed on.', () => {
    const sinceMs = forwarding.failingSinceMs()
    return sinceMs === undefined ? 0 : (clock.nowMs() - sinceMs) / 1000
  })
}
