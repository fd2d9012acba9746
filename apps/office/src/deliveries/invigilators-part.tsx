import { type DeliveryRoom, type DeliveryState, officeGrantRole, officePeople, officeWithdrawRole } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { FormDialog } from '@sitwell/office-ui/form-dialog.tsx'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { PickField, type PickOption } from '@sitwell/office-ui/pick-field.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import { useAct } from '../people/use-act.ts'
import { useResultFocus } from '../people/use-result-focus.ts'
import styles from './deliveries.module.css'
import { useReadDeliveriesAgain } from './use-deliveries.ts'

type Invigilator = NonNullable<DeliveryRoom['invigilators']>[number]

interface Place {
  readonly delivery: DeliveryState
  readonly room: DeliveryRoom
}

const most = 20

const scopeOf = ({ delivery, room }: Place) => ({
  ...{ kind: 'delivery-room' as const, delivery: delivery.deliveryID, room: room.roomID },
})

/** Gives somebody the role of invigilator in this very room of the delivery. */
const AddInvigilator = ({
  place,
  onDone,
  onClose,
}: {
  readonly place: Place
  onDone(notice: string): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const act = useAct()
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<PickOption>()
  const [isTried, setTried] = useState(false)
  const query = { ...(search !== '' && { search }), limit: most }
  const { data, isError, isFetching, refetch } = useQuery(officeQuery(api, officePeople, { query }))
  const error = isTried && picked === undefined ? text('deliveries.walkIn.choose') : undefined
  const add = async () => {
    setTried(true)
    if (picked === undefined) return
    const body = { userID: Number(picked.id), role: 'invigilator' as const, scope: scopeOf(place) }
    if ((await act.run(() => api.call(officeGrantRole, { body }))) === undefined) return
    onDone(text('deliveries.invigilators.added', { name: picked.title, room: place.room.name }))
  }
  return (
    <FormDialog
      title={text('deliveries.invigilators.addTo', { room: place.room.name })}
      submit={text('deliveries.invigilators.apply')}
      errors={error === undefined ? {} : { person: error }}
      problem={act.problem}
      isPending={act.isPending}
      onSubmit={() => void add()}
      onCancel={onClose}
    >
      <p>{text('deliveries.invigilators.about')}</p>
      <PickField
        label={text('deliveries.person')}
        isRequired
        error={error}
        options={(data?.people ?? []).map((one) => ({ id: String(one.userID), title: nameOf(one), note: one.username }))}
        value={picked}
        onChange={setPicked}
        onSearch={setSearch}
        isLoading={isFetching && data === undefined}
        hasFailed={isError}
        onRetry={() => void refetch()}
        hasMore={data?.next !== undefined}
      />
    </FormDialog>
  )
}

/** Takes the role in this room from somebody, for a reason; other roles of theirs stay. */
const TakeOut = ({
  place,
  person,
  onDone,
  onClose,
}: {
  readonly place: Place
  readonly person: Invigilator
  onDone(notice: string): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const act = useAct()
  const said = { name: nameOf(person), room: place.room.name }
  const take = async (reason: string) => {
    const body = { userID: person.userID, role: 'invigilator' as const, reason, scope: scopeOf(place) }
    if ((await act.run(() => api.call(officeWithdrawRole, { body }))) === undefined) return
    onDone(text('deliveries.invigilators.takenOut', said))
  }
  return (
    <ConfirmDialog
      title={text('deliveries.invigilators.takeOutTitle', said)}
      consequences={[text('deliveries.invigilators.loses'), text('deliveries.invigilators.listed')]}
      confirm={text('deliveries.invigilators.takeOut')}
      isDangerous
      asksReason
      isPending={act.isPending}
      problem={act.problem}
      onConfirm={(reason) => void take(reason)}
      onClose={onClose}
    />
  )
}

const RoomLine = ({
  room,
  mayGrant,
  onAdd,
  onTakeOut,
}: {
  readonly room: DeliveryRoom
  readonly mayGrant: boolean
  onAdd(): void
  onTakeOut(person: Invigilator): void
}) => {
  const { text } = useOffice()
  const invigilators = room.invigilators ?? []
  return (
    <li className={styles.list}>
      <strong>{text('deliveries.roomOf', { room: room.name, centre: room.centre })}</strong>
      {invigilators.length === 0 && <span className={styles.quiet}>{text('deliveries.invigilators.none')}</span>}
      <ul>
        {invigilators.map((person) => (
          <li key={person.userID}>
            <span>{nameOf(person)}</span>{' '}
            {mayGrant && (
              <Button
                className={styles.press}
                aria-label={text('deliveries.invigilators.takeOutOf', { name: nameOf(person), room: room.name })}
                onPress={() => onTakeOut(person)}
              >
                {text('deliveries.invigilators.takeOut')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayGrant && (
        <div>
          <Button
            className={styles.press}
            aria-label={text('deliveries.invigilators.addTo', { room: room.name })}
            onPress={onAdd}
          >
            {text('deliveries.invigilators.add')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Who watches over which room of a delivery. It takes effect at once, whether the delivery is applied or not. */
export const InvigilatorsPart = ({ delivery }: { readonly delivery: DeliveryState }) => {
  const { text, may } = useOffice()
  const readAgain = useReadDeliveriesAgain()
  const [open, setOpen] = useState<{ readonly room: DeliveryRoom; readonly person?: Invigilator }>()
  const [notice, setNotice] = useState<string>()
  const result = useResultFocus(notice, open)
  const mayGrant = may('roles.grant', 'anywhere')
  if (!delivery.mayChange || delivery.rooms.length === 0) return null
  const done = (words: string) => {
    setOpen(undefined)
    setNotice(words)
    readAgain()
  }
  const close = () => setOpen(undefined)
  return (
    <section className={styles.callout}>
      <h2 className={styles.title}>{text('deliveries.invigilators')}</h2>
      <div ref={result} tabIndex={-1} className={styles.result}>
        <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
      </div>
      <ul className={styles.list}>
        {delivery.rooms.map((room) => (
          <RoomLine
            key={room.roomID}
            room={room}
            mayGrant={mayGrant}
            onAdd={() => {
              setNotice(undefined)
              setOpen({ room })
            }}
            onTakeOut={(person) => {
              setNotice(undefined)
              setOpen({ room, person })
            }}
          />
        ))}
      </ul>
      {open && open.person === undefined && (
        <AddInvigilator place={{ delivery, room: open.room }} onDone={done} onClose={close} />
      )}
      {open?.person && <TakeOut place={{ delivery, room: open.room }} person={open.person} onDone={done} onClose={close} />}
    </section>
  )
}
