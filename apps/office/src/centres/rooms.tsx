import type { RoomState } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { type OfficeText, useOffice } from '../office-context.tsx'
import styles from '../people/section.module.css'
import { Section } from '../people/section.tsx'
import { actsOn, type PlaceAct } from './place-acts.ts'

const detailsOf = ({ seats, isClosed }: RoomState, text: OfficeText): string =>
  [
    seats === undefined ? text('rooms.seatsUnknown') : text('rooms.seats', { count: seats }),
    ...(isClosed ? [text('places.state.closed')] : []),
  ].join(' · ')

/** The rooms of a centre by name, with what can be done with each. */
export const Rooms = ({
  rooms,
  mayWrite,
  isClosed,
  onAdd,
  onEdit,
  onAct,
}: {
  readonly rooms: readonly RoomState[]
  readonly mayWrite: boolean
  /** The centre is closed: nothing new is put into it. */
  readonly isClosed: boolean
  onAdd(): void
  onEdit(room: RoomState): void
  onAct(room: RoomState, act: PlaceAct): void
}) => {
  const { text } = useOffice()
  return (
    <Section
      title={text('centres.rooms')}
      actions={
        mayWrite &&
        !isClosed && (
          <Button className={density.press} onPress={onAdd}>
            {text('rooms.add')}
          </Button>
        )
      }
    >
      {rooms.length === 0 ? (
        <p className={styles.quiet}>{text('rooms.none')}</p>
      ) : (
        <ul className={styles.list}>
          {rooms.map((room) => (
            <li key={room.roomID} className={styles.row} data-over={room.isClosed ? '' : undefined}>
              <div className={styles.body}>
                <div className={styles.name}>
                  <bdi>{room.name}</bdi>
                  <span className={styles.small}>{detailsOf(room, text)}</span>
                </div>
              </div>
              {mayWrite && (
                <div className={styles.rowActs}>
                  <Button
                    className={density.press}
                    aria-label={text('rooms.editOf', { name: room.name })}
                    onPress={() => onEdit(room)}
                  >
                    {text('person.edit')}
                  </Button>
                  {actsOn({ kind: 'room', state: room }).map((act) => (
                    <Button
                      key={act}
                      className={density.press}
                      aria-label={text(`places.${act}.of`, { name: room.name })}
                      onPress={() => onAct(room, act)}
                    >
                      {text(`places.${act}`)}
                    </Button>
                  ))}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
