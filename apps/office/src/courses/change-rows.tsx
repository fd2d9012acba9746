import type { CourseChange, CourseChangePreview } from '@sitwell/contract'
import { type Column, DataTable, type NameColumn } from '@sitwell/office-ui/data-table.tsx'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { useMemo, useState } from 'react'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import styles from './courses.module.css'

const results = ['given', 'updated', 'unchanged', 'refused'] as const
const views = ['all', ...results] as const
type View = (typeof views)[number]

const tones = { given: 'good', updated: 'late', taken: 'late', unchanged: 'idle', refused: 'bad' } as const

const keyOf = ({ userID }: CourseChange) => String(userID)

const columnsOf = (text: OfficeText): [NameColumn<CourseChange>, Column<CourseChange>[]] => [
  {
    ...{ id: 'name', title: text('courses.person'), widthRem: 12 },
    name: ({ userID, username, firstName = '', lastName = '' }) =>
      username === undefined ? text('courses.unknown', { id: userID }) : nameOf({ firstName, lastName, username }),
  },
  [
    {
      ...{ kind: 'status', id: 'becomes', title: text('courses.becomes'), widthRem: 12, priority: 1 },
      status: ({ becomes }) => ({ tone: tones[becomes], text: text(`courses.becomes.${becomes}`) }),
    },
    {
      ...{ kind: 'text', id: 'why', title: text('courses.why'), widthRem: 14, grows: true, priority: 1 },
      text: ({ reason }) => (reason === undefined ? '' : text(`courses.reason.${reason}`)),
    },
    {
      ...{ kind: 'text', id: 'username', title: text('people.username'), widthRem: 9, priority: 3 },
      text: ({ username }) => username ?? '',
    },
  ],
]

/** What happens to each person if a course is given, with a view for each result. */
export const ChangeRows = ({ preview: { people } }: { readonly preview: CourseChangePreview }) => {
  const { text } = useOffice()
  const [view, setView] = useState<View>('all')
  const [name, columns] = useMemo(() => columnsOf(text), [text])
  const of = (one: View) => (one === 'all' ? people : people.filter(({ becomes }) => becomes === one))
  const shown = useMemo(() => (view === 'all' ? people : people.filter(({ becomes }) => becomes === view)), [people, view])
  return (
    <div className={styles.choosing}>
      <FilterBar
        views={views.map((id) => ({ id, label: text(`courses.becomes.${id}`), count: of(id).length }))}
        view={view}
        onView={(id) => setView(views.find((one) => one === id) ?? 'all')}
      />
      <DataTable
        caption={text('courses.give.result')}
        nameColumn={name}
        columns={columns}
        rows={shown}
        keyOf={keyOf}
        activity="idle"
        total={shown.length}
        filters={{ count: view === 'all' ? 0 : 1, onClear: () => setView('all') }}
        exportAs="course.csv"
        expectedRows={8}
      />
    </div>
  )
}
