import type { SecurityEvent, TimedEvent } from './security-event.ts'

/** How long the same from the same is one event, in milliseconds. */
const togetherMs = 60_000
/** Different events that one address may make in that time; what comes besides is told by its kind alone. */
const mostOfAddress = 100
/** The same over all addresses. */
const mostOfAll = 5_000

/** Kinds that somebody who attacks makes as many of as they like: repeated within a minute they are one event, with a count. */
const repeated = new Set<SecurityEvent['kind']>([
  'sign-in-refused',
  'limit-held',
  'access-refused',
  'second-step-refused',
  'password-refused',
  'file-refused',
])

interface Held {
  readonly event: SecurityEvent
  readonly sinceMs: number
  /** How many came after the first, which was let through. */
  times: number
}

export interface Repeats {
  /** The event where it is to be written now. */
  take(event: TimedEvent): TimedEvent | undefined
  /** What was held back and whose minute is over; all that is held back where no moment is given. */
  due(nowMs?: number): TimedEvent[]
}

/** Keeps the log from being filled by whoever is refused: the first of a kind goes through at once, the rest of a minute as a number. */
export const createRepeats = (): Repeats => {
  const held = new Map<string, Held>()
  const ofAddress = new Map<string, number>()

  const keyOf = (event: SecurityEvent): [string, SecurityEvent] => {
    const { kind, orgId, address, what, userGuid, username } = event
    const key = JSON.stringify([kind, orgId, address, what, userGuid, username])
    if (held.has(key)) return [key, event]
    if (held.size >= mostOfAll) return [JSON.stringify([kind]), { kind, orgId: 0, what: 'from many addresses' }]
    if ((ofAddress.get(address ?? '') ?? 0) < mostOfAddress) return [key, event]
    return [JSON.stringify([kind, orgId, address]), { kind, orgId, address, what: 'many of one address' }]
  }

  return {
    take: (given) => {
      if (!repeated.has(given.kind)) return given
      const { atMs, ...whole } = given
      const [key, event] = keyOf(whole)
      const known = held.get(key)
      if (known) {
        known.times += 1
        return undefined
      }
      held.set(key, { event, sinceMs: atMs, times: 0 })
      ofAddress.set(event.address ?? '', (ofAddress.get(event.address ?? '') ?? 0) + 1)
      return { ...event, atMs }
    },
    due: (nowMs) => {
      const over = [...held].filter(
        ([, { sinceMs }]) => nowMs === undefined || nowMs - sinceMs >= togetherMs || nowMs < sinceMs,
      )
      for (const [key, { event }] of over) {
        held.delete(key)
        const left = (ofAddress.get(event.address ?? '') ?? 1) - 1
        if (left > 0) ofAddress.set(event.address ?? '', left)
        else ofAddress.delete(event.address ?? '')
      }
      return over.flatMap(([, { event, sinceMs, times }]) => (times === 0 ? [] : [{ ...event, times, atMs: nowMs ?? sinceMs }]))
    },
  }
}
