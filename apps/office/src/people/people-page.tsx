import type { PersonRow } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { noSelection } from '@sitwell/office-ui/selection.ts'
import { useMemo, useState } from 'react'
import { AddToGroupButton, AddToGroupDialogs, useAddToGroup } from '../groups/use-add-to-group.tsx'
import { GroupFilterButton, GroupFilterDialog, useGroupFilter } from '../groups/use-group-filter.tsx'
import { MembersResult } from '../groups/use-members-change.tsx'
import { ActOnSelected } from '../many-people/act-on-selected.tsx'
import { useOffice } from '../office-context.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { ActionLink } from './action-link.tsx'
import { columns, nameColumn, personPath } from './people-columns.ts'
import { listFields, orderOf, sortOf, views } from './people-list.ts'
import { PeopleOrder } from './people-order.tsx'
import styles from './people-page.module.css'
import { usePeople } from './use-people.ts'

const keyOf = ({ userID }: PersonRow) => String(userID)
const minuteMs = 60_000

/** The list of people: views, search, order, all of which the address holds. */
const PeoplePage = () => {
  const { text, may } = useOffice()
  const navigate = useNavigate()
  const [values, change] = useAddressQuery(listFields)
  const { search, show, group, sort, descending } = values
  const people = usePeople(values)
  const groupFilter = useGroupFilter(group, (chosen) => void change({ group: chosen }, { replace: false }))
  // Not in the address: a link to a list would act on people whom its sender chose.
  const [selection, setSelection] = useState(noSelection)
  const selected = [...selection.keys].map(Number)
  const mayGroup = may('groups.write', 'anywhere')
  const adding = useAddToGroup(() => setSelection(noSelection))
  const [name, others] = useMemo(() => [nameColumn(text), columns(text)] as const, [text])
  const clear = () => void change({ search: '', show: 'all', group: '' })
  return (
    <OfficePage
      title={text('people.heading')}
      fills
      actions={
        <>
          {may('people.import') && <ActionLink to="/people/import">{text('import.open')}</ActionLink>}
          {may('people.write') && (
            <ActionLink to="/people/add" isPrimary>
              {text('people.add')}
            </ActionLink>
          )}
        </>
      }
    >
      <MembersResult of={adding.members} />
      <div className={styles.bar}>
        <FilterBar
          views={views.map((id) => ({ id, label: text(`people.show.${id}`) }))}
          view={show}
          onView={(id) => void change({ show: views.find((one) => one === id) ?? 'all' }, { replace: false })}
          search={{
            label: text('people.lookFor'),
            value: search,
            onSearch: (typed) => void change({ search: typed }),
            shortcut: '/',
          }}
          applied={groupFilter.applied}
        >
          <PeopleOrder values={values} onOrder={(order) => void change(order)} />
          <GroupFilterButton of={groupFilter} />
        </FilterBar>
      </div>
      <DataTable
        caption={text('people.heading')}
        nameColumn={name}
        columns={others}
        rows={people.rows}
        keyOf={keyOf}
        activity={people.activity}
        total={people.total}
        hasMore={people.hasMore}
        onMore={people.more}
        onRetry={people.again}
        asOfMs={people.asOfMs}
        staleAfterMs={5 * minuteMs}
        sort={sortOf(sort, descending)}
        onSort={(next) => void change(orderOf(next))}
        filters={{ count: [search.trim() !== '', show !== 'all', group !== ''].filter(Boolean).length, onClear: clear }}
        empty={text('people.empty')}
        onOpen={({ userID }) => void navigate({ to: personPath(userID) })}
        exportAs="people.csv"
        expectedRows={20}
        selecting={
          mayGroup || may('people.credentials') || may('people.suspend')
            ? {
                selection,
                onSelection: setSelection,
                actions: (
                  <>
                    {mayGroup && <AddToGroupButton of={adding} userIDs={selected} />}
                    <ActOnSelected userIDs={selected} />
                  </>
                ),
              }
            : undefined
        }
      />
      <GroupFilterDialog of={groupFilter} />
      <AddToGroupDialogs of={adding} />
    </OfficePage>
  )
}

export default PeoplePage
