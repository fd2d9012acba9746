import type { PeopleRow } from '@sitwell/contract'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { useMemo, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { importColumns, rowColumn } from './import-columns.ts'
import styles from './import-people.module.css'
import type { Preview } from './use-people-import.ts'

const results = ['refused', 'changed', 'new', 'unchanged'] as const
const views = ['all', ...results] as const
type View = (typeof views)[number]

const keyOf = ({ row }: PeopleRow) => String(row)

/** Shows the result of each row of the file, with a view for each kind of result. */
export const PlannedRows = ({
  caption,
  preview,
  isBusy = false,
  first = 'all',
}: {
  readonly caption: string
  readonly preview: Preview
  readonly isBusy?: boolean
  /** The view that is shown first. */
  readonly first?: View
}) => {
  const { text } = useOffice()
  const [view, setView] = useState<View>(first)
  const [name, columns] = useMemo(() => [rowColumn(text), importColumns(text)] as const, [text])
  const { rows, totals } = preview
  const shown = useMemo(() => (view === 'all' ? rows : rows.filter(({ is }) => is === view)), [rows, view])
  const countOf = (one: View) => (one === 'all' ? rows.length : totals[one])
  return (
    <div className={styles.rows}>
      <div className={styles.bar}>
        <FilterBar
          views={views.map((id) => ({ id, label: text(`import.show.${id}`), count: countOf(id) }))}
          view={view}
          onView={(id) => setView(views.find((one) => one === id) ?? 'all')}
        />
      </div>
      <DataTable
        caption={caption}
        nameColumn={name}
        columns={columns}
        rows={shown}
        keyOf={keyOf}
        activity={isBusy ? 'loading' : 'idle'}
        total={shown.length}
        empty={text('import.noRows')}
        exportAs="import.csv"
        expectedRows={10}
      />
    </div>
  )
}
