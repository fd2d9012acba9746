import type { LiveRow } from '@sitwell/contract'
import { type Check, checksOf } from './checks.ts'

export type AlertKind = 'request' | 'no-contact' | Check

/** Something about a person that somebody should look at, as long as it is so. */
export interface LiveAlert {
  /** The same for as long as it goes on. */
  readonly key: string
  readonly kind: AlertKind
  readonly row: LiveRow
  /** Since when, as far as is known (the server's time, Unix ms). */
  readonly sinceMs: number
}

const momentOf = (row: LiveRow, kind: AlertKind): number => {
  if (kind === 'request') return Date.parse(row.requestedAt ?? '')
  if (kind === 'no-contact') return Date.parse(row.contactAt ?? row.startedAt ?? '')
  return Date.parse(row.page?.at ?? row.contactAt ?? row.startedAt ?? '')
}

const newestFirst = (a: LiveAlert, b: LiveAlert): number => b.sinceMs - a.sinceMs || (a.key < b.key ? -1 : 1)

/** What is to be looked at of each person at `nowMs`, the newest first. It follows from the rows alone, so a view that was opened anew has the same alerts. */
export const alertsOf = (rows: Iterable<LiveRow>, nowMs: number): readonly LiveAlert[] => {
  const alerts: LiveAlert[] = []
  for (const row of rows) {
    const kinds: AlertKind[] = [...checksOf(row)]
    if (row.requestedAt !== undefined) kinds.push('request')
    if (row.state === 'no-contact') kinds.push('no-contact')
    for (const kind of kinds) {
      const sinceMs = momentOf(row, kind)
      // Without contact it is one alert for each silence; a request is one for each asking.
      const isEach = kind === 'request' || kind === 'no-contact'
      const key = `${row.rowID} ${kind}${isEach ? ` ${sinceMs}` : ''}`
      alerts.push({ key, kind, row, sinceMs: Number.isNaN(sinceMs) ? nowMs : sinceMs })
    }
  }
  return alerts.sort(newestFirst)
}

/** Alerts with the moments at which a view first had them (`known`, by key): otherwise each report of a page would move its alert to the top of the list. */
export const keepingMoments = (known: ReadonlyMap<string, number>, alerts: readonly LiveAlert[]): readonly LiveAlert[] =>
  alerts
    .map((alert) => ({ ...alert, sinceMs: Math.min(known.get(alert.key) ?? alert.sinceMs, alert.sinceMs) }))
    .sort(newestFirst)

/** The alerts that were not there before. */
export const newAlerts = (before: ReadonlySet<string>, now: readonly LiveAlert[]): readonly LiveAlert[] =>
  now.filter(({ key }) => !before.has(key))
