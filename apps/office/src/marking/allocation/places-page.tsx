import { type MarkingPlace, officeMarkingPlaces } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { type Column, DataTable, type NameColumn } from '@sitwell/office-ui/data-table.tsx'
import { useMemo } from 'react'
import { usePages } from '../../calls/use-pages.ts'
import { type OfficeText, useOffice } from '../../office-context.tsx'
import { OfficeLink, officeHref } from '../../shell/office-link.tsx'
import { OfficePage } from '../../shell/office-page.tsx'
import { progressText } from '../marking-text.ts'

const minuteMs = 60_000
const rowsOf = ({ places }: { readonly places: readonly MarkingPlace[] }) => places
const keyOf = ({ examGuid, examVersion, deliveryID }: MarkingPlace) => `${examGuid} ${examVersion} ${deliveryID ?? ''}`

/** The page of who marks the questions of a delivery or an exam. */
const pathOf = ({ examGuid, examVersion, deliveryID }: MarkingPlace): string =>
  `/marking/markers/${encodeURIComponent(examGuid)}/${examVersion}${
    deliveryID === undefined ? '' : `?${new URLSearchParams({ delivery: deliveryID })}`
  }`

const nameColumn = (text: OfficeText): NameColumn<MarkingPlace> => ({
  ...{ id: 'exam', title: text('marking.column.exam'), widthRem: 18 },
  name: ({ examName, examVersion, deliveryName }) =>
    deliveryName ?? text('marking.examLine', { exam: examName, version: examVersion }),
  href: (place) => officeHref(pathOf(place)),
})

const columnsOf = (text: OfficeText): readonly Column<MarkingPlace>[] => [
  {
    ...{ kind: 'text', id: 'progress', title: text('marking.column.progress'), widthRem: 10, priority: 1 },
    text: ({ counts }) => progressText(counts, text),
  },
  {
    ...{ kind: 'number', id: 'waiting', title: text('marking.column.waiting'), widthRem: 6, priority: 1 },
    number: ({ counts }) => counts.waiting,
  },
  {
    ...{ kind: 'number', id: 'decide', title: text('marking.column.decide'), widthRem: 8 },
    number: ({ counts }) => counts.conflict + counts.cannot,
  },
  {
    ...{ kind: 'text', id: 'name', title: text('marking.column.examOf'), widthRem: 14, grows: true, priority: 3 },
    text: ({ examName, examVersion }) => text('marking.examLine', { exam: examName, version: examVersion }),
  },
]

/** What has to be marked, to say who marks it. */
const PlacesPage = () => {
  const { api, text } = useOffice()
  const navigate = useNavigate()
  const query = useMemo(() => ({ limit: 100 }), [])
  const places = usePages(api, { call: officeMarkingPlaces, query, rowsOf, keyOf })
  const [name, columns] = useMemo(() => [nameColumn(text), columnsOf(text)] as const, [text])
  return (
    <OfficePage
      title={text('marking.markers')}
      above={<OfficeLink to="/marking">{text('marking.allQueues')}</OfficeLink>}
      fills
    >
      <DataTable
        caption={text('marking.markers')}
        nameColumn={name}
        columns={columns}
        rows={places.rows}
        keyOf={keyOf}
        activity={places.activity}
        hasMore={places.hasMore}
        onMore={places.more}
        onRetry={places.again}
        asOfMs={places.asOfMs}
        staleAfterMs={5 * minuteMs}
        empty={text('marking.noPlaces')}
        onOpen={(place) => void navigate({ to: pathOf(place) })}
        expectedRows={5}
      />
    </OfficePage>
  )
}

export default PlacesPage
