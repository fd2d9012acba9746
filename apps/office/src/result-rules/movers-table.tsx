import type { ResultCurve } from '@sitwell/contract'
import { type Column, DataTable, type NameColumn } from '@sitwell/office-ui/data-table.tsx'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { useMemo, useState } from 'react'
import { type OfficeText, useOffice } from '../office-context.tsx'
import styles from './result-rules.module.css'
import { gradeText, marksText } from './rules-text.ts'
import type { Mover, Moves } from './what-moves.ts'

const tones = { up: 'good', down: 'bad', same: 'idle' } as const
const views = ['all', 'up', 'down'] as const
type View = (typeof views)[number]

const columnsOf = (
  curve: ResultCurve,
  text: OfficeText,
  languageCode: string,
): readonly [NameColumn<Mover>, readonly Column<Mover>[]] => [
  {
    ...{ id: 'name', title: text('rules.person'), widthRem: 12 },
    name: ({ at }) => curve.names?.[at] || text('rules.unnamed', { id: curve.userIDs[at] ?? 0 }),
  },
  [
    {
      ...{ kind: 'status', id: 'goes', title: text('rules.goes'), widthRem: 7, priority: 1 },
      status: ({ goes }) => ({ tone: tones[goes], text: text(`rules.goes.${goes}`) }),
    },
    {
      ...{ kind: 'text', id: 'marks', title: text('rules.marks'), widthRem: 9, isFigure: true, priority: 1 },
      text: ({ at }) =>
        text('rules.marksOf', {
          marks: marksText(curve.scores[at] ?? 0, languageCode),
          of: marksText(curve.maxes[at] ?? 0, languageCode),
        }),
    },
    {
      ...{ kind: 'text', id: 'before', title: text('rules.before'), widthRem: 8 },
      text: ({ before }) => gradeText(before, text) || text('rules.noGrade'),
    },
    {
      ...{ kind: 'text', id: 'after', title: text('rules.after'), widthRem: 8, priority: 1, grows: true },
      text: ({ after }) => gradeText(after, text) || text('rules.noGrade'),
    },
  ],
]

/** Who would have another grade. It follows each move of a boundary. */
export const MoversTable = ({ curve, moves }: { readonly curve: ResultCurve; readonly moves: Moves }) => {
  const { text, language } = useOffice()
  const [view, setView] = useState<View>('all')
  const [name, columns] = useMemo(() => columnsOf(curve, text, language.code), [curve, text, language])
  const shown = useMemo(() => (view === 'all' ? moves.movers : moves.movers.filter(({ goes }) => goes === view)), [moves, view])
  const count = { all: moves.movers.length, up: moves.up, down: moves.down }
  return (
    <div className={styles.table}>
      <FilterBar
        views={views.map((id) => ({ id, label: text(`rules.view.${id}`), count: count[id] }))}
        view={view}
        onView={(id) => setView(views.find((one) => one === id) ?? 'all')}
      />
      <DataTable
        caption={text('rules.who')}
        nameColumn={name}
        columns={columns}
        rows={shown}
        keyOf={({ at }) => String(at)}
        activity="idle"
        total={shown.length}
        filters={{ count: view === 'all' ? 0 : 1, onClear: () => setView('all') }}
        empty={<p>{text('rules.nobody')}</p>}
        exportAs="grades-that-change.csv"
        expectedRows={6}
      />
    </div>
  )
}
