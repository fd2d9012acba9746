import type { Schedule } from '@sitwell/contract'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { useEffect, useRef, useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import { ScheduleCard } from './schedule-card.tsx'
import styles from './schedules-page.module.css'
import { byStanding, isShut, openedSince, type Standing, standingOf, untilThen } from './standing-of.ts'
import { useLooks } from './use-looks.ts'
import { useServerNow } from './use-server-now.ts'
import type { ServerTime } from './use-server-time.ts'

const titles: Record<Standing, MessageId> = {
  'goes-on': 'schedules.goesOn',
  ready: 'schedules.ready',
  coming: 'schedules.coming',
  held: 'schedules.held',
  missed: 'schedules.missed',
  done: 'schedules.done',
}

/** Names of what has come to be open while the page was there; the latest only. */
const useOpened = (schedules: readonly Schedule[], nowMs: number, isSure: boolean): readonly string[] => {
  const [names, setNames] = useState<readonly string[]>([])
  const before = useRef<ReadonlyMap<string, Standing>>(new Map())
  useEffect(() => {
    // Until the server has told its time, how something stands is a guess.
    if (!isSure) return
    const opened = openedSince(before.current, schedules, nowMs)
    before.current = new Map(schedules.map((schedule) => [schedule.guid, standingOf(schedule, nowMs)]))
    if (opened.length > 0) setNames(opened.map(({ examName }) => examName))
  }, [schedules, nowMs, isSure])
  return names
}

/** The assessments by what can be done with them: what goes on first, then what may start, what comes, and what is done. */
export const ScheduleGroups = ({
  schedules,
  serverTime,
  timeZone,
  onLook,
  onOpen,
  onResult,
  onReset,
}: {
  readonly schedules: readonly Schedule[]
  readonly serverTime: ServerTime
  readonly timeZone: string
  /** Has the list fetched again, while something in it can't be begun. */
  onLook(): void
  onOpen(schedule: Schedule): void
  onResult(schedule: Schedule): void
  /** Only if the configuration has the testing aid on. */
  readonly onReset: ((schedule: Schedule) => void) | undefined
}) => {
  const { text, language, clock } = usePlayer()
  const hasDates = schedules.some(({ startDt, completeDt }) => startDt !== undefined || completeDt !== undefined)
  const nowMs = useServerNow(hasDates, serverTime)
  // Until the server has told its time, this computer's may be wrong: the server says whether it opens.
  const isSure = serverTime === 'known' || clock.isKnown()
  const opened = useOpened(schedules, nowMs, isSure)
  const byNow = byStanding(schedules, nowMs)
  const messages = useLooks(
    byNow.some(({ standing }) => isShut(standing)),
    schedules,
    onLook,
  )
  const isClosed = (standing: Standing) => isShut(standing) && (isSure || standing === 'held')
  const first = byNow.find(({ standing }) => standing !== 'done' && !isClosed(standing))?.schedules[0]
  const groups = byNow.map(({ standing, schedules: own }) => (
    <section key={standing} aria-labelledby={`group-${standing}`} className={styles.group} data-standing={standing}>
      <h3 id={`group-${standing}`} className={styles.groupName}>
        {text(titles[standing])}
      </h3>
      <ul className={styles.list}>
        {own.map((schedule) => {
          const leftMs = Date.parse(schedule.startDt ?? '') - nowMs
          return (
            <ScheduleCard
              key={schedule.guid}
              schedule={schedule}
              timeZone={timeZone}
              isClosed={isClosed(standing)}
              openVariant={schedule === first ? 'primary' : 'secondary'}
              opens={standing === 'coming' ? text('schedules.opens', { when: untilThen(leftMs, language.code) }) : undefined}
              onOpen={() => onOpen(schedule)}
              onResult={() => onResult(schedule)}
              onReset={onReset && (() => onReset(schedule))}
            />
          )
        })}
      </ul>
    </section>
  ))
  return (
    <>
      {messages}
      <p role="status" className={styles.status}>
        {opened.map((name) => text('schedules.opensNow', { name })).join(' ')}
      </p>
      {groups}
    </>
  )
}
