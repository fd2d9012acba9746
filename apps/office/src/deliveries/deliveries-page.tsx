import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { useMemo } from 'react'
import { useOffice } from '../office-context.tsx'
import { ActionLink } from '../people/action-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import styles from './deliveries.module.css'
import { deliveryColumns, deliveryFields, deliveryNameColumn, deliveryViews } from './deliveries-list.ts'
import { deliveryPath } from './delivery-text.ts'
import { deliveryKey, useDeliveries } from './use-deliveries.ts'

const minuteMs = 60_000

/** The list of deliveries: search and state, both of which the address holds. */
const DeliveriesPage = () => {
  const { text, language, may } = useOffice()
  const navigate = useNavigate()
  const [values, change] = useAddressQuery(deliveryFields)
  const { search, state, exam } = values
  const deliveries = useDeliveries(values)
  const [name, columns] = useMemo(
    () => [deliveryNameColumn(text), deliveryColumns(text, language.code)] as const,
    [text, language],
  )
  return (
    <OfficePage
      title={text('deliveries.heading')}
      fills
      actions={
        may('deliveries.write', 'anywhere') && (
          <ActionLink to="/deliveries/new" isPrimary>
            {text('deliveries.new')}
          </ActionLink>
        )
      }
    >
      <div className={styles.bar}>
        <FilterBar
          views={deliveryViews.map((id) => ({ id, label: text(`deliveries.state.${id}`) }))}
          view={state}
          onView={(id) => void change({ state: deliveryViews.find((one) => one === id) ?? 'all' }, { replace: false })}
          search={{
            ...{ label: text('deliveries.find'), value: search, shortcut: '/' },
            onSearch: (typed) => void change({ search: typed }),
          }}
        />
      </div>
      <DataTable
        caption={text('deliveries.heading')}
        nameColumn={name}
        columns={columns}
        rows={deliveries.rows}
        keyOf={deliveryKey}
        activity={deliveries.activity}
        total={deliveries.total}
        hasMore={deliveries.hasMore}
        onMore={deliveries.more}
        onRetry={deliveries.again}
        asOfMs={deliveries.asOfMs}
        staleAfterMs={5 * minuteMs}
        filters={{
          count: [search.trim() !== '', state !== 'all', exam !== ''].filter(Boolean).length,
          onClear: () => void change({ search: '', state: 'all', exam: '' }),
        }}
        empty={text('deliveries.empty')}
        onOpen={({ deliveryID }) => void navigate({ to: deliveryPath(deliveryID) })}
        exportAs="deliveries.csv"
        expectedRows={10}
      />
    </OfficePage>
  )
}

export default DeliveriesPage
