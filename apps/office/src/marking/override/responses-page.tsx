import { type MarkingLine, officeMarkingResponses } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { DataTable, type NameColumn } from '@sitwell/office-ui/data-table.tsx'
import { useMemo } from 'react'
import { usePages } from '../../calls/use-pages.ts'
import { useOffice } from '../../office-context.tsx'
import { OfficeLink, officeHref } from '../../shell/office-link.tsx'
import { OfficePage } from '../../shell/office-page.tsx'
import { examLine, queueTitle } from '../marking-text.ts'
import { lineColumns, lineKey } from '../queues/line-columns.ts'
import { examsPath, overridePath } from './override-address.ts'

const minuteMs = 60_000
const rowsOf = ({ responses }: { readonly responses: readonly MarkingLine[] }) => responses

/** The responses to a question, without names: each opens, to decide which marks it has. */
const ResponsesPage = ({ queueID }: { readonly queueID: string }) => {
  const { api, text } = useOffice()
  const navigate = useNavigate()
  const query = useMemo(() => ({ queueID, limit: 50 }), [queueID])
  const lines = usePages(api, { call: officeMarkingResponses, query, rowsOf, keyOf: lineKey })
  const name = useMemo(
    (): NameColumn<MarkingLine> => ({
      ...{ id: 'code', title: text('marking.column.response'), widthRem: 9 },
      name: ({ code }) => code,
      href: ({ responseID }) => officeHref(overridePath(responseID, queueID)),
    }),
    [text, queueID],
  )
  const columns = useMemo(() => lineColumns(text, { hasQueue: false, hasReason: false }), [text])
  const first = lines.rows[0]
  return (
    <OfficePage
      title={first === undefined ? text('marking.overrideResponses') : queueTitle(first, text)}
      above={<OfficeLink to={examsPath}>{first === undefined ? text('marking.override') : examLine(first, text)}</OfficeLink>}
      fills
    >
      <DataTable
        caption={text('marking.overrideResponses')}
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
        empty={text('marking.overrideNoResponses')}
        onOpen={({ responseID }) => void navigate({ to: overridePath(responseID, queueID) })}
        expectedRows={8}
      />
    </OfficePage>
  )
}

export default ResponsesPage
