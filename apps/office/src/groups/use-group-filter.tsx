import { officeGroup } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import type { AppliedFilter } from '@sitwell/office-ui/filter-bar.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { ChooseGroup } from './choose-group.tsx'

interface GroupFilter {
  readonly applied: readonly AppliedFilter[]
  readonly isOpen: boolean
  setOpen(isOpen: boolean): void
  onGroup(groupID: string): void
}

/** A list's filter by one group, by its id; empty: there is none. */
export const useGroupFilter = (groupID: string, onGroup: (groupID: string) => void): GroupFilter => {
  const { api, text } = useOffice()
  const [isOpen, setOpen] = useState(false)
  const query = { groupID, limit: 1 }
  const reading = useQuery({ ...officeQuery(api, officeGroup, { query }), enabled: groupID !== '' })
  const unknown = text(reading.isError ? 'groups.unknown' : 'groups.loading')
  const label = text('people.inGroup', { group: reading.data?.group.name ?? unknown })
  const applied = groupID === '' ? [] : [{ id: 'group', label, onRemove: () => onGroup('') }]
  return { applied, isOpen, setOpen, onGroup }
}

/** Opens the choice of a group. */
export const GroupFilterButton = ({ of }: { readonly of: GroupFilter }) => {
  const { text } = useOffice()
  return (
    <Button className={density.press} onPress={() => of.setOpen(true)}>
      {text('people.filterGroup')}
    </Button>
  )
}

/** The choice of a group; nothing while it isn't open. */
export const GroupFilterDialog = ({ of: { isOpen, setOpen, onGroup } }: { readonly of: GroupFilter }) => {
  const { text } = useOffice()
  if (!isOpen) return null
  return (
    <ChooseGroup
      title={text('people.filterGroupTitle')}
      confirm={text('people.filterGroupShow')}
      onChoose={({ groupID }) => {
        setOpen(false)
        onGroup(groupID)
      }}
      onClose={() => setOpen(false)}
    />
  )
}
