import type { ReleasePreview, ResultSet } from '@sitwell/contract'
import { type Column, DataTable, type NameColumn } from '@sitwell/office-ui/data-table.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { type ReactNode, useMemo, useState } from 'react'
import { type OfficeText, useOffice } from '../../office-context.tsx'
import { figuresText, rowName } from '../result-text.ts'
import { type ReleaseRow, rowKey, useReleaseRows } from '../use-results.ts'
import styles from './sets.module.css'

const views = ['all', 'gets', 'changes', 'nothing', 'loses'] as const
type View = (typeof views)[number]

const columnsOf = (
  text: OfficeText,
  languageCode: string,
): readonly [NameColumn<ReleaseRow>, readonly Column<ReleaseRow>[]] => [
  { ...{ id: 'name', title: text('results.person'), widthRem: 12 }, name: (row) => rowName(row, text) },
  [
    {
      ...{ kind: 'status', id: 'gets', title: text('results.release.row.gets'), widthRem: 20, priority: 1, grows: true },
      status: (row) =>
        row.nothing === undefined
          ? { tone: 'good', text: figuresText(row, text, languageCode) }
          : {
              tone: 'idle',
              text: text('results.release.row.nothing', { reason: reasonText(row, text) }),
            },
    },
    {
      ...{ kind: 'text', id: 'shown', title: text('results.release.row.shown'), widthRem: 18, grows: true },
      text: ({ shown }) => (shown === undefined ? text('results.release.row.none') : figuresText(shown, text, languageCode)),
    },
  ],
]

const reasonText = ({ nothing, outcome }: ReleaseRow, text: OfficeText): string => {
  if (nothing === undefined || nothing === 'outcome') return text(`results.outcome.${outcome}`)
  return text(`results.nothing.${nothing}`)
}

const countsOf = ({ gets, changes, nothing, loses }: ReleasePreview): Readonly<Record<View, number | undefined>> => ({
  all: undefined,
  ...{ gets, changes, loses },
  nothing: nothing.outcome + nothing.withheld + nothing.waiting,
})

/** Whom a release would show what, with the figures above it and the form between both. */
export const ReleaseRows = ({
  set,
  deliveryID,
  children,
}: {
  readonly set: ResultSet
  readonly deliveryID: string
  children(preview: ReleasePreview): ReactNode
}) => {
  const { text, language } = useOffice()
  const [view, setView] = useState<View>('all')
  const list = useReleaseRows(deliveryID, set.set, view === 'all' ? '' : view)
  const preview = list.first
  const [name, columns] = useMemo(() => columnsOf(text, language.code), [text, language])
  if (preview === undefined && list.activity === 'failed')
    return (
      <div className={styles.failed}>
        <Problem>{text('results.release.failed')}</Problem>
        <Button className={density.press} onPress={list.again}>
          {text('table.retry')}
        </Button>
      </div>
    )
  if (preview === undefined) return <p role="status">{text('results.release.loading')}</p>
  const counts = countsOf(preview)
  return (
    <div className={styles.release}>
      {children(preview)}
      <div className={styles.table}>
        <FilterBar
          views={views
            .filter((id) => id === 'all' || id === view || counts[id] !== 0)
            .map((id) => ({ id, label: text(`results.release.view.${id}`), count: counts[id] }))}
          view={view}
          onView={(id) => setView(views.find((one) => one === id) ?? 'all')}
        />
        <DataTable
          caption={text('results.release.who')}
          nameColumn={name}
          columns={columns}
          rows={list.rows}
          keyOf={rowKey}
          activity={list.activity}
          hasMore={list.hasMore}
          onMore={list.more}
          onRetry={list.again}
          filters={{ count: view === 'all' ? 0 : 1, onClear: () => setView('all') }}
          empty={text('results.noPeople')}
          exportAs="release.csv"
          expectedRows={6}
        />
      </div>
    </div>
  )
}
