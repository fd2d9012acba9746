import type { LiveAction, LiveRow, LiveView } from '@sitwell/contract'
import { useMemo } from 'react'
import { useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import { didText } from './acts/act-text.ts'
import styles from './live.module.css'
import type { LiveAlert } from './rows/alerts.ts'
import { stepsOf } from './rows/steps.ts'
import { useClockText } from './use-clock-text.ts'

/** Entries that are shown: what is older is in the persons' panels. */
const mostShown = 60

interface EventsProps {
  readonly actions: readonly LiveAction[]
  readonly alerts: readonly LiveAlert[]
  readonly view: LiveView
  /** The server's time (Unix ms) up to which the view knows. */
  readonly nowMs: number
  onAction(actionID: string): void
  onPerson(row: LiveRow): void
}

/** How far an action has come, in words. */
const StepsLine = ({ action, nowMs }: { readonly action: LiveAction; readonly nowMs: number }) => {
  const { text } = useOffice()
  const clock = useClockText()
  const { counts } = action
  const steps = stepsOf(action, nowMs)
  if (steps === 'refused' || steps === 'silent')
    return (
      <span className={styles.mark} data-tone="bad">
        {text(steps === 'refused' ? 'live.steps.nobody' : 'live.steps.silent')}
      </span>
    )
  if (steps === 'pending') return <span>{text('live.steps.pending', { count: counts.pending })}</span>
  if (steps === 'noted') return <span>{text('live.steps.noted')}</span>
  const sent = text('live.steps.sent', { time: clock(Date.parse(action.at)) })
  const step = (id: 'delivered' | 'acknowledged', at: string | undefined) => {
    const values = { done: counts[id], of: counts.expected }
    return at === undefined
      ? text(`live.steps.${id}`, values)
      : text(`live.steps.${id}At`, { ...values, time: clock(Date.parse(at)) })
  }
  const delivered = step('delivered', action.deliveredAt)
  const acknowledged = step('acknowledged', action.acknowledgedAt)
  return (
    <ol className={styles.steps} data-steps={steps}>
      <li>{sent}</li>
      <li data-isdone={counts.delivered > 0 || undefined}>{delivered}</li>
      <li data-isdone={counts.acknowledged > 0 || undefined}>{acknowledged}</li>
    </ol>
  )
}

const ActionEntry = ({ action, view, nowMs, onAction }: Omit<EventsProps, 'actions'> & { readonly action: LiveAction }) => {
  const { text } = useOffice()
  const { person, counts } = action
  const who =
    person === undefined
      ? text('live.people', { count: counts.people })
      : nameOf({ ...person, username: text('live.people', { count: 1 }) })
  return (
    <div className={styles.entryBody}>
      <div>
        <b>
          <bdi>{didText(action.act, view, text)}</bdi>
        </b>{' '}
        <span>{text('live.for', { who })}</span>{' '}
        <span className={styles.quiet}>{action.isMine ? text('live.byYou') : text('live.by', { name: action.by })}</span>
      </div>
      <div className={styles.stepsLine}>
        <StepsLine action={action} nowMs={nowMs} />
        {counts.refused > 0 && <span>{text('live.steps.refused', { count: counts.refused })}</span>}
        <button type="button" className={styles.more} onClick={() => onAction(action.actionID)}>
          {text('live.steps.who')}
        </button>
      </div>
    </div>
  )
}

const AlertEntry = ({ alert: { kind, row }, onPerson }: { readonly alert: LiveAlert; onPerson(row: LiveRow): void }) => {
  const { text } = useOffice()
  return (
    <div className={styles.entryBody}>
      <span className={styles.mark} data-tone={kind === 'no-contact' || kind === 'unsupervised' ? 'bad' : 'late'}>
        {text(`live.alert.${kind}`)}
      </span>{' '}
      <button type="button" className={styles.more} onClick={() => onPerson(row)}>
        <bdi>{nameOf(row)}</bdi>
      </button>
    </div>
  )
}

/** The list of actions and alerts, the newest first. */
export const EventsPart = (props: EventsProps) => {
  const { actions, alerts, onPerson } = props
  const { text } = useOffice()
  const clock = useClockText()
  const entries = useMemo(
    () =>
      [
        ...actions.map((action) => ({ key: action.actionID, atMs: Date.parse(action.at), action })),
        ...alerts.map((alert) => ({ key: alert.key, atMs: alert.sinceMs, alert })),
      ]
        .sort((a, b) => b.atMs - a.atMs)
        .slice(0, mostShown),
    [actions, alerts],
  )
  if (entries.length === 0) return <p className={styles.quiet}>{text('live.nothingYet')}</p>
  return (
    <ul className={styles.events}>
      {entries.map((entry) => (
        <li key={entry.key} className={styles.entry}>
          <time className={styles.time} dateTime={new Date(entry.atMs).toISOString()}>
            {clock(entry.atMs)}
          </time>
          {'action' in entry ? (
            <ActionEntry {...props} action={entry.action} />
          ) : (
            <AlertEntry alert={entry.alert} onPerson={onPerson} />
          )}
        </li>
      ))}
    </ul>
  )
}
