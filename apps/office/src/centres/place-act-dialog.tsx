import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { useState } from 'react'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { placeFailureText } from '../places/place-failure.ts'
import { actOn, type CentreOrRoom, type PlaceAct } from './place-acts.ts'
import { useReadCentresAgain } from './use-centres.ts'

const consequencesOf = ({ kind, state }: CentreOrRoom, act: PlaceAct, text: OfficeText): readonly string[] => {
  if (act === 'open') return [text('places.opens')]
  if (act === 'remove') return [text('places.remove.gone'), text('places.remove.noUndo')]
  const rooms = kind === 'centre' ? state.rooms.filter(({ isClosed }) => !isClosed).length : 0
  return [
    text('places.close.nothingNew'),
    ...(rooms > 0 ? [text('places.close.rooms', { count: rooms })] : []),
    text('places.close.stays'),
    text('places.close.undo'),
  ]
}

/** Before a centre or room is closed, opened again or removed. */
export const PlaceActDialog = ({
  place,
  act,
  onDone,
  onClose,
}: {
  readonly place: CentreOrRoom
  readonly act: PlaceAct
  onDone(notice: string): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const readAgain = useReadCentresAgain()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { name } = place.state
  const run = async () => {
    setPending(true)
    setProblem(undefined)
    const outcome = await actOn(api, place, act)
    setPending(false)
    if (outcome.ok) onDone(text(`places.${act}.done`, { name }))
    else setProblem(placeFailureText(outcome, text))
    readAgain()
  }
  return (
    <ConfirmDialog
      title={text(`places.${act}.title`, { name })}
      consequences={consequencesOf(place, act, text)}
      confirm={text(`places.${act}`)}
      isDangerous={act === 'remove'}
      isPending={isPending}
      problem={problem}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  )
}
