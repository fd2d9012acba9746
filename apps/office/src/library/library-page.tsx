import type { ExamRow } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { useMemo } from 'react'
import { useOffice } from '../office-context.tsx'
import { ActionLink } from '../people/action-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { examColumn, examColumns } from './exam-columns.ts'
import styles from './library.module.css'
import { examOrders, examPath, listFields, uploadsPath } from './library-list.ts'
import { useExams } from './use-exams.ts'

const keyOf = ({ examGuid }: ExamRow) => examGuid
const minuteMs = 60_000

/** The list of exams: search and order, which the address holds. */
const LibraryPage = () => {
  const { text, may } = useOffice()
  const navigate = useNavigate()
  const [values, change] = useAddressQuery(listFields)
  const { search, sort } = values
  const exams = useExams(values)
  const [name, others] = useMemo(() => [examColumn(text), examColumns(text)] as const, [text])
  const mayUpload = may('exams.write')
  return (
    <OfficePage
      title={text('library.heading')}
      fills
      actions={
        mayUpload && (
          <ActionLink to={uploadsPath} isPrimary>
            {text('library.upload')}
          </ActionLink>
        )
      }
    >
      <div className={styles.bar}>
        <FilterBar
          search={{
            label: text('library.lookFor'),
            value: search,
            onSearch: (typed) => void change({ search: typed }),
            shortcut: '/',
          }}
        >
          <Select
            label={text('library.order')}
            options={examOrders.map((id) => ({ id, title: text(`library.order.${id}`) }))}
            value={sort}
            onChange={(id) => void change({ sort: listFields.sort.read(id) })}
          />
        </FilterBar>
      </div>
      <DataTable
        caption={text('library.exams')}
        nameColumn={name}
        columns={others}
        rows={exams.rows}
        keyOf={keyOf}
        activity={exams.activity}
        total={exams.total}
        hasMore={exams.hasMore}
        onMore={exams.more}
        onRetry={exams.again}
        asOfMs={exams.asOfMs}
        staleAfterMs={5 * minuteMs}
        filters={{ count: search.trim() === '' ? 0 : 1, onClear: () => void change({ search: '' }) }}
        empty={text(mayUpload ? 'library.emptyUpload' : 'library.empty')}
        onOpen={({ examGuid }) => void navigate({ to: examPath(examGuid) })}
        exportAs="exams.csv"
        expectedRows={10}
      />
    </OfficePage>
  )
}

export default LibraryPage
