import type { GroupState } from '@sitwell/contract'
import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import type { OfficeText } from '../office-context.tsx'
import { officeHref } from '../shell/office-link.tsx'

/** The page of a group within the office. */
export const groupPath = (groupID: string): string => `/groups/${groupID}`

export const groupNameColumn = (text: OfficeText): NameColumn<GroupState> => ({
  id: 'name',
  title: text('places.name'),
  widthRem: 16,
  isSortable: true,
  name: ({ name }) => name,
  href: ({ groupID }) => officeHref(groupPath(groupID)),
})

export const groupColumns = (text: OfficeText): readonly Column<GroupState>[] => [
  {
    ...{ kind: 'number', id: 'members', title: text('groups.members'), widthRem: 7, isSortable: true, priority: 1 },
    number: ({ members }) => members,
  },
]
