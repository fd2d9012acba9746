import { type MarkingQueue, officeMarkingQueues } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { type Column, DataTable, type NameColumn } from '@sitwell/office-ui/data-table.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { useOfficeTexts } from '@sitwell/office-ui/office-texts.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { usePages } from '../../calls/use-pages.ts'
import { type OfficeText, useOffice } from '../../office-context.tsx'
import { ActionLink } from '../../people/action-link.tsx'
import { officeHref } from '../../shell/office-link.tsx'
import { OfficePage } from '../../shell/office-page.tsx'
import { examLine, markingPath, progressText, queueTitle } from '../marking-text.ts'
import { examsPath } from '../override/override-address.ts'
import pageStyles from '../page/page.module.css'
import { useFollowed, useMarkingDevice } from '../page/use-marking.ts'
import { WhereMarksAre } from '../page/where-marks-are.tsx'

const minuteMs = 60_000
const rowsOf = ({ queues }: { readonly queues: readonly MarkingQueue[] }) => queues
const keyOf = ({ queueID }: MarkingQueue) => queueID

const nameColumn = (text: OfficeText): NameColumn<MarkingQueue> => ({
  ...{ id: 'question', title: text('marking.column.question'), widthRem: 18 },
  name: (queue) => queueTitle(queue, text),
  href: ({ queueID }) => officeHref(markingPath(queueID)),
})

const columnsOf = (text: OfficeText): readonly Column<MarkingQueue>[] => [
  {
    ...{ kind: 'text', id: 'progress', title: text('marking.column.progress'), widthRem: 10, priority: 1 },
    text: ({ counts }) => progressText(counts, text),
  },
  {
    ...{ kind: 'number', id: 'waiting', title: text('marking.column.waiting'), widthRem: 6, priority: 1 },
    number: ({ counts }) => counts.waiting,
  },
  {
    ...{ kind: 'number', id: 'changed', title: text('marking.column.changed'), widthRem: 7 },
    number: ({ counts }) => counts.changed,
  },
  {
    ...{ kind: 'number', id: 'conflict', title: text('marking.column.decide'), widthRem: 8, priority: 3 },
    number: ({ counts }) => counts.conflict + counts.cannot,
  },
  {
    ...{ kind: 'number', id: 'mine', title: text('marking.column.mine'), widthRem: 7, priority: 3 },
    number: ({ mineToday }) => mineToday,
  },
  {
    ...{ kind: 'text', id: 'exam', title: text('marking.column.exam'), widthRem: 14, grows: true },
    text: (queue) => examLine(queue, text),
  },
]

/** What the caller marks: a queue for each question, with its progress. */
const QueuesPage = () => {
  const { api, text, may } = useOffice()
  const { timeZone } = useOfficeTexts()
  const navigate = useNavigate()
  const marks = useFollowed(useMarkingDevice())
  const query = useMemo(() => ({ limit: 100, zone: timeZone }), [timeZone])
  const queues = usePages(api, { call: officeMarkingQueues, query, rowsOf, keyOf })
  const queries = useQueryClient()
  const isUnsent = (marks?.waiting.length ?? 0) > 0
  useEffect(() => {
    // What the server counted before the last mark arrived is no longer so.
    if (isUnsent) return () => void queries.invalidateQueries({ queryKey: [officeMarkingQueues.name] })
  }, [isUnsent, queries])
  const [name, columns] = useMemo(() => [nameColumn(text), columnsOf(text)] as const, [text])
  return (
    <OfficePage
      title={text('marking.heading')}
      fills
      actions={
        <>
          {may('marks.adjudicate', 'anywhere') && <ActionLink to="/marking/decisions">{text('marking.decisions')}</ActionLink>}
          {may('marks.adjudicate', 'anywhere') && <ActionLink to={examsPath}>{text('marking.override')}</ActionLink>}
          {may('deliveries.write') && <ActionLink to="/marking/markers">{text('marking.markers')}</ActionLink>}
        </>
      }
    >
      <DataTable
        caption={text('marking.heading')}
        nameColumn={name}
        columns={columns}
        rows={queues.rows}
        keyOf={keyOf}
        activity={queues.activity}
        hasMore={queues.hasMore}
        onMore={queues.more}
        onRetry={queues.again}
        asOfMs={queues.asOfMs}
        staleAfterMs={5 * minuteMs}
        empty={text('marking.noQueues')}
        onOpen={({ queueID }) => void navigate({ to: markingPath(queueID) })}
        exportAs="marking.csv"
        expectedRows={5}
      />
      {marks && (
        <div role="status" className={classNames(density.compact, pageStyles.where)}>
          <WhereMarksAre marks={marks} />
        </div>
      )}
    </OfficePage>
  )
}

export default QueuesPage
