import type { GroupState, PersonRow } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { noSelection } from '@sitwell/office-ui/selection.ts'
import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useMemo, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { columns, nameColumn, personPath } from '../people/people-columns.ts'
import { membersFields, orderOf, sortOf } from '../people/people-list.ts'
import { PeopleOrder } from '../people/people-order.tsx'
import { usePeople } from '../people/use-people.ts'
import styles from '../places/places.module.css'

const keyOf = ({ userID }: PersonRow) => String(userID)
const minuteMs = 60_000

/** The members of a group: search and order, which the address holds. Those who are selected can be removed from the group. */
export const GroupMembers = ({
  group,
  onRemove,
}: {
  readonly group: GroupState
  /** Undefined: the caller may not. */
  readonly onRemove: ((userIDs: readonly number[]) => void) | undefined
}) => {
  const { text } = useOffice()
  const navigate = useNavigate()
  const [values, change] = useAddressQuery(membersFields)
  const people = usePeople({ ...values, show: 'all', group: group.groupID })
  const [selection, setSelection] = useState(noSelection)
  const [name, others] = useMemo(() => [nameColumn(text), columns(text)] as const, [text])
  const { version } = group
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other members the selection would name people who are gone
  useEffect(() => setSelection(noSelection), [version])
  return (
    <>
      <div className={styles.bar}>
        <FilterBar
          search={{
            label: text('members.lookFor'),
            value: values.search,
            onSearch: (search) => void change({ search }),
            shortcut: '/',
          }}
        >
          <PeopleOrder values={values} onOrder={(order) => void change(order)} />
        </FilterBar>
      </div>
      <DataTable
        caption={text('groups.members')}
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
        sort={sortOf(values.sort, values.descending)}
        onSort={(next) => void change(orderOf(next))}
        filters={{ count: values.search.trim() === '' ? 0 : 1, onClear: () => void change({ search: '' }) }}
        empty={text('members.empty')}
        onOpen={({ userID }) => void navigate({ to: personPath(userID) })}
        exportAs="members.csv"
        expectedRows={12}
        selecting={
          onRemove && {
            selection,
            onSelection: setSelection,
            actions: (
              <Button className={density.press} onPress={() => onRemove([...selection.keys].map(Number))}>
                {text('members.removeSelected')}
              </Button>
            ),
          }
        }
      />
    </>
  )
}
