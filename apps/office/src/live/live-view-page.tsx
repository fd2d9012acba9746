import type { LiveRow, LiveView } from '@sitwell/contract'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { useOfficeTexts } from '@sitwell/office-ui/office-texts.tsx'
import { noSelection } from '@sitwell/office-ui/selection.ts'
import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { useState } from 'react'
import { roomPath, roomsPath } from '../exam-day/room-paths.ts'
import { useOffice } from '../office-context.tsx'
import { ActionLink } from '../people/action-link.tsx'
import { useResultFocus } from '../people/use-result-focus.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { ActButtons } from './acts/act-buttons.tsx'
import type { LiveActId } from './acts/live-acts.ts'
import type { LivePlace } from './feed/ask-live.ts'
import type { LiveStore } from './feed/live-store.ts'
import styles from './live.module.css'
import { liveFields, livePath } from './live-address.ts'
import { LiveAside } from './live-aside.tsx'
import { LiveBar, RoomSelect } from './live-bar.tsx'
import { LiveOver, type Over } from './live-over.tsx'
import { LiveTable } from './live-table.tsx'
import { BlindNote, PulseLine } from './pulse.tsx'
import { useAnnounced } from './use-announced.ts'
import { useFocusAfter } from './use-focus-after.ts'
import { useHasAside } from './use-has-aside.ts'
import { useHasChips } from './use-has-chips.ts'
import { useLiveSnapshot, useLiveStore } from './use-live-store.ts'
import { type RoomShown, useRoom } from './use-room.ts'
import { useShownBy } from './use-shown-by.ts'
import { useSound } from './use-sound.ts'

/** The server won't show it: it isn't there, or no longer for this person. */
const Refused = ({ store, code }: { readonly store: LiveStore; readonly code: string }) => {
  const { text } = useOffice()
  return (
    <div className={styles.failed}>
      <Problem>{text(code === 'NOT_FOUND' ? 'live.notFound' : 'failure.notAllowed')}</Problem>
      <Button className={density.press} onPress={store.again}>
        {text('table.retry')}
      </Button>
    </div>
  )
}

/** The exam's zone, if it isn't that of the times that show. */
const ZoneNote = ({ view }: { readonly view: LiveView | undefined }) => {
  const { text } = useOffice()
  const { timeZone } = useOfficeTexts()
  if (view?.zone === undefined || view.zone === timeZone) return null
  return <p className={styles.zone}>{text('live.zone', { zone: view.zone, yours: timeZone })}</p>
}

/** The way back, and the name of the whole if one room of it shows. */
const Crumb = ({ shown: { view, title } }: { readonly shown: RoomShown }) => {
  const { text } = useOffice()
  return (
    <>
      <OfficeLink to="/live">{text('live.title')}</OfficeLink>
      {view !== undefined && title !== view.name && <bdi className={styles.crumb}>{view.name}</bdi>}
    </>
  )
}

/** What can be done to everybody in the rooms that show, and the way to actions and alerts if there is no column for them. */
const RoomActs = ({
  shown: { view, people, alerts, roomID },
  onEvents,
  onAct,
}: {
  readonly shown: RoomShown
  onEvents(): void
  onAct(id: LiveActId, people: readonly LiveRow[]): void
}) => {
  const { text } = useOffice()
  const hasAside = useHasAside()
  if (view === undefined) return null
  return (
    <div className={classNames(density.compact, styles.acts)}>
      {!hasAside && (
        <Button className={density.press} onPress={onEvents}>
          {text('live.eventsCount', { count: alerts.length })}
        </Button>
      )}
      {people.length > 0 && <ActButtons rows={people} view={view} isRoom onAct={(id) => onAct(id, people)} />}
      {view.deliveryID !== undefined && (
        <ActionLink to={roomID === undefined ? roomsPath(view.deliveryID) : roomPath(view.deliveryID, roomID)}>
          {text(roomID === undefined ? 'live.finishRooms' : 'live.finishRoom')}
        </ActionLink>
      )}
    </div>
  )
}

