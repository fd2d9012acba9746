import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { ChooseGroup } from './choose-group.tsx'
import { type MembersChange, MembersPreview, useMembersChange } from './use-members-change.tsx'

interface AddToGroup {
  /** The change itself, once the group is chosen. */
  readonly members: MembersChange
  /** People whose group is being chosen. */
  readonly chosenFor: readonly number[] | undefined
  setChosenFor(userIDs: readonly number[] | undefined): void
}

/** Adds people to a group that is chosen first; then each of them is shown before anything changes. */
export const useAddToGroup = (onChanged?: () => void): AddToGroup => {
  const members = useMembersChange(onChanged)
  const [chosenFor, setChosenFor] = useState<readonly number[]>()
  return { members, chosenFor, setChosenFor }
}

/** Asks for the group of these people. */
export const AddToGroupButton = ({ of, userIDs }: { readonly of: AddToGroup; readonly userIDs: readonly number[] }) => {
  const { text } = useOffice()
  return (
    <Button className={density.press} onPress={() => of.setChosenFor(userIDs)}>
      {text('members.addToGroup')}
    </Button>
  )
}

/** The choice of the group, then the preview; nothing if nobody asks for it. */
export const AddToGroupDialogs = ({ of: { members, chosenFor, setChosenFor } }: { readonly of: AddToGroup }) => {
  const { text } = useOffice()
  if (chosenFor === undefined) return <MembersPreview of={members} />
  return (
    <ChooseGroup
      title={text('members.chooseGroup', { count: chosenFor.length })}
      confirm={text('members.next')}
      onChoose={(group) => {
        setChosenFor(undefined)
        members.ask({ group, action: 'add', userIDs: chosenFor })
      }}
      onClose={() => setChosenFor(undefined)}
    />
  )
}
