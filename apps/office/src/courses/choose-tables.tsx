import { type GroupState, officeGroups, officePeople, type PersonRow } from '@sitwell/contract'
import { type Column, DataTable, type NameColumn } from '@sitwell/office-ui/data-table.tsx'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import type { Selection } from '@sitwell/office-ui/selection.ts'
import { useMemo, useState } from 'react'
import { usePages } from '../calls/use-pages.ts'
import { useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import styles from './courses.module.css'

interface Choosing {
  readonly selection: Selection
  onSelection(selection: Selection): void
}

const pageSize = 50
const personKey = ({ userID }: PersonRow) => String(userID)
const peopleOf = ({ people }: { readonly people: readonly PersonRow[] }) => people
const groupKey = ({ groupID }: GroupState) => groupID
const groupsOf = ({ groups }: { readonly groups: readonly GroupState[] }) => groups

/** A search over a table of which rows are chosen; what was chosen stays so while something else is searched for. */
const Searched = ({
  label,
  search,
  onSearch,
  children,
}: {
  readonly label: string
  readonly search: string
  onSearch(search: string): void
  readonly children: React.ReactNode
}) => (
  <div className={styles.choosing}>
    <FilterBar search={{ label, value: search, onSearch, shortcut: undefined }} />
    {children}
  </div>
)

/** People to choose from, found by any of their names. */
export const ChoosePeople = ({ selection, onSelection }: Choosing) => {
  const { api, text } = useOffice()
  const [search, setSearch] = useState('')
  const query = { ...(search !== '' && { search }), limit: pageSize }
  const people = usePages(api, { call: officePeople, query, rowsOf: peopleOf, keyOf: personKey })
  const [name, columns] = useMemo((): [NameColumn<PersonRow>, Column<PersonRow>[]] => {
    const plain = { kind: 'text', widthRem: 9 } as const
    return [
      { ...{ id: 'name', title: text('courses.person'), widthRem: 12 }, name: nameOf },
      [
        { ...plain, id: 'username', title: text('people.username'), text: ({ username }) => username },
        { ...plain, id: 'identifier', title: text('people.identifier'), text: ({ identifier }) => identifier ?? '' },
        {
          ...{ ...plain, id: 'groups', title: text('courses.give.groups'), grows: true, priority: 3 },
          text: ({ groups = [] }) => groups.map((group) => group.name).join(', '),
        },
      ],
    ]
  }, [text])
  return (
    <Searched label={text('courses.findPeople')} search={search} onSearch={setSearch}>
      <DataTable
        caption={text('courses.give.people')}
        nameColumn={name}
        columns={columns}
        rows={people.rows}
        keyOf={personKey}
        activity={people.activity}
        total={people.total}
        hasMore={people.hasMore}
        onMore={people.more}
        onRetry={people.again}
        filters={{ count: search === '' ? 0 : 1, onClear: () => setSearch('') }}
        empty={text('courses.give.noPeople')}
        selecting={{ selection, onSelection, actions: null }}
        expectedRows={8}
      />
    </Searched>
  )
}

/** Groups to choose from, with how many people each has. */
export const ChooseGroups = ({ selection, onSelection }: Choosing) => {
  const { api, text } = useOffice()
  const [search, setSearch] = useState('')
  const query = { ...(search !== '' && { search }), limit: pageSize }
  const groups = usePages(api, { call: officeGroups, query, rowsOf: groupsOf, keyOf: groupKey })
  const [name, columns] = useMemo(
    (): [NameColumn<GroupState>, Column<GroupState>[]] => [
      { ...{ id: 'name', title: text('courses.give.group'), widthRem: 14 }, name: (group) => group.name },
      [
        {
          ...{ kind: 'number', id: 'members', title: text('courses.give.members'), widthRem: 6, grows: true, priority: 1 },
          number: ({ members }) => members,
        },
      ],
    ],
    [text],
  )
  return (
    <Searched label={text('courses.give.findGroups')} search={search} onSearch={setSearch}>
      <DataTable
        caption={text('courses.give.groups')}
        nameColumn={name}
        columns={columns}
        rows={groups.rows}
        keyOf={groupKey}
        activity={groups.activity}
        total={groups.total}
        hasMore={groups.hasMore}
        onMore={groups.more}
        onRetry={groups.again}
        filters={{ count: search === '' ? 0 : 1, onClear: () => setSearch('') }}
        empty={text('courses.give.noGroups')}
        selecting={{ selection, onSelection, actions: null }}
        expectedRows={8}
      />
    </Searched>
  )
}
