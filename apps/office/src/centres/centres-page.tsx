import type { CentreRow } from '@sitwell/contract'
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
import { centreColumns, centreNameColumn, centrePath } from './centre-columns.ts'
import { centreListFields, centreViews, sortOf } from './centre-list.ts'
import { EditCentre } from './edit-centre.tsx'
import { useCentres } from './use-centres.ts'

const keyOf = ({ centreID }: CentreRow) => centreID
const minuteMs = 60_000

/** The list of centres with their rooms: search, order and what is shown, all of which the address holds. */
const CentresPage = () => {
  const { text, may } = useOffice()
  const navigate = useNavigate()
  const [values, change] = useAddressQuery(centreListFields)
  const { search, show, descending } = values
  const [isAdding, setAdding] = useState(false)
  const centres = useCentres(values)
  const [name, columns] = useMemo(() => [centreNameColumn(text), centreColumns(text)] as const, [text])
  const open = (centreID: string) => void navigate({ to: centrePath(centreID) })
  return (
    <OfficePage
      title={text('centres.heading')}
      fills
      actions={
        may('centres.write') && (
          <Button variant="primary" className={styles.press} onPress={() => setAdding(true)}>
            {text('centres.add')}
          </Button>
        )
      }
    >
      <div className={styles.bar}>
        <FilterBar
          views={centreViews.map((id) => ({ id, label: text(`centres.show.${id}`) }))}
          view={show}
          onView={(id) => void change({ show: centreViews.find((one) => one === id) ?? 'open' }, { replace: false })}
          search={{
            label: text('centres.lookFor'),
            value: search,
            onSearch: (typed) => void change({ search: typed }),
            shortcut: '/',
          }}
        >
          <div className={styles.order}>
            <Select
              label={text('people.order')}
              options={(['up', 'down'] as const).map((id) => ({ id, title: text(`people.order.name.${id}`) }))}
              value={descending ? 'down' : 'up'}
              onChange={(id) => void change({ descending: id === 'down' })}
            />
          </div>
        </FilterBar>
      </div>
      <DataTable
        caption={text('centres.heading')}
        nameColumn={name}
        columns={columns}
        rows={centres.rows}
        keyOf={keyOf}
        activity={centres.activity}
        total={centres.total}
        hasMore={centres.hasMore}
        onMore={centres.more}
        onRetry={centres.again}
        asOfMs={centres.asOfMs}
        staleAfterMs={5 * minuteMs}
        sort={sortOf(descending)}
        onSort={({ direction }) => void change({ descending: direction === 'descending' })}
        filters={{ count: search.trim() === '' ? 0 : 1, onClear: () => void change({ search: '' }) }}
        empty={text(may('centres.write') ? 'centres.emptyAdd' : 'centres.empty')}
        onOpen={({ centreID }) => open(centreID)}
        exportAs="centres.csv"
        expectedRows={5}
      />
      {isAdding && (
        <EditCentre centre={undefined} onSaved={({ centreID }) => open(centreID)} onClose={() => setAdding(false)} />
      )}
    </OfficePage>
  )
}

export default CentresPage
