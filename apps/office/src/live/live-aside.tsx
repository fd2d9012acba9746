import type { LiveRow, LiveView } from '@sitwell/contract'
import { SidePanel } from '@sitwell/office-ui/side-panel.tsx'
import { Switch } from '@sitwell/ui/switch.tsx'
import { useId } from 'react'
import { useOffice } from '../office-context.tsx'
import type { LiveActId } from './acts/live-acts.ts'
import { EventsPart } from './events-part.tsx'
import type { LiveStore } from './feed/live-store.ts'
import styles from './live.module.css'
import { PersonPanel } from './person-panel.tsx'
import type { ShownBy } from './rows/shown-row.ts'
import type { SoundChoice } from './sound.ts'
import { useHasAside } from './use-has-aside.ts'
import { useLiveSnapshot } from './use-live-store.ts'
import type { RoomShown } from './use-room.ts'

/** Beside the table, or over it in a narrow window: one person, or what was done and what somebody should look at. */
export const LiveAside = ({
  store,
  view,
  shown,
  person,
  by,
  sound,
  showsEvents,
  onPerson,
  onAction,
  onAct,
  onCloseEvents,
  leadsTo,
}: {
  readonly store: LiveStore
  readonly view: LiveView
  readonly shown: RoomShown
  /** Key of the row whose panel is open. */
  readonly person: string
  readonly by: ShownBy
  readonly sound: SoundChoice
  /** In a narrow window they show on request. */
  readonly showsEvents: boolean
  onPerson(rowID: string): void
  onAction(actionID: string): void
  onAct(id: LiveActId, people: readonly LiveRow[]): void
  onCloseEvents(): void
  /** Whether a path of the office shows a page to this person. */
  leadsTo(path: string): boolean
}) => {
  const { text } = useOffice()
  const { facts } = useLiveSnapshot(store)
  const hasAside = useHasAside()
  const headingId = useId()
  const row = facts.rows.get(person)
  if (row !== undefined)
    return (
      <PersonPanel
        key={person}
        row={row}
        view={view}
        by={by}
        actions={[...facts.actions.values()].filter((one) => one.person === undefined || one.person.rowID === person)}
        onAct={(id, of) => onAct(id, [of])}
        onClose={() => onPerson('')}
        leadsTo={leadsTo}
      />
    )
  const events = (
    <>
      <Switch isSelected={sound.isOn} onChange={sound.change}>
        {text('live.sound')}
      </Switch>
      <EventsPart
        actions={shown.actions}
        alerts={shown.alerts}
        view={view}
        nowMs={by.nowMs}
        onAction={onAction}
        onPerson={({ rowID }) => onPerson(rowID)}
      />
    </>
  )
  if (hasAside)
    return (
      <section className={styles.aside} aria-labelledby={headingId}>
        <h2 id={headingId} className={styles.asideTitle}>
          {text('live.events')}
        </h2>
        {events}
      </section>
    )
  if (!showsEvents) return null
  return (
    <SidePanel title={text('live.events')} onClose={onCloseEvents}>
      {events}
    </SidePanel>
  )
}
