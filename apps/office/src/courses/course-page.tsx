import type { OfficeCourseState } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { noSelection } from '@sitwell/office-ui/selection.ts'
import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { ActionLink } from '../people/action-link.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { attemptColumns, attemptNameColumn, coursePath, progressPath } from './course-columns.ts'
import { CourseFrame, OldNote } from './course-frame.tsx'
import { standardNames } from './course-text.ts'
import styles from './courses.module.css'
import { courseFields, courseViews } from './courses-list.ts'
import { TakeDialog } from './take-dialog.tsx'
import { attemptKey, peopleOfKeys, useCourse, useCoursePeople } from './use-course.ts'

const minuteMs = 60_000

const Facts = ({ course }: { readonly course: OfficeCourseState }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const [newest, ...older] = course.versions
  const lineOf = ({ version, storedAt, units }: OfficeCourseState['versions'][number]) =>
    text('courses.versionLine', { version, time: moment(storedAt), count: units })
  return (
    <div className={styles.facts}>
      <p className={styles.fact}>
        <span>{standardNames[course.standard]}</span>
        {newest && <span>{lineOf(newest)}</span>}
      </p>
      {course.description !== undefined && (
        <p dir="auto" className={styles.description}>
          {course.description}
        </p>
      )}
      {older.length > 0 && (
        <details>
          <summary>{text('courses.versions')}</summary>
          <ul className={styles.versions}>
            {course.versions.map((one) => (
              <li key={one.version}>{lineOf(one)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const Holders = ({ course }: { readonly course: OfficeCourseState }) => {
  const { text, language } = useOffice()
  const navigate = useNavigate()
  const { courseGuid, counts, may } = course
  const [values, change] = useAddressQuery(courseFields)
  const { search, state } = values
  const people = useCoursePeople(courseGuid, values, { isEnabled: may.seePeople })
  const [selection, setSelection] = useState(noSelection)
  const [taking, setTaking] = useState<readonly number[]>()
  const [done, setDone] = useState<string>()
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed is gone with the selection.
    if (done !== undefined && taking === undefined) result.current?.focus()
  }, [done, taking])
  const [name, columns] = useMemo(
    () => [attemptNameColumn(text, courseGuid), attemptColumns(text, language.code)] as const,
    [text, courseGuid, language],
  )
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0)
  if (!may.seePeople) return <p className={styles.quiet}>{text('courses.unseen')}</p>
  return (
    <>
      <div ref={result} tabIndex={-1} className={styles.result}>
        <Notice onClose={() => setDone(undefined)}>{done}</Notice>
      </div>
      <div className={styles.bar}>
        <FilterBar
          views={courseViews.map((id) => ({
            ...{ id, label: text(`courses.state.${id}`), count: id === 'all' ? all : counts[id] },
          }))}
          view={state}
          onView={(id) => void change({ state: courseViews.find((one) => one === id) ?? 'all' }, { replace: false })}
          search={{
            ...{ label: text('courses.findPeople'), value: search, shortcut: '/' },
            onSearch: (typed) => void change({ search: typed }),
          }}
        />
      </div>
      <DataTable
        caption={text('courses.holders')}
        nameColumn={name}
        columns={columns}
        rows={people.rows}
        keyOf={attemptKey}
        activity={people.activity}
        total={people.total}
        hasMore={people.hasMore}
        onMore={people.more}
        onRetry={people.again}
        asOfMs={people.asOfMs}
        staleAfterMs={5 * minuteMs}
        filters={{
          count: [search.trim() !== '', state !== 'all'].filter(Boolean).length,
          onClear: () => void change({ search: '', state: 'all' }),
        }}
        empty={text('courses.noPeople')}
        onOpen={({ userID }) => void navigate({ to: progressPath(courseGuid, userID) })}
        selecting={
          may.change
            ? {
                selection,
                onSelection: setSelection,
                actions: (
                  <Button className={styles.press} onPress={() => setTaking(peopleOfKeys(selection.keys))}>
                    {text('courses.take')}
                  </Button>
                ),
              }
            : undefined
        }
        exportAs="course.csv"
        expectedRows={15}
      />
      {taking !== undefined && (
        <TakeDialog
          course={course}
          userIDs={taking}
          onDone={(notice) => {
            setTaking(undefined)
            setSelection(noSelection)
            setDone(notice)
          }}
          onClose={() => setTaking(undefined)}
        />
      )}
    </>
  )
}

/** One course: its versions, and who has it with what they have come to. */
const CoursePage = ({ courseGuid }: { readonly courseGuid: string }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const { data, error, isError, refetch } = useCourse(courseGuid)
  const again = () => void refetch()
  return (
    <CourseFrame
      title={data?.course.name}
      above={<OfficeLink to="/courses">{text('courses.back')}</OfficeLink>}
      fills
      missing={text('courses.notFound')}
      reading={{ isError, error, isLoaded: data !== undefined, onAgain: again }}
      actions={
        data?.course.may.change && (
          <ActionLink to={`${coursePath(courseGuid)}/give`} isPrimary>
            {text('courses.give')}
          </ActionLink>
        )
      }
    >
      {data !== undefined && (
        <>
          {isError && <OldNote time={moment(data.asOf)} onAgain={again} />}
          <Facts course={data.course} />
          <Holders course={data.course} />
        </>
      )}
    </CourseFrame>
  )
}

export default CoursePage
