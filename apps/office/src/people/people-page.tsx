import type { PersonRow } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { useMemo } from 'react'
import { useOffice } from '../office-context.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { ActionLink } from './action-link.tsx'
import { columns, nameColumn, personPath } from './people-columns.ts'
import { listFields, orderById, orderId, orderOf, orders, sortOf, views } from './people-list.ts'
import styles from './people-page.module.css'
import { usePeople } from './use-people.ts'

const keyOf = ({ userID }: PersonRow) => String(userID)
const minuteMs = 60_000

/** The list of people: views, search, order, all of which the address holds. */
const PeoplePage = () => {
  const { text, may } = useOffice()
  const navigate = useNavigate()
  const [values, change] = useAddressQuery(listFields)
  const { search, show, sort, descending } = values
  const people = usePeople(values)
  const [name, others] = useMemo(() => [nameColumn(text), columns(text)] as const, [text])
  const clear = () => void change({ search: '', show: 'all' })
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
        >
          <div className={styles.order}>
            <Select
              label={text('people.order')}
              options={orders.map((id) => ({ id, title: text(`people.order.${id}`) }))}
              value={orderId(sort, descending)}
              onChange={(id) => void change(orderById(id))}
            />
          </div>
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
        filters={{ count: [search.trim() !== '', show !== 'all'].filter(Boolean).length, onClear: clear }}
        empty={text('people.empty')}
        onOpen={({ userID }) => void navigate({ to: personPath(userID) })}
        exportAs="people.csv"
        expectedRows={20}
      />
    </OfficePage>
  )
}

export default PeoplePage
