import { officeAddRoom, officeChangeRoom, type RoomState, roomState } from '@sitwell/contract'
import { FormDialog } from '@sitwell/office-ui/form-dialog.tsx'
import { TextInput } from '@sitwell/office-ui/text-input.tsx'
import * as z from 'zod/mini'
import { useOffice } from '../office-context.tsx'
import { ConflictNote, ConflictOf, isContested } from '../places/conflict-part.tsx'
import { useEditedPlace } from '../places/use-edited-place.ts'
import { mostSeats, seatsOf } from './room-values.ts'
import { useReadCentresAgain } from './use-centres.ts'

type Field = 'name' | 'seats'

/** The form of a room of a centre: a new one, or one that is there. If somebody else changed it meanwhile, both versions are shown. */
export const EditRoom = ({
  centreID,
  room,
  onSaved,
  onClose,
}: {
  readonly centreID: string
  /** Undefined: a new one. */
  readonly room: RoomState | undefined
  onSaved(room: RoomState, hasChanged: boolean): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const readAgain = useReadCentresAgain()
  const edited = useEditedPlace<Field, RoomState>({
    state: room,
    initial: { name: '', seats: '' },
    valuesOf: ({ name, seats }) => ({ name, seats: seats === undefined ? '' : String(seats) }),
    problemsIn: ({ name, seats }) => ({
      ...(name.trim() === '' && { name: text('places.error.name') }),
      ...(seatsOf(seats) === undefined && { seats: text('rooms.error.seats', { most: mostSeats }) }),
    }),
    read: (current) => z.safeParse(roomState, current).data,
    store: async ({ values: { name, seats: typed }, changed, base, requestId }) => {
      const seats = seatsOf(typed) ?? null
      const outcome =
        base === undefined
          ? await api.call(officeAddRoom, { body: { centreID, name, seats, requestId } })
          : await api.call(officeChangeRoom, {
              body: {
                ...{ roomID: base.roomID, version: base.version },
                ...(changed.includes('name') && { name }),
                ...(changed.includes('seats') && { seats }),
              },
            })
      return outcome.ok ? { ok: true, state: outcome.value.room } : outcome
    },
    onSaved: (state, hasChanged) => {
      readAgain()
      onSaved(state, hasChanged)
    },
    onMeanwhile: readAgain,
  })
  const { values, errors } = edited
  const titleOf = (field: Field) => (field === 'name' ? text('places.name') : text('centres.seats'))
  const errorOf = (field: Field) => (isContested(edited, field) ? undefined : errors[field])
  return (
    <FormDialog
      title={room === undefined ? text('rooms.add') : text('rooms.editOf', { name: room.name })}
      submit={room === undefined ? text('rooms.addSubmit') : text('person.save')}
      errors={errors}
      problem={edited.problem}
      isPending={edited.isPending}
      onSubmit={() => void edited.save()}
      onCancel={onClose}
    >
      <ConflictNote edited={edited} name={room?.name ?? ''} titleOf={titleOf} />
      <TextInput
        label={titleOf('name')}
        isRequired
        maxLength={200}
        error={errorOf('name')}
        value={values.name}
        onChange={edited.change('name')}
      />
      <ConflictOf edited={edited} field="name" title={titleOf('name')} />
      <TextInput
        label={titleOf('seats')}
        help={text('rooms.seatsHelp')}
        maxLength={7}
        error={errorOf('seats')}
        value={values.seats}
        onChange={edited.change('seats')}
      />
      <ConflictOf edited={edited} field="seats" title={titleOf('seats')} />
    </FormDialog>
  )
}
