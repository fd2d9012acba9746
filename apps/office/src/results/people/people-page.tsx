import type { DeliveryResults, ResultRow } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import { noSelection } from '@sitwell/office-ui/selection.ts'
import { useMemo, useRef, useState } from 'react'
import { queryOfPeople } from '../../exports/exports-address.ts'
import { useOffice } from '../../office-context.tsx'
import { ResultNotice } from '../result-notice.tsx'
import styles from '../results.module.css'
import { ResultsFrame } from '../results-frame.tsx'
import { personResultPath, type ResultsPageProps, resultsPath } from '../results-path.ts'
import { rowKey, useResultRows } from '../use-results.ts'
import { HoldDialog } from './hold-dialog.tsx'
import { OutcomeDialog } from './outcome-dialog.tsx'
import { resultColumns, resultNameColumn } from './people-columns.ts'
import { PeopleFilters } from './people-filters.tsx'
import { askedBy, orderOf, peopleFields, sortOf } from './people-list.ts'
import { PeopleNotes } from './people-notes.tsx'
import { SelectedActs } from './selected-acts.tsx'

const minuteMs = 60_000

type Act = 'outcome' | 'hold' | 'unhold'

const People = ({ results, leadsTo }: { readonly results: DeliveryResults } & Pick<ResultsPageProps, 'leadsTo'>) => {
  const { text, language } = useOffice()
  const { deliveryID } = results
  const navigate = useNavigate()
  const [values, change] = useAddressQuery(peopleFields)
  const { set, show, grade, search, sort, descending } = values
  const list = useResultRows(deliveryID, { set, search, grade, sort, isDescending: descending, ...askedBy(show) })
  const [selection, setSelection] = useState(noSelection)
  const [act, setAct] = useState<Act>()
  const [notice, setNotice] = useState<string>()
  // Rows that were selected stay known while another filter doesn't show them.
  const known = useRef(new Map<string, ResultRow>())
  for (const row of list.rows) known.current.set(row.row, row)
  const selected = [...selection.keys].flatMap((key) => known.current.get(key) ?? []).filter(({ isErased }) => !isErased)
  const isOfSet = set !== ''
  const pathOf = ({ userID }: ResultRow) => {
    const path = userID === undefined ? undefined : personResultPath(deliveryID, userID)
    return path !== undefined && leadsTo(path) ? path : undefined
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the paths follow from the delivery
  const [name, columns] = useMemo(
    () => [resultNameColumn(text, pathOf), resultColumns(text, language.code, { ofSet: isOfSet })] as const,
    [text, language, isOfSet, deliveryID],
  )
  const done = (words: string) => {
    setAct(undefined)
    setSelection(noSelection)
    known.current.clear()
    setNotice(words)
  }
  const exportsPath = resultsPath(deliveryID, 'exports')
  const doAct = (wanted: Act | 'statements') => {
    if (wanted !== 'statements') return setAct(wanted)
    void navigate({ to: `${exportsPath}?${queryOfPeople(selected.flatMap(({ userID }) => userID ?? []))}` })
  }
  const dialog = { deliveryID, rows: selected, onDone: done, onClose: () => setAct(undefined) }
  return (
    <>
      <ResultNotice reading={results} onClose={() => setNotice(undefined)}>
        {act === undefined ? notice : undefined}
      </ResultNotice>
      <PeopleNotes results={results} />
      <PeopleFilters results={results} values={values} grades={list.first?.grades ?? []} change={change} />
      <div className={styles.table}>
        <DataTable
          key={set}
          caption={text('results.tab.people')}
          nameColumn={name}
          columns={columns}
          rows={list.rows}
          keyOf={rowKey}
          activity={list.activity}
          total={list.total}
          hasMore={list.hasMore}
          onMore={list.more}
          onRetry={list.again}
          asOfMs={list.asOfMs}
          staleAfterMs={5 * minuteMs}
          sort={sortOf(sort, descending)}
          onSort={(next) => void change(orderOf(next))}
          filters={{
            count: [search.trim() !== '', show !== 'all', grade !== ''].filter(Boolean).length,
            onClear: () => void change({ search: '', show: 'all', grade: '' }),
          }}
          empty={text('results.noPeople')}
          onOpen={(row) => {
            const path = pathOf(row)
            if (path !== undefined) void navigate({ to: path })
          }}
          exportAs="results.csv"
          expectedRows={20}
          selecting={
            !isOfSet && results.may.includes('decide')
              ? {
                  selection,
                  onSelection: setSelection,
                  actions: <SelectedActs rows={selected} mayExport={leadsTo(exportsPath)} onAct={doAct} />,
                }
              : undefined
          }
        />
      </div>
      {act === 'outcome' && <OutcomeDialog {...dialog} />}
      {(act === 'hold' || act === 'unhold') && <HoldDialog {...dialog} act={act} />}
    </>
  )
}

/** The people of a delivery: what became of each, as it is now or as a set has it. */
const ResultPeoplePage = (page: ResultsPageProps) => (
  <ResultsFrame {...page} tab="people" fills>
    {(results) => <People results={results} leadsTo={page.leadsTo} />}
  </ResultsFrame>
)

export default ResultPeoplePage
