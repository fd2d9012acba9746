import { useEffect, useRef, useState } from 'react'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import { type LiveAlert, newAlerts } from './rows/alerts.ts'
import { soundRequest } from './sound.ts'

/** Milliseconds for which alerts are collected before they are said together: a switch that fails silences a whole room at once. */
const collectMs = 3000
/** So many are named; of more only the number is said. */
const mostNamed = 3

/** What is said of some alerts of one view: each by its name, or how many there are. */
export const announcement = (alerts: readonly LiveAlert[], text: OfficeText): string => {
  if (alerts.length > mostNamed) return text('live.announce.many', { count: alerts.length })
  return alerts
    .map(({ kind, row }) => text('live.announce.one', { what: text(`live.alert.${kind}`), name: nameOf(row) }))
    .join(' ')
}

/** What a screen reader is told of new alerts, a few seconds' worth at a time; and the sound of a request, if that is on. Those that were there first, or that another `scope` brought, are not said. */
export const useAnnounced = (alerts: readonly LiveAlert[] | undefined, scope: string, sounds: boolean): string => {
  const { text } = useOffice()
  const [said, setSaid] = useState('')
  const known = useRef<{ readonly scope: string; readonly keys: ReadonlySet<string> }>(undefined)
  const waiting = useRef<LiveAlert[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ text, sounds })
  latest.current = { text, sounds }
  useEffect(() => {
    if (alerts === undefined) return
    const found = known.current?.scope === scope ? newAlerts(known.current.keys, alerts) : []
    known.current = { scope, keys: new Set(alerts.map(({ key }) => key)) }
    if (found.length === 0) return
    waiting.current.push(...found)
    if (latest.current.sounds && found.some(({ kind }) => kind === 'request')) soundRequest()
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setSaid(announcement(waiting.current, latest.current.text))
      waiting.current = []
    }, collectMs)
  }, [alerts, scope])
  useEffect(() => () => clearTimeout(timer.current), [])
  return said
}
