import { type LiveAlert, newAlerts } from './alerts.ts'

/** Milliseconds for which alerts are collected before they are announced together: a switch that fails silences a whole room immediately. */
export const collectMs = 3000

/** Milliseconds between two announcements. Requests of learners don't wait for it. In a busy room a screen reader would do nothing else otherwise. */
export const quietMs = 20_000

export interface AnnouncerParts {
  /** Milliseconds by a clock that never goes back. */
  now(): number
  /** Calls after some milliseconds; the result takes it back. */
  after(ms: number, call: () => void): () => void
  /** Gets the alerts of one announcement: at least one. */
  announce(alerts: readonly LiveAlert[]): void
}

/** Collects the new alerts of a live view and announces them, a few times a minute at most. */
export const createAnnouncer = ({ now, after, announce }: AnnouncerParts) => {
  let known: { readonly scope: string; readonly keys: ReadonlySet<string> } | undefined
  let timer: { readonly atMs: number; readonly cancel: () => void } | undefined
  let lastMs = Number.NEGATIVE_INFINITY
  const waiting = new Map<string, LiveAlert>()

  const speak = () => {
    timer = undefined
    if (waiting.size === 0) return
    lastMs = now()
    const alerts = [...waiting.values()]
    waiting.clear()
    announce(alerts)
  }
  const plan = () => {
    const soonMs = now() + collectMs
    const isUrgent = [...waiting.values()].some(({ kind }) => kind === 'request')
    const atMs = isUrgent ? soonMs : Math.max(soonMs, lastMs + quietMs)
    if (timer !== undefined && timer.atMs <= atMs) return
    timer?.cancel()
    timer = { atMs, cancel: after(atMs - now(), speak) }
  }

  return {
    /**
     * Takes all alerts that there are now, and returns those that are new. Those that were there first, or that another `scope` brought, are not new, and what no
     * longer holds is not announced.
     */
    take: (alerts: readonly LiveAlert[], scope: string): readonly LiveAlert[] => {
      const keys = new Set(alerts.map(({ key }) => key))
      const found = known?.scope === scope ? newAlerts(known.keys, alerts) : []
      known = { scope, keys }
      for (const key of waiting.keys()) if (!keys.has(key)) waiting.delete(key)
      for (const alert of found) waiting.set(alert.key, alert)
      if (found.length > 0) plan()
      return found
    },
    stop: (): void => {
      timer?.cancel()
      timer = undefined
    },
  }
}
