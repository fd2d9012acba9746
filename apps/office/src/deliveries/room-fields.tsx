import { officeCentres } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Checkbox } from '@sitwell/ui/checkbox.tsx'
import { useQuery } from '@tanstack/react-query'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import styles from './deliveries.module.css'
import type { DeliveryValues, Problems } from './delivery-values.ts'
import { RoomInvigilators } from './room-invigilators.tsx'
import { WindowFields } from './window-fields.tsx'

/** Rooms that can be chosen, with their centres and time zones. */
export const useRooms = () => {
  const { api } = useOffice()
  const reading = useQuery(officeQuery(api, officeCentres, { query: { limit: 100 } }))
  const rooms = (reading.data?.centres ?? []).flatMap(({ name, zone, rooms: own }) =>
    own.filter(({ isClosed }) => !isClosed).map((room) => ({ id: room.roomID, name: room.name, centre: name, zone })),
  )
  return { rooms, isLoaded: reading.data !== undefined, isError: reading.isError, again: () => void reading.refetch() }
}

export type Rooms = ReturnType<typeof useRooms>

/** In which rooms the exam is sat, and when in those that have other times. */
export const RoomFields = ({
  rooms: { rooms, isLoaded, isError, again },
  values,
  onRooms,
  onInvigilators,
  problems,
}: {
  readonly rooms: Rooms
  readonly values: DeliveryValues
  onRooms(rooms: DeliveryValues['rooms']): void
  /** If they can be named here. */
  readonly onInvigilators: ((invigilators: DeliveryValues['invigilators']) => void) | undefined
  readonly problems: Problems
}) => {
  const { text } = useOffice()
  const set = (id: string, window: DeliveryValues['window'] | undefined) => onRooms(new Map(values.rooms).set(id, window))
  const leave = (id: string) => onRooms(new Map([...values.rooms].filter(([one]) => one !== id)))
  return (
    <fieldset className={styles.part}>
      <legend>{text('deliveries.rooms')}</legend>
      {isError && !isLoaded && (
        <div className={styles.failed}>
          <Problem>{text('table.failed')}</Problem>
          <Button className={density.press} onPress={again}>
            {text('table.retry')}
          </Button>
        </div>
      )}
      {isLoaded && rooms.length === 0 && <p className={styles.quiet}>{text('deliveries.noRooms')}</p>}
      <ul className={styles.list}>
        {rooms.map(({ id, name, centre, zone }) => {
          const isChosen = values.rooms.has(id)
          const own = values.rooms.get(id)
          return (
            <li key={id} className={styles.list}>
              <Checkbox isSelected={isChosen} onChange={(is) => (is ? set(id, undefined) : leave(id))}>
                {text('deliveries.roomOf', { room: name, centre })}
              </Checkbox>
              {isChosen && (
                <Checkbox
                  isSelected={own !== undefined}
                  onChange={(is) => set(id, is ? { ...values.window, opensWhich: '', closesWhich: '' } : undefined)}
                >
                  {text('deliveries.ownWindow', { room: name, zone })}
                </Checkbox>
              )}
              {own && <WindowFields window={own} onWindow={(next) => set(id, next)} at={`${id} `} problems={problems} />}
              {isChosen && onInvigilators && (
                <RoomInvigilators
                  room={name}
                  named={values.invigilators.get(id) ?? []}
                  onNamed={(named) => onInvigilators(new Map(values.invigilators).set(id, named))}
                />
              )}
            </li>
          )
        })}
      </ul>
      {problems.rooms !== undefined && <Problem>{text(`deliveries.error.${problems.rooms}`)}</Problem>}
    </fieldset>
  )
}
