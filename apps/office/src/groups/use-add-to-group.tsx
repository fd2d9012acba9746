import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { type ReactNode, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { ChooseGroup } from './choose-group.tsx'
import { useMembersChange } from './use-members-change.tsx'

interface AddToGroup {
  /** Asks for the group of these people. */
  button(userIDs: readonly number[]): ReactNode
  readonly result: ReactNode
  readonly dialog: ReactNode
}

/** Adds people to a group that is chosen first; then each of them is shown before anything changes. */
export const useAddToGroup = (onChanged?: () => void): AddToGroup => {
  const { text } = useOffice()
  const [chosenFor, setChosenFor] = useState<readonly number[]>()
  const members = useMembersChange(onChanged)
  return {
    button: (userIDs) => (
      <Button className={density.press} onPress={() => setChosenFor(userIDs)}>
        {text('members.addToGroup')}
      </Button>
    ),
    result: members.result,
    dialog: (
      <>
        {chosenFor !== undefined && (
          <ChooseGroup
            title={text('members.chooseGroup', { count: chosenFor.length })}
            confirm={text('members.next')}
            onChoose={(group) => {
              setChosenFor(undefined)
              members.ask({ group, action: 'add', userIDs: chosenFor })
            }}
            onClose={() => setChosenFor(undefined)}
          />
        )}
        {members.dialog}
      </>
    ),
  }
}
