import { useEffect, useRef, useState } from 'react'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import { browserClock } from './feed/browser-clock.ts'
import type { LiveAlert } from './rows/alerts.ts'
import { createAnnouncer } from './rows/announcer.ts'
import { soundRequest } from './sound.ts'

/** So many are named; of more only the number is said. */
const mostNamed = 3

/** What is said of some alerts of one view: each by its name, or how many there are. */
export const announcement = (alerts: readonly LiveAlert[], text: OfficeText): string => {
  if (alerts.length > mostNamed) return text('live.announce.many', { count: alerts.length })
  return alerts
    .map(({ kind, row }) => text('live.announce.one', { what: text(`live.alert.${kind}`), name: nameOf(row) }))
    .join(' ')
}

/** An announcement for screen readers. `number` counts them: a text is announced again even if it has not changed. */
export interface Announced {
  readonly text: string
  readonly number: number
}

/** The newest announcement of alerts for screen readers; and the sound of a request, if that is on. */
export const useAnnounced = (alerts: readonly LiveAlert[] | undefined, scope: string, sounds: boolean): Announced => {
  const { text } = useOffice()
  const [said, setSaid] = useState<Announced>({ text: '', number: 0 })
  const latest = useRef(text)
  latest.current = text
  const [announcer] = useState(() =>
    createAnnouncer({
      now: () => browserClock.now().steadyMs,
      after: browserClock.after,
      announce: (found) => setSaid(({ number }) => ({ text: announcement(found, latest.current), number: number + 1 })),
    }),
  )
  useEffect(() => {
    const found = alerts === undefined ? [] : announcer.take(alerts, scope)
    if (sounds && found.some(({ kind }) => kind === 'request')) soundRequest()
  }, [announcer, alerts, scope, sounds])
  useEffect(() => announcer.stop, [announcer])
  return said
}
