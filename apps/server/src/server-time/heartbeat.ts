import { randomUUID } from 'node:crypto'
import { type TimeAtStart, timeAtStart, type Witnesses } from '@sitwell/exam/time/server-clock'
import type { Database } from '../db/database.ts'
import type { ServerLog } from '../server-log.ts'
import { type ClockOverride, createClockOverride } from './clock-override.ts'
import type { Machine } from './machine.ts'
import { readsNow } from './older-nodes.ts'
import {
  beatOf,
  forgetHeartbeats,
  forgetTimeAfter,
  insertOutage,
  selectDatabaseClock,
  selectHeartbeats,
  selectLastHeartbeat,
  writeHeartbeat,
} from './queries.ts'
import type { RunningExams } from './running-exams.ts'
import type { ServerClock } from './server-clock.ts'

/** What the signs of life stand on. */
export interface HeartbeatContext {
  readonly database: Database
  readonly runningExams: RunningExams
  readonly clock: ServerClock
  readonly machine: Machine
  readonly log: Pick<ServerLog, 'error' | 'warn'>
  /** The database's own clock. */
  readonly databaseClock?: (() => Promise<Witnesses['database']>) | undefined
  /** Milliseconds between two signs of life. */
  readonly beatMs?: number | undefined
}

export interface Heartbeat {
  /** Finds out what time it is and since when nobody served, and gives the first sign of life. */
  start(): Promise<void>
  /** Gives the last one. */
  stop(): Promise<void>
  /** When it gave the last one so far, in milliseconds of the servers' clock; undefined before the first. */
  lastBeatMs(): number | undefined
}

/** Milliseconds between two signs of life, well below `nodeSilenceMs`, and between two of one server after which nobody was served meanwhile. */
const defaultBeatMs = 4000
const longestGapMs = 15_000

/** How long a server that fell silent is remembered: nothing is told by it but the time at which it did. */
const rememberMs = 24 * 60 * 60_000

const seconds = (ms: number) => Math.round(ms / 1000)

export const createHeartbeat = (context: HeartbeatContext): Heartbeat => {
  const { database, clock, machine, log, runningExams } = context
  const databaseClock = context.databaseClock ?? (() => selectDatabaseClock(database))
  const node = randomUUID()
  const word: ClockOverride = createClockOverride(context)
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | undefined
  let beatAtMs = machine.steadyMs()
  let lastBeatMs: number | undefined
  let wasAway = false
  let hasFailed = false

  const write = async (isLast: boolean) => {
    const databaseMs = (await databaseClock())?.nowMs
    beatAtMs = await database.kysely.transaction().execute(async (kysely) => {
      const lastMs = await selectLastHeartbeat(kysely)
      const { nowMs, heldSinceMs } = clock.standing()
      const atMs = machine.steadyMs()
      if (atMs - beatAtMs > longestGapMs && lastMs !== undefined && nowMs - lastMs > longestGapMs)
        await insertOutage(kysely, lastMs, nowMs)
      await writeHeartbeat(kysely, {
        node,
        server_at: nowMs,
        wall_at: machine.read().wallMs,
        boot_id: machine.bootId ?? null,
        uptime_ms: machine.uptimeMs(),
        database_at: databaseMs ?? null,
        held_since: heldSinceMs ?? null,
        is_last: isLast ? 1 : 0,
        reads: readsNow,
      })
      return atMs
    })
    lastBeatMs = clock.nowMs()
  }

  const tellOfClock = () => {
    const { awayMs } = clock.standing()
    const isAway = awayMs !== 0
    if (isAway && !wasAway)
      log.warn(
        { event: 'clock-jumped', aheadSeconds: seconds(awayMs) },
        'the clock of this machine jumped against the time that went by; the server does not follow it (sitwell clock)',
      )
    if (!isAway && wasAway)
      log.warn({ event: 'clock-agrees' }, 'the clock of this machine and the time of the server agree again')
    wasAway = isAway
  }

  const beat = async () => {
    tellOfClock()
    try {
      await word.heed()
      await write(false)
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.error({ event: 'heartbeat-failed', err: error }, 'the heartbeat could not be written')
      hasFailed = true
    }
  }

  const tellOfStart = ({ nowMs, evidence, heldSinceMs }: TimeAtStart) => {
    const aheadSeconds = seconds(machine.read().wallMs - nowMs)
    if (heldSinceMs !== undefined)
      log.warn(
        { event: 'clock-unconfirmed', aheadSeconds },
        'nothing shows how long no server ran, and exams were under way: their time continues from where it was. If the clock of this machine is right, run: sitwell clock confirm',
      )
    else if (clock.standing().awayMs !== 0)
      log.warn(
        { event: 'clock-jumped-before-start', aheadSeconds, evidence },
        'the clock of this machine jumped while no server ran; the server does not follow it',
      )
    wasAway = clock.standing().awayMs !== 0
  }

  return {
    lastBeatMs: () => lastBeatMs,
    start: async () => {
      const beats = (await selectHeartbeats(database)).map(beatOf)
      const lastMs = beats[0]?.serverMs
      const { wallMs } = machine.read()
      const found = timeAtStart(beats, {
        wallMs,
        bootId: machine.bootId,
        uptimeMs: machine.uptimeMs(),
        database: await databaseClock(),
        // A clock that is behind would give its time again to an exam that was over, and that nobody has completed yet.
        isAtStake: lastMs !== undefined && (await runningExams.isAnyTimeRunning(Math.min(lastMs, wallMs))),
      })
      clock.set(found.nowMs, found.heldSinceMs)
      tellOfStart(found)
      if (lastMs !== undefined && lastMs > clock.nowMs()) await forgetTimeAfter(database, clock.nowMs())
      if (lastMs !== undefined && found.evidence !== 'node') await insertOutage(database.kysely, lastMs, clock.nowMs())
      await forgetHeartbeats(database, clock.nowMs() - rememberMs)
      await word.begin()
      beatAtMs = machine.steadyMs()
      await write(false)
      timer = setInterval(() => {
        underWay ??= beat().finally(() => {
          underWay = undefined
        })
      }, context.beatMs ?? defaultBeatMs)
      timer.unref()
    },
    stop: async () => {
      clearInterval(timer)
      await underWay
      // A database that is away now is no reason not to stop: the sign before it says nearly as much.
      if (timer)
        await write(true).catch((error: unknown) =>
          log.warn({ event: 'heartbeat-failed', err: error }, 'the last heartbeat could not be written'),
        )
    },
  }
}
