import { type ComparedRow, type ComparedTotals, type DeliveryResults, resultChanges } from '@sitwell/contract'
import { type Column, DataTable, type NameColumn } from '@sitwell/office-ui/data-table.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type OfficeText, useOffice } from '../../office-context.tsx'
import { Section } from '../../people/section.tsx'
import { figuresText, rowName, setText } from '../result-text.ts'
import { rowKey, useComparedRows } from '../use-results.ts'
import styles from './sets.module.css'

type Change = (typeof resultChanges)[number]

const columnsOf = (
  text: OfficeText,
  languageCode: string,
): readonly [NameColumn<ComparedRow>, readonly Column<ComparedRow>[]] => [
  { ...{ id: 'name', title: text('results.person'), widthRem: 12 }, name: (row) => rowName(row, text) },
  [
    {
      ...{ kind: 'status', id: 'changes', title: text('results.compare.change'), widthRem: 14, priority: 1, grows: true },
      status: ({ changes: of }) => ({
        tone: of.includes('down') || of.includes('removed') ? 'bad' : of.includes('up') ? 'good' : 'late',
        text: of.map((one) => text(`results.change.${one}`)).join(', '),
      }),
    },
    {
      ...{ kind: 'text', id: 'before', title: text('results.compare.before'), widthRem: 18, grows: true },
      text: ({ before }) => figuresText(before, text, languageCode),
    },
    {
      ...{ kind: 'text', id: 'after', title: text('results.compare.after'), widthRem: 18, grows: true },
      text: ({ after }) => figuresText(after, text, languageCode),
    },
  ],
]

/** Who differs between two sets, or a set and now: how many, by what, and each of them with both results. */
export const ComparePart = ({
  results,
  from,
  to,
  onChange,
  onClose,
}: {
  readonly results: DeliveryResults
  readonly from: string
  readonly to: string
  onChange(sides: readonly [from: string, to: string]): void
  onClose(): void
}) => {
  const { text, language } = useOffice()
  const [only, setOnly] = useState<Change | 'all'>('all')
  const list = useComparedRows(results.deliveryID, from, to, only === 'all' ? '' : only)
  const [name, columns] = useMemo(() => columnsOf(text, language.code), [text, language])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
    place.current?.querySelector<HTMLElement>('select')?.focus()
  }, [])
  const sides = [
    ...results.sets.map((one) => ({ id: String(one.set), title: setText(one, text) })),
    { id: 'now', title: text('results.now') },
  ]
  const totals = list.first?.totals
  const countOf = (of: ComparedTotals) => resultChanges.filter((one) => of[one] > 0 || one === only)
  return (
    <div ref={place}>
      <Section
        title={text('results.compare.heading')}
        actions={
          <Button className={density.press} onPress={onClose}>
            {text('results.compare.close')}
          </Button>
        }
      >
        <div className={styles.sides}>
          <Select label={text('results.compare.from')} value={from} options={sides} onChange={(side) => onChange([side, to])} />
          <Select label={text('results.compare.to')} value={to} options={sides} onChange={(side) => onChange([from, side])} />
        </div>
        <div className={styles.table}>
          {totals && (
            <FilterBar
              views={[
                { id: 'all', label: text('results.compare.changed'), count: totals.changed },
                ...countOf(totals).map((id) => ({ id, label: text(`results.change.${id}`), count: totals[id] })),
              ]}
              view={only}
              onView={(id) => setOnly(resultChanges.find((one) => one === id) ?? 'all')}
            />
          )}
          {totals && <p className={styles.quiet}>{text('results.compare.same', { count: totals.same })}</p>}
          <DataTable
            caption={text('results.compare.heading')}
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
            filters={{ count: only === 'all' ? 0 : 1, onClear: () => setOnly('all') }}
            empty={text('results.compare.nobody')}
            exportAs="results-compared.csv"
            expectedRows={6}
          />
        </div>
      </Section>
    </div>
  )
}
