import { type DeliveryLine, type DeliveryPreview, deliveryBecomes } from '@sitwell/contract'
import { type Column, DataTable, type NameColumn } from '@sitwell/office-ui/data-table.tsx'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { type RefObject, useMemo, useState } from 'react'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import { clockText } from './clock-text.ts'
import styles from './deliveries.module.css'
import type { Applying } from './use-applying.ts'

const views = ['all', ...deliveryBecomes] as const
type View = (typeof views)[number]

const tones = { new: 'good', changed: 'late', removed: 'bad', unchanged: 'idle', refused: 'bad' } as const

const keyOf = ({ userID }: DeliveryLine) => String(userID)

const whyOf = ({ reason, other, rules = [] }: DeliveryLine, text: OfficeText): string => {
  if (reason === 'duplicate' && other !== undefined) return text('deliveries.reason.duplicateIn', { name: other })
  if (reason !== undefined) return text(`deliveries.reason.${reason}`)
  return rules.map((rule) => text(`deliveries.${rule}`)).join(', ')
}

const columnsOf = (
  text: OfficeText,
  clock: (moment: string) => string,
): readonly [NameColumn<DeliveryLine>, readonly Column<DeliveryLine>[]] => {
  const change = (line: DeliveryLine, of: (one: NonNullable<DeliveryLine['to']>) => string): string => {
    const [from, to] = [line.from && of(line.from), line.to && of(line.to)]
    if (from !== undefined && to !== undefined && from !== to)
      return text('deliveries.fromTo', { from: from || '–', to: to || '–' })
    return to ?? from ?? ''
  }
  const plain = { kind: 'text', widthRem: 12 } as const
  return [
    {
      ...{ id: 'name', title: text('deliveries.person'), widthRem: 12 },
      name: ({ userID, username, firstName = '', lastName = '' }) =>
        username === undefined ? text('deliveries.unknown', { id: userID }) : nameOf({ firstName, lastName, username }),
    },
    [
      {
        ...{ kind: 'status', id: 'becomes', title: text('deliveries.becomes'), widthRem: 9, priority: 1 },
        status: ({ becomes }) => ({ tone: tones[becomes], text: text(`deliveries.becomes.${becomes}`) }),
      },
      { ...plain, id: 'why', title: text('deliveries.why'), priority: 1, text: (line) => whyOf(line, text) },
      {
        ...{ ...plain, id: 'starts', title: text('deliveries.starts'), widthRem: 16 },
        text: (line) => change(line, ({ startsAt }) => (startsAt === undefined ? '' : clock(startsAt))),
      },
      {
        ...{ ...plain, id: 'ends', title: text('deliveries.ends'), widthRem: 16 },
        text: (line) => change(line, ({ endsAt }) => (endsAt === undefined ? '' : clock(endsAt))),
      },
      {
        ...{ ...plain, id: 'room', title: text('deliveries.room'), widthRem: 9, priority: 3 },
        text: (line) => change(line, ({ room = '' }) => room),
      },
      {
        ...{ ...plain, id: 'version', title: text('deliveries.examVersion'), widthRem: 6, priority: 3 },
        text: (line) => change(line, ({ examVersion }) => String(examVersion)),
      },
      {
        ...{ ...plain, id: 'username', title: text('people.username'), widthRem: 8, priority: 3, grows: true },
        text: ({ username = '' }) => username,
      },
    ],
  ]
}

const Lines = ({ preview: { people }, zone }: { readonly preview: DeliveryPreview; readonly zone: string }) => {
  const { text, language } = useOffice()
  const [view, setView] = useState<View>('all')
  const [name, columns] = useMemo(() => columnsOf(text, clockText(language.code, zone)), [text, language, zone])
  const of = (one: View) => (one === 'all' ? people : people.filter(({ becomes }) => becomes === one))
  const shown = useMemo(() => (view === 'all' ? people : people.filter(({ becomes }) => becomes === view)), [people, view])
  return (
    <div className={styles.table}>
      <FilterBar
        views={views.map((id) => ({ id, label: text(`deliveries.becomes.${id}`), count: of(id).length }))}
        view={view}
        onView={(id) => setView(views.find((one) => one === id) ?? 'all')}
      />
      <DataTable
        caption={text('deliveries.previewTitle')}
        nameColumn={name}
        columns={columns}
        rows={shown}
        keyOf={keyOf}
        activity="idle"
        total={shown.length}
        filters={{ count: view === 'all' ? 0 : 1, onClear: () => setView('all') }}
        exportAs="delivery.csv"
        expectedRows={8}
      />
    </div>
  )
}

/** What would become of each person, and the buttons that do it or leave it. */
export const PreviewPart = ({
  applying: { shown, problem, isPending, apply, close },
  zone,
  heading,
}: {
  readonly applying: Applying
  readonly zone: string
  readonly heading: RefObject<HTMLHeadingElement | null>
}) => {
  const { text } = useOffice()
  if (!shown) return null
  const { preview, isNewer } = shown
  const { changed } = preview.totals
  return (
    <section className={styles.callout}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {text('deliveries.previewTitle')}
      </h2>
      {isNewer && <Problem>{text('deliveries.previewNewer')}</Problem>}
      <Lines key={preview.hash} preview={preview} zone={zone} />
      <p>{text(changed === 0 ? 'deliveries.nothing' : 'deliveries.canUndo')}</p>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <div className={styles.acts}>
        {changed > 0 && (
          <Button variant="primary" className={styles.press} isPending={isPending} onPress={() => void apply()}>
            {text('deliveries.apply', { count: changed })}
          </Button>
        )}
        <Button className={styles.press} isDisabled={isPending} onPress={close}>
          {text('deliveries.notNow')}
        </Button>
      </div>
    </section>
  )
}
