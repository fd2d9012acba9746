import { officeGroup } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import type { AppliedFilter } from '@sitwell/office-ui/filter-bar.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { ChooseGroup } from './choose-group.tsx'

/** A list's filter by one group, by its id; empty: there is none. `bar` and `button` stand in the bar of filters, `dialog` in the page. */
export const useGroupFilter = (
  groupID: string,
  onGroup: (groupID: string) => void,
): { readonly bar: { readonly applied: readonly AppliedFilter[] }; readonly button: ReactNode; readonly dialog: ReactNode } => {
  const { api, text } = useOffice()
  const [isOpen, setOpen] = useState(false)
  const query = { groupID, limit: 1 }
  const reading = useQuery({ ...officeQuery(api, officeGroup, { query }), enabled: groupID !== '' })
  const unknown = text(reading.isError ? 'groups.unknown' : 'groups.loading')
  const label = text('people.inGroup', { group: reading.data?.group.name ?? unknown })
  return {
    bar: { applied: groupID === '' ? [] : [{ id: 'group', label, onRemove: () => onGroup('') }] },
    button: (
      <Button className={density.press} onPress={() => setOpen(true)}>
        {text('people.filterGroup')}
      </Button>
    ),
    dialog: isOpen && (
      <ChooseGroup
        title={text('people.filterGroupTitle')}
        confirm={text('people.filterGroupShow')}
        onChoose={(chosen) => {
          setOpen(false)
          onGroup(chosen.groupID)
        }}
        onClose={() => setOpen(false)}
      />
    ),
  }
}
