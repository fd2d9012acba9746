import { type MarkingLine, officeMarkingHistory } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { DataTable, type NameColumn } from '@sitwell/office-ui/data-table.tsx'
import { useMemo } from 'react'
import { usePages } from '../../calls/use-pages.ts'
import { useOffice } from '../../office-context.tsx'
import { OfficeLink, officeHref } from '../../shell/office-link.tsx'
import { OfficePage } from '../../shell/office-page.tsx'
import { markingPath, queueTitle } from '../marking-text.ts'
import { useQueue } from '../page/use-marking.ts'
import { lineColumns, lineKey } from './line-columns.ts'

const minuteMs = 60_000
const rowsOf = ({ responses }: { readonly responses: readonly MarkingLine[] }) => responses

/** What the caller has marked in a queue, the latest first: each opens again, to change its mark. */
const MinePage = ({ queueID }: { readonly queueID: string }) => {
  const { api, text } = useOffice()
  const navigate = useNavigate()
  const { queue } = useQueue(queueID, 0)
  const query = useMemo(() => ({ queueID, limit: 50 }), [queueID])
  const lines = usePages(api, { call: officeMarkingHistory, query, rowsOf, keyOf: lineKey })
  const name = useMemo(
    (): NameColumn<MarkingLine> => ({
      ...{ id: 'code', title: text('marking.column.response'), widthRem: 9 },
      name: ({ code }) => code,
      href: ({ responseID }) => officeHref(markingPath(queueID, responseID)),
    }),
    [text, queueID],
  )
  const columns = useMemo(() => lineColumns(text, { hasQueue: false, hasReason: false }), [text])
  return (
    <OfficePage
      title={text('marking.mine')}
      above={
        <OfficeLink to={markingPath(queueID)}>
          {queue === undefined ? text('marking.toQueue') : queueTitle(queue, text)}
        </OfficeLink>
      }
      fills
    >
      <DataTable
        caption={text('marking.mine')}
        nameColumn={name}
        columns={columns}
        rows={lines.rows}
        keyOf={lineKey}
        activity={lines.activity}
        hasMore={lines.hasMore}
        onMore={lines.more}
        onRetry={lines.again}
        asOfMs={lines.asOfMs}
        staleAfterMs={5 * minuteMs}
        empty={text('marking.mineEmpty')}
        onOpen={({ responseID }) => void navigate({ to: markingPath(queueID, responseID) })}
        expectedRows={8}
      />
    </OfficePage>
  )
}

export default MinePage
