import { type CourseRow, officeCourses } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { useMemo } from 'react'
import { usePages } from '../calls/use-pages.ts'
import { useOffice } from '../office-context.tsx'
import { ActionLink } from '../people/action-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { courseColumns, courseNameColumn, coursePath } from './course-columns.ts'
import styles from './courses.module.css'
import { courseSorts, listFields, orderOf, sortOf } from './courses-list.ts'

const keyOf = ({ courseGuid }: CourseRow) => courseGuid
const rowsOf = ({ courses }: { readonly courses: readonly CourseRow[] }) => courses
const minuteMs = 60_000
const pageSize = 100

/** The list of courses: search and order, both of which the address holds. */
const CoursesPage = () => {
  const { api, text, may } = useOffice()
  const navigate = useNavigate()
  const [{ search, sort }, change] = useAddressQuery(listFields)
  const query = { ...(search.trim() !== '' && { search }), sort, limit: pageSize }
  const courses = usePages(api, { call: officeCourses, query, rowsOf, keyOf })
  const [name, columns] = useMemo(() => [courseNameColumn(text), courseColumns(text)] as const, [text])
  return (
    <OfficePage
      title={text('courses.heading')}
      fills
      // An upload is one of exams first of all: it takes their permission too.
      actions={
        may('courses.write') &&
        may('exams.write') && (
          <ActionLink to="/library/upload" isPrimary>
            {text('courses.upload')}
          </ActionLink>
        )
      }
    >
      <div className={styles.bar}>
        <FilterBar
          search={{
            ...{ label: text('courses.lookFor'), value: search, shortcut: '/' },
            onSearch: (typed) => void change({ search: typed }),
          }}
        >
          <div className={styles.order}>
            <Select
              label={text('courses.order')}
              options={courseSorts.map((id) => ({ id, title: text(`courses.order.${id}`) }))}
              value={sort}
              onChange={(id) => void change({ sort: courseSorts.find((one) => one === id) ?? 'name' })}
            />
          </div>
        </FilterBar>
      </div>
      <DataTable
        caption={text('courses.heading')}
        nameColumn={name}
        columns={columns}
        rows={courses.rows}
        keyOf={keyOf}
        activity={courses.activity}
        total={courses.total}
        hasMore={courses.hasMore}
        onMore={courses.more}
        onRetry={courses.again}
        asOfMs={courses.asOfMs}
        staleAfterMs={5 * minuteMs}
        sort={sortOf(sort)}
        onSort={(next) => void change({ sort: orderOf(next) })}
        filters={{ count: search.trim() === '' ? 0 : 1, onClear: () => void change({ search: '' }) }}
        empty={text('courses.empty')}
        onOpen={({ courseGuid }) => void navigate({ to: coursePath(courseGuid) })}
        exportAs="courses.csv"
        expectedRows={10}
      />
    </OfficePage>
  )
}

export default CoursesPage