const LiveRoom = ({
  store,
  path,
  leadsTo,
}: {
  readonly store: LiveStore
  readonly path: string
  leadsTo(path: string): boolean
}) => {
  const { text } = useOffice()
  const { feed } = useLiveSnapshot(store)
  const [values, change] = useAddressQuery(liveFields)
  const [selection, setSelection] = useState(noSelection)
  const [over, setOver] = useState<Over>()
  const [notice, setNotice] = useState<string>()
  const [showsEvents, setShowsEvents] = useState(false)
  const sound = useSound()
  const hasChips = useHasChips()
  const by = useShownBy(store)
  const shown = useRoom(store, values)
  const { view, pulse } = shown
  const result = useResultFocus(notice, over)
  useFocusAfter(over, result)
  const said = useAnnounced(view && shown.alerts, values.room, sound.isOn)
  const title = shown.title ?? text('live.title')
  const act = (id: LiveActId, people: readonly LiveRow[]) => setOver({ is: 'act', act: { id, people } })
  const openPerson = (person: string) => {
    setShowsEvents(false)
    void change({ person })
  }
  const done = (words: string) => {
    setOver(undefined)
    setNotice(words)
    store.again()
  }
  return (
    <OfficePage
      title={title}
      fills
      isLoading={view === undefined && feed.refused === undefined}
      above={<Crumb shown={shown} />}
      actions={<RoomActs shown={shown} onEvents={() => setShowsEvents(true)} onAct={act} />}
    >
      <div role="status" className={density.unseen}>
        {/* Another element for each: a text that stays as it is would not be announced again. */}
        <span key={said.number}>{said.text}</span>
      </div>
      <div ref={result} tabIndex={-1} className={styles.result}>
        <BlindNote store={store} />
        <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
      </div>
      {feed.refused !== undefined ? (
        <Refused store={store} code={feed.refused} />
      ) : (
        <>
          <div className={styles.head}>
            <PulseLine store={store} pulse={pulse} />
            {hasChips && <RoomSelect view={view} room={values.room} onChange={(next) => void change(next)} />}
          </div>
          <div className={styles.bar}>
            <LiveBar {...values} view={view} pulse={pulse} onChange={(next) => void change(next)} />
          </div>
          <ZoneNote view={view} />
          <div className={styles.columns}>
            <LiveTable
              store={store}
              view={view}
              caption={text('live.people.caption', { name: title })}
              path={path}
              by={by}
              isShown={shown.isShown}
              sort={{ column: values.sort, direction: values.order }}
              showsRooms={shown.isSeveral}
              filterCount={[values.show !== 'all', values.search.trim() !== ''].filter(Boolean).length}
              filterKey={`${values.room} ${values.show} ${values.search}`}
              selection={selection}
              onSelection={setSelection}
              onSort={(sort, order) => void change({ sort, order })}
              onClear={() => void change({ show: 'all', search: '' })}
              onOpen={({ rowID }) => openPerson(rowID)}
              onAct={act}
            />
            {view !== undefined && (
              <LiveAside
                store={store}
                view={view}
                shown={shown}
                person={values.person}
                by={by}
                sound={sound}
                showsEvents={showsEvents}
                onPerson={openPerson}
                onAction={(actionID) => setOver({ is: 'action', actionID })}
                onAct={act}
                leadsTo={leadsTo}
                onCloseEvents={() => setShowsEvents(false)}
              />
            )}
          </div>
        </>
      )}
      {view !== undefined && (
        <LiveOver store={store} view={view} over={over} onDone={done} onClose={() => setOver(undefined)} />
      )}
    </OfficePage>
  )
}

/** The live view of a delivery, or of an exam without one: by default that of the caller's own rooms. */
const LiveViewPage = ({ place, leadsTo }: { readonly place: LivePlace; leadsTo(path: string): boolean }) => {
  const store = useLiveStore(place)
  return store === undefined ? null : <LiveRoom store={store} path={livePath(place)} leadsTo={leadsTo} />
}

export default LiveViewPage
