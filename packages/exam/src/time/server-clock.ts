import type { ClockReading } from './watched-clock.ts'

/** More than this, either way, between the machine's clock and the time that went by is a jump, and isn't followed. */
export const serverJumpMs = 10_000
/** A machine that restarts is back within this: so far ahead its clock is believed without another witness. */
export const machineRestartMs = 10 * 60_000
/** Two nodes of one database are heard of within this, or they don't serve. */
export const nodeSilenceMs = 12_000
/** The share of the time that went by, by which a difference to the machine's clock is worked off. */
const slewedShare = 0.01

/** The server's time: anchored once, moved by a clock that nobody can set, and kept near the machine's while that makes no jump. */
export interface ServerTime {
  /** What the machine's two clocks read last. */
  readonly reading: ClockReading
  readonly nowMs: number
  /** How far the machine's clock is ahead of the server's, negative where behind; 0 if it is near, and followed. */
  readonly awayMs: number
  /** The server's time since which nothing tells how long nobody served: no exam ends by what may have passed then. */
  readonly heldSinceMs?: number | undefined
}

export const startServerTime = (reading: ClockReading, nowMs: number, heldSinceMs?: number): ServerTime => {
  const differsMs = reading.wallMs - nowMs
  const isNear = Math.abs(differsMs) <= serverJumpMs
  return { reading, nowMs, awayMs: isNear ? 0 : differsMs, ...(!isNear && heldSinceMs !== undefined && { heldSinceMs }) }
}

/**
 * The time at the next reading. It never goes back. A machine's clock that was wrong and is set right is followed again by itself;
 * where it wasn't known how long nobody served, it says that once it is as far ahead as a restart takes.
 */
export const readServerTime = (time: ServerTime, reading: ClockReading): ServerTime => {
  const passedMs = Math.max(0, reading.steadyMs - time.reading.steadyMs)
  const steadyMs = time.nowMs + passedMs
  const differsMs = reading.wallMs - steadyMs
  if (Math.abs(differsMs) <= serverJumpMs) {
    const mostMs = passedMs * slewedShare
    return { reading, nowMs: steadyMs + Math.max(-mostMs, Math.min(mostMs, differsMs)), awayMs: 0 }
  }
  if (time.heldSinceMs !== undefined && differsMs > 0 && differsMs <= machineRestartMs)
    return { reading, nowMs: reading.wallMs, awayMs: 0 }
  return { ...time, reading, nowMs: steadyMs, awayMs: differsMs }
}

/** A sign of life that a server left in the database. */
export interface Beat {
  readonly serverMs: number
  /** Of the machine's run since it was switched on, with how long that was; undefined if a system doesn't tell. */
  readonly bootId: string | undefined
  readonly uptimeMs: number
  /** The database's own clock then; undefined if it has none but the machine's. */
  readonly databaseMs: number | undefined
  readonly heldSinceMs: number | undefined
  /** Of a server that was told to stop. */
  readonly isLast: boolean
}

/** What can be known at a start of how much time went by. */
export interface Witnesses {
  readonly wallMs: number
  readonly bootId: string | undefined
  readonly uptimeMs: number
  /** The database's clock, and when by it the database was started. */
  readonly database: { readonly nowMs: number; readonly startedMs: number } | undefined
  /** Whether an exam is under way whose time a wrong clock would end, or give again. */
  readonly isAtStake: boolean
}

/** What the time at a start was taken from. */
export type Evidence = 'machine' | 'node' | 'uptime' | 'database' | 'none'

export interface TimeAtStart {
  readonly nowMs: number
  readonly evidence: Evidence
  readonly heldSinceMs?: number | undefined
}

const newestOf = (beats: readonly Beat[]) =>
  beats.reduce<Beat | undefined>((newest, beat) => (newest && newest.serverMs >= beat.serverMs ? newest : beat), undefined)

const byLiveNode = (beats: readonly Beat[], { database }: Witnesses): TimeAtStart | undefined => {
  if (!database) return undefined
  const times = beats.flatMap(({ serverMs, databaseMs, isLast, heldSinceMs }) => {
    const sinceMs = database.nowMs - (databaseMs ?? Number.NEGATIVE_INFINITY)
    return !isLast && sinceMs >= 0 && sinceMs <= nodeSilenceMs ? [{ nowMs: serverMs + sinceMs, heldSinceMs }] : []
  })
  const [first] = times.sort((one, other) => other.nowMs - one.nowMs)
  return first && { ...first, evidence: 'node' }
}

const byUptime = (beats: readonly Beat[], newest: Beat, { bootId, uptimeMs }: Witnesses): TimeAtStart | undefined => {
  if (bootId === undefined) return undefined
  const own = newestOf(beats.filter((beat) => beat.bootId === bootId && beat.uptimeMs <= uptimeMs))
  if (!own) return undefined
  const nowMs = Math.max(newest.serverMs, own.serverMs + uptimeMs - own.uptimeMs)
  return { nowMs, evidence: 'uptime', heldSinceMs: own.heldSinceMs }
}

/** A database that was started before the last sign of life is on a machine that wasn't restarted: its clock is another's. */
const byDatabase = (newest: Beat, { wallMs, database }: Witnesses): TimeAtStart | undefined => {
  if (!database || newest.databaseMs === undefined || database.startedMs >= newest.databaseMs) return undefined
  const nowMs = newest.serverMs + database.nowMs - newest.databaseMs
  if (nowMs < newest.serverMs) return undefined
  // Of two that differ the one that lets less time pass ends nobody's exam.
  return { nowMs: wallMs >= newest.serverMs ? Math.min(wallMs, nowMs) : nowMs, evidence: 'database' }
}

/**
 * What time it is for a server that starts, by the signs of life before it. While an exam is under way the machine's clock alone
 * is believed only if it is about where it was: else another server that serves, the machine's own uptime, or the clock of a
 * database on another machine says how much time went by. If nothing does, the time continues where it stood, and is held so.
 */
export const timeAtStart = (beats: readonly Beat[], witnesses: Witnesses): TimeAtStart => {
  const { wallMs, isAtStake } = witnesses
  const newest = newestOf(beats)
  if (!newest) return { nowMs: wallMs, evidence: 'machine' }
  const byNode = byLiveNode(beats, witnesses)
  if (byNode) return byNode
  if (!isAtStake) return { nowMs: wallMs, evidence: 'machine' }
  const found = byUptime(beats, newest, witnesses)
  if (found) return found
  const aheadMs = wallMs - newest.serverMs
  if (aheadMs >= -serverJumpMs && aheadMs <= machineRestartMs)
    return { nowMs: Math.max(wallMs, newest.serverMs), evidence: 'machine' }
  return (
    byDatabase(newest, witnesses) ?? {
      nowMs: newest.serverMs,
      evidence: 'none',
      heldSinceMs: newest.heldSinceMs ?? newest.serverMs,
    }
  )
}
