import type { GroupState } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useMemo, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import styles from '../people/people-page.module.css'
import { OfficePage } from '../shell/office-page.tsx'
import { EditGroup } from './edit-group.tsx'
import { groupColumns, groupNameColumn, groupPath } from './group-columns.ts'
import { groupListFields, orderById, orderId, orderOf, orders, sortOf } from './group-list.ts'
import { useGroups } from './use-groups.ts'

const keyOf = ({ groupID }: GroupState) => groupID
const minuteMs = 60_000

/** The list of groups: search and order, which the address holds. */
const GroupsPage = () => {
  const { text, may } = useOffice()
  const navigate = useNavigate()
  const [values, change] = useAddressQuery(groupListFields)
  const [isAdding, setAdding] = useState(false)
  const groups = useGroups(values)
  const [name, columns] = useMemo(() => [groupNameColumn(text), groupColumns(text)] as const, [text])
  const open = (groupID: string) => void navigate({ to: groupPath(groupID) })
  return (
    <OfficePage
      title={text('groups.heading')}
      fills
      actions={
        may('groups.write') && (
          <Button variant="primary" className={styles.press} onPress={() => setAdding(true)}>
            {text('groups.add')}
          </Button>
        )
      }
    >
      <div className={styles.bar}>
        <FilterBar
          search={{
            label: text('groups.lookFor'),
            value: values.search,
            onSearch: (search) => void change({ search }),
            shortcut: '/',
          }}
        >
          <div className={styles.order}>
            <Select
              label={text('people.order')}
              options={orders.map((id) => ({ id, title: text(`groups.order.${id}`) }))}
              value={orderId(values)}
              onChange={(id) => void change(orderById(id))}
            />
          </div>
        </FilterBar>
      </div>
      <DataTable
        caption={text('groups.heading')}
        nameColumn={name}
        columns={columns}
        rows={groups.rows}
        keyOf={keyOf}
        activity={groups.activity}
        total={groups.total}
        hasMore={groups.hasMore}
        onMore={groups.more}
        onRetry={groups.again}
        asOfMs={groups.asOfMs}
        staleAfterMs={5 * minuteMs}
        sort={sortOf(values)}
        onSort={(next) => void change(orderOf(next))}
        filters={{ count: values.search.trim() === '' ? 0 : 1, onClear: () => void change({ search: '' }) }}
        empty={text(may('groups.write') ? 'groups.emptyAdd' : 'groups.empty')}
        onOpen={({ groupID }) => open(groupID)}
        exportAs="groups.csv"
        expectedRows={8}
      />
      {isAdding && <EditGroup group={undefined} onSaved={({ groupID }) => open(groupID)} onClose={() => setAdding(false)} />}
    </OfficePage>
  )
}

export default GroupsPage
