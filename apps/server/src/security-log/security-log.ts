import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { ServerLog } from '../server-log.ts'
import { rowOfEvent, type UnlinkedEvent } from './chain.ts'
import { createRepeats } from './gather-repeats.ts'
import { appendEvents } from './queries.ts'
import type { SecurityEvent, TimedEvent } from './security-event.ts'

export interface SecurityLog {
  /** Writes an event into the log and, soon, into the database. Never throws, and nobody waits for it: no sign-in fails by it. */
  note(event: SecurityEvent): void
  /** Resolves when all that was noted is in the database, or can't be brought there for now. */
  settled(): Promise<void>
  /** Brings what is left into the database; what can't be is in the log alone. */
  stop(): Promise<void>
}

interface LogContext {
  readonly database: Database
  readonly clock: Clock
  readonly log: ServerLog
  /** Whether each event is a line of the log too. */
  readonly isLogged: boolean
}

/** Events of one transaction. */
const mostTogether = 500
/** Events that wait for a database that is away; above it they are counted alone. */
const mostWaiting = 20_000
const firstPauseMs = 500
const longestPauseMs = 30_000
/** How often what was held back as a repetition is looked through. */
const repeatsMs = 15_000

/** The security log of a running server. */
export const createSecurityLog = ({ database, clock, log, isLogged }: LogContext): SecurityLog => {
  const lines = isLogged ? log.child({}, { level: 'info' }) : undefined
  const repeats = createRepeats()
  const waiting: UnlinkedEvent[] = []
  let dropped = 0
  let writing: Promise<void> | undefined
  let pauseMs = 0
  const ending = new AbortController()

  const keep = (event: TimedEvent) => {
    const { atMs, ...fields } = event
    lines?.info({ event: 'security', security: { at: new Date(atMs).toISOString(), ...fields } }, `security: ${event.kind}`)
    if (waiting.length < mostWaiting) waiting.push(rowOfEvent(event))
    else dropped += 1
  }

  const writeAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostTogether)
      try {
        await appendEvents(database, batch)
        waiting.splice(0, batch.length)
        pauseMs = 0
        if (dropped === 0) continue
        const times = dropped
        dropped = 0
        keep({ kind: 'events-not-written', orgId: 0, times, atMs: clock.nowMs() })
      } catch (error) {
        pauseMs = Math.min(longestPauseMs, pauseMs * 2 || firstPauseMs)
        log.error({ event: 'security-log-waits', err: error }, 'the security log could not be written into the database yet')
        return
      }
    }
  }

  const write = (): Promise<void> => {
    writing ??= writeAll().finally(() => {
      writing = undefined
      if (waiting.length > 0 && !ending.signal.aborted)
        void wait(pauseMs, undefined, { ref: false, signal: ending.signal }).then(write, () => undefined)
    })
    return writing
  }

  const note = (event: SecurityEvent) => {
    const one = repeats.take({ ...event, atMs: clock.nowMs() })
    if (!one) return
    keep(one)
    if (pauseMs === 0) void write()
  }

  const tellRepeats = (nowMs?: number) => {
    const due = repeats.due(nowMs)
    for (const event of due) keep(event)
    if (due.length > 0) void write()
  }
  const timer = setInterval(() => tellRepeats(clock.nowMs()), repeatsMs).unref()

  return {
    note,
    settled: () => write(),
    stop: async () => {
      clearInterval(timer)
      ending.abort()
      tellRepeats()
      await writing
      await write()
      if (waiting.length > 0)
        log.error(
          { event: 'security-log-not-written', events: waiting.length },
          'events of the security log are in this log only',
        )
    },
  }
}
