import type { MarkingLine, officeMarkingHistory, officeMarkingResponses } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { DataTable, type NameColumn } from '@sitwell/office-ui/data-table.tsx'
import { useMemo } from 'react'
import { usePages } from '../../calls/use-pages.ts'
import { useOffice } from '../../office-context.tsx'
import { officeHref } from '../../shell/office-link.tsx'
import { lineColumns, lineKey } from './line-columns.ts'

const minuteMs = 60_000
const rowsOf = ({ responses }: { readonly responses: readonly MarkingLine[] }) => responses

/** The responses of a queue by one of the calls that list them, page by page. */
export const useLines = (call: typeof officeMarkingHistory | typeof officeMarkingResponses, queueID: string) => {
  const { api } = useOffice()
  const query = useMemo(() => ({ queueID, limit: 50 }), [queueID])
  return usePages(api, { call, query, rowsOf, keyOf: lineKey })
}

/** The table of the responses of one queue. `pathOf` returns the path that opens a response; it must not be recreated at each render. */
export const LinesTable = ({
  lines,
  caption,
  empty,
  pathOf,
}: {
  readonly lines: ReturnType<typeof useLines>
  readonly caption: string
  readonly empty: string
  pathOf(responseID: string): string
}) => {
  const { text } = useOffice()
  const navigate = useNavigate()
  const name = useMemo(
    (): NameColumn<MarkingLine> => ({
      ...{ id: 'code', title: text('marking.column.response'), widthRem: 9 },
      name: ({ code }) => code,
      href: ({ responseID }) => officeHref(pathOf(responseID)),
    }),
    [text, pathOf],
  )
  const columns = useMemo(() => lineColumns(text, { hasQueue: false, hasReason: false }), [text])
  return (
    <DataTable
      caption={caption}
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
      empty={empty}
      onOpen={({ responseID }) => void navigate({ to: pathOf(responseID) })}
      expectedRows={8}
    />
  )
}
