import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { useMemo } from 'react'
import { useOffice } from '../office-context.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import styles from './results.module.css'
import { resultsColumns, resultsFields, resultsNameColumn, resultsViews } from './results-list.ts'
import { resultsPath } from './results-path.ts'
import { deliveryKey, useResultsList } from './use-results.ts'

const minuteMs = 60_000

/** The deliveries with how far their results are: search and state, both of which the address holds. */
const ResultsPage = () => {
  const { text, language } = useOffice()
  const navigate = useNavigate()
  const [{ search, state }, change] = useAddressQuery(resultsFields)
  const list = useResultsList({ search, state: state === 'all' ? '' : state })
  const [name, columns] = useMemo(
    () => [resultsNameColumn(text), resultsColumns(text, language.code)] as const,
    [text, language],
  )
  return (
    <OfficePage title={text('results.heading')} fills>
      <div className={styles.bar}>
        <FilterBar
          views={resultsViews.map((id) => ({ id, label: text(id === 'all' ? 'results.show.all' : `results.state.${id}`) }))}
          view={state}
          onView={(id) => void change({ state: resultsViews.find((one) => one === id) ?? 'all' }, { replace: false })}
          search={{
            ...{ label: text('results.find'), value: search, shortcut: '/' },
            onSearch: (typed) => void change({ search: typed }),
          }}
        />
      </div>
      <DataTable
        caption={text('results.heading')}
        nameColumn={name}
        columns={columns}
        rows={list.rows}
        keyOf={deliveryKey}
        activity={list.activity}
        total={list.total}
        hasMore={list.hasMore}
        onMore={list.more}
        onRetry={list.again}
        asOfMs={list.asOfMs}
        staleAfterMs={5 * minuteMs}
        filters={{
          count: [search.trim() !== '', state !== 'all'].filter(Boolean).length,
          onClear: () => void change({ search: '', state: 'all' }),
        }}
        empty={text('results.none')}
        onOpen={({ deliveryID }) => void navigate({ to: resultsPath(deliveryID) })}
        exportAs="results-by-delivery.csv"
        expectedRows={10}
      />
    </OfficePage>
  )
}

export default ResultsPage
