import { officeMarkedExams, type SittingPlace } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { type Column, DataTable, type NameColumn } from '@sitwell/office-ui/data-table.tsx'
import { useMemo } from 'react'
import { usePages } from '../../calls/use-pages.ts'
import { type OfficeText, useOffice } from '../../office-context.tsx'
import { OfficeLink, officeHref } from '../../shell/office-link.tsx'
import { OfficePage } from '../../shell/office-page.tsx'
import { questionsPath } from './override-address.ts'

const minuteMs = 60_000
const rowsOf = ({ places }: { readonly places: readonly SittingPlace[] }) => places
const keyOf = ({ examGuid, examVersion, deliveryID }: SittingPlace) => `${examGuid} ${examVersion} ${deliveryID ?? ''}`

const nameColumn = (text: OfficeText): NameColumn<SittingPlace> => ({
  ...{ id: 'exam', title: text('marking.column.exam'), widthRem: 20 },
  name: ({ examName, examVersion, deliveryName }) =>
    deliveryName ?? text('marking.examLine', { exam: examName, version: examVersion }),
  href: (place) => officeHref(questionsPath(place)),
})

const columnsOf = (text: OfficeText): readonly Column<SittingPlace>[] => [
  {
    ...{ kind: 'text', id: 'version', title: text('marking.column.examOf'), widthRem: 16, grows: true },
    text: ({ examName, examVersion }) => text('marking.examLine', { exam: examName, version: examVersion }),
  },
]

/** Exams that somebody has handed in, to find a response and decide about its mark. */
const ExamsPage = () => {
  const { api, text } = useOffice()
  const navigate = useNavigate()
  const query = useMemo(() => ({ limit: 100 }), [])
  const exams = usePages(api, { call: officeMarkedExams, query, rowsOf, keyOf })
  const [name, columns] = useMemo(() => [nameColumn(text), columnsOf(text)] as const, [text])
  return (
    <OfficePage
      title={text('marking.override')}
      above={<OfficeLink to="/marking">{text('marking.allQueues')}</OfficeLink>}
      fills
    >
      <DataTable
        caption={text('marking.override')}
        nameColumn={name}
        columns={columns}
        rows={exams.rows}
        keyOf={keyOf}
        activity={exams.activity}
        hasMore={exams.hasMore}
        onMore={exams.more}
        onRetry={exams.again}
        asOfMs={exams.asOfMs}
        staleAfterMs={5 * minuteMs}
        empty={text('marking.overrideNone')}
        onOpen={(place) => void navigate({ to: questionsPath(place) })}
        expectedRows={5}
      />
    </OfficePage>
  )
}

export default ExamsPage
