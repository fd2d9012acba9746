import { type DeliveryState, type PaperOrder, paperOrders } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { useOffice } from '../office-context.tsx'

/** Which people are printed, and in which order. */
export interface PaperWishes {
  /** Empty: all rooms. */
  readonly roomID: string
  readonly order: PaperOrder
}

export const firstWishes: PaperWishes = { roomID: '', order: 'name' }

export const bodyOf = ({ deliveryID }: Pick<DeliveryState, 'deliveryID'>, { roomID, order }: PaperWishes) => ({
  ...{ deliveryID, order },
  ...(roomID !== '' && { roomID }),
})

/** The fields of the form for a list or slips. */
export const PaperFields = ({
  delivery: { rooms },
  wishes,
  onChange,
}: {
  readonly delivery: Pick<DeliveryState, 'rooms'>
  readonly wishes: PaperWishes
  onChange(wishes: PaperWishes): void
}) => {
  const { text } = useOffice()
  return (
    <>
      {rooms.length > 0 && (
        <Choice
          label={text('examDay.paper.room')}
          options={[
            { id: '', title: text('examDay.paper.allRooms') },
            ...rooms.map(({ roomID, name, centre }) => ({ id: roomID, title: text('examDay.roomOf', { room: name, centre }) })),
          ]}
          value={wishes.roomID}
          onChange={(roomID) => onChange({ ...wishes, roomID })}
        />
      )}
      <Choice
        label={text('examDay.paper.order')}
        options={paperOrders.map((id) => ({ id, title: text(`examDay.paper.order.${id}`) }))}
        value={wishes.order}
        onChange={(id) => onChange({ ...wishes, order: paperOrders.find((one) => one === id) ?? 'name' })}
      />
    </>
  )
}
