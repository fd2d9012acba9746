import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { PickField, type PickOption } from '@sitwell/office-ui/pick-field.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { useGroupSearch } from './use-group-search.ts'

/** Chooses one of the groups. */
export const ChooseGroup = ({
  title,
  confirm,
  onChoose,
  onClose,
}: {
  readonly title: string
  /** The words on the button. */
  readonly confirm: string
  onChoose(group: { readonly groupID: string; readonly name: string }): void
  onClose(): void
}) => {
  const { text } = useOffice()
  const search = useGroupSearch()
  const [chosen, setChosen] = useState<PickOption>()
  const [isTried, setTried] = useState(false)
  const go = () => {
    setTried(true)
    if (chosen !== undefined) onChoose({ groupID: chosen.id, name: chosen.title })
  }
  return (
    <ConfirmDialog title={title} consequences={[]} confirm={confirm} onConfirm={go} onClose={onClose}>
      <PickField
        {...search}
        label={text('groups.group')}
        isRequired
        error={isTried && chosen === undefined ? text('groups.choose') : undefined}
        value={chosen}
        onChange={setChosen}
      />
    </ConfirmDialog>
  )
}
