import { type CentreRow, officeCentres, type RoomState } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { StatusLine } from '@sitwell/office-ui/status-line.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import sectionStyles from '../people/section.module.css'
import { Section } from '../people/section.tsx'
import { useResultFocus } from '../people/use-result-focus.ts'
import { isGone } from '../places/is-gone.ts'
import { NotShown } from '../places/not-shown.tsx'
import { PlaceRemoved } from '../places/place-removed.tsx'
import styles from '../places/places.module.css'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { zoneText } from './centre-columns.ts'
import { EditCentre } from './edit-centre.tsx'
import { EditRoom } from './edit-room.tsx'
import { PlaceActDialog } from './place-act-dialog.tsx'
import { actsOn, type CentreOrRoom, type PlaceAct } from './place-acts.ts'
import { Rooms } from './rooms.tsx'
import { clockIn } from './zones.ts'

const minuteMs = 60_000

/** The dialog that is open over the page. */
type Open =
  | { readonly is: 'edit' }
  | { readonly is: 'room'; readonly room: RoomState | undefined }
  | { readonly is: 'act'; readonly act: PlaceAct; readonly room: RoomState | undefined }

const Facts = ({
  centre,
  mayWrite,
  onEdit,
  onAct,
}: {
  readonly centre: CentreRow
  readonly mayWrite: boolean
  onEdit(): void
  onAct(act: PlaceAct): void
}) => {
  const { text, language, nowMs } = useOffice()
  const { zone, address, isClosed } = centre
  return (
    <Section
      title={text('person.details')}
      actions={
        mayWrite && (
          <Button className={density.press} onPress={onEdit}>
            {text('person.edit')}
          </Button>
        )
      }
    >
      <dl className={sectionStyles.facts}>
        <dt>{text('centres.zone')}</dt>
        <dd>
          <bdi>{zoneText(zone)}</bdi> · <bdi>{text('centres.clock', { time: clockIn(zone, nowMs(), language.code) })}</bdi>
        </dd>
        <dt>{text('centres.address')}</dt>
        <dd className={styles.address} dir="auto">
          {address === '' ? '–' : address}
        </dd>
        <dt>{text('people.state')}</dt>
        <dd>{text(isClosed ? 'places.state.closed' : 'places.state.open')}</dd>
      </dl>
      {mayWrite && (
        <div className={sectionStyles.acts}>
          {actsOn({ kind: 'centre', state: centre }).map((act) => (
            <Button
              key={act}
              className={density.press}
              aria-label={text(`places.${act}.of`, { name: centre.name })}
              onPress={() => onAct(act)}
            >
              {text(`places.${act}`)}
            </Button>
          ))}
        </div>
      )}
    </Section>
  )
}

const Dialogs = ({
  centre,
  open,
  onDone,
  onClose,
}: {
  readonly centre: CentreRow
  readonly open: Open
  onDone(notice: string, isRemoved?: boolean): void
  onClose(): void
}) => {
  const { text } = useOffice()
  // The newest version of a room; as it was if somebody removed it meanwhile, so that an act on it is none on its centre.
  const newest = (known: RoomState | undefined): RoomState | undefined =>
    centre.rooms.find(({ roomID }) => roomID === known?.roomID) ?? known
  const saved = (name: string, hasChanged: boolean) =>
    onDone(hasChanged ? text('places.saved', { name }) : text('person.unchanged'))
  if (open.is === 'edit')
    return <EditCentre centre={centre} onSaved={({ name }, hasChanged) => saved(name, hasChanged)} onClose={onClose} />
  const room = newest(open.room)
  if (open.is === 'room')
    return (
      <EditRoom
        centreID={centre.centreID}
        room={room}
        onSaved={({ name }, hasChanged) =>
          room === undefined ? onDone(text('rooms.added', { name })) : saved(name, hasChanged)
        }
        onClose={onClose}
      />
    )
  const { act } = open
  const place: CentreOrRoom = room === undefined ? { kind: 'centre', state: centre } : { kind: 'room', state: room }
  return (
    <PlaceActDialog
      place={place}
      act={act}
      onDone={(notice) => onDone(notice, act === 'remove' && room === undefined)}
      onClose={onClose}
    />
  )
}

const Centre = ({ centre, asOf, onRemoved }: { readonly centre: CentreRow; readonly asOf: string; onRemoved(): void }) => {
  const { may } = useOffice()
  const [open, setOpen] = useState<Open>()
  const [notice, setNotice] = useState<string>()
  const result = useResultFocus(notice, centre)
  const mayWrite = may('centres.write', 'anywhere')
  return (
    <div className={styles.page}>
      <div ref={result} tabIndex={-1} className={styles.result}>
        <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
      </div>
      <Facts
        centre={centre}
        mayWrite={mayWrite}
        onEdit={() => setOpen({ is: 'edit' })}
        onAct={(act) => setOpen({ is: 'act', act, room: undefined })}
      />
      <Rooms
        rooms={centre.rooms}
        mayWrite={mayWrite}
        isClosed={centre.isClosed}
        onAdd={() => setOpen({ is: 'room', room: undefined })}
        onEdit={(room) => setOpen({ is: 'room', room })}
        onAct={(room, act) => setOpen({ is: 'act', act, room })}
      />
      <StatusLine asOfMs={Date.parse(asOf)} staleAfterMs={5 * minuteMs} />
      {open !== undefined && (
        <Dialogs
          centre={centre}
          open={open}
          onDone={(said, isRemoved = false) => {
            setOpen(undefined)
            if (isRemoved) onRemoved()
            else setNotice(said)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

/** One centre: where it is, its time zone, and its rooms. */
const CentrePage = ({ centreID }: { readonly centreID: string }) => {
  const { api, text } = useOffice()
  const [removed, setRemoved] = useState<string>()
  const query = { centre: centreID, closed: 'true' as const, limit: 1 }
  const { data, error, isError, refetch } = useQuery({
    ...officeQuery(api, officeCentres, { query }),
    enabled: removed === undefined,
  })
  const centre = data?.centres[0]
  const isMissing = isGone(error) || (data !== undefined && centre === undefined)
  if (removed !== undefined)
    return <PlaceRemoved name={removed} said={[text('places.remove.done', { name: removed })]} list="centres" />
  return (
    <OfficePage
      title={centre?.name ?? text('centres.heading')}
      above={<OfficeLink to="/centres">{text('centres.back')}</OfficeLink>}
      isLoading={data === undefined && !isError}
    >
      {data !== undefined && centre !== undefined && (
        <>
          {isError && <NotShown onRetry={() => void refetch()}>{text('centres.failedKept')}</NotShown>}
          <Centre centre={centre} asOf={data.asOf} onRemoved={() => setRemoved(centre.name)} />
        </>
      )}
      {data === undefined && !isError && <p role="status">{text('centres.loading')}</p>}
      {centre === undefined && (isMissing || isError) && (
        <NotShown onRetry={isMissing ? undefined : () => void refetch()}>
          {text(isMissing ? 'centres.notFound' : 'centres.failed')}
        </NotShown>
      )}
    </OfficePage>
  )
}

export default CentrePage
