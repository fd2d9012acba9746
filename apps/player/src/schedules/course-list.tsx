import { type CourseAttempt, courseAttempts } from '@sitwell/contract'
import { longDate, shortDate } from '@sitwell/i18n/dates'
import { PageLink } from '@sitwell/navigation/page-link.tsx'
import { Chip } from '@sitwell/ui/chip.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { progressLook, progressOf } from '@sitwell/ui/progress-look.ts'
import { Switch } from '@sitwell/ui/switch.tsx'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import styles from './course-list.module.css'
import { coursesMachine } from './courses.machine.ts'

const DateOf = ({ label, value, timeZone }: { label: string; value: string | null; timeZone: string }) => {
  const { language } = usePlayer()
  const atMs = Date.parse(value ?? '')
  if (value === null || Number.isNaN(atMs)) return null
  return (
    <span className={styles.date}>
      <span>{label}</span>{' '}
      <time dateTime={value}>
        <span className={styles.long}>{longDate(atMs, timeZone, language.code)}</span>
        <span className={styles.short}>{shortDate(atMs, timeZone, language.code)}</span>
      </time>
    </span>
  )
}

/** The e-learning courses, without the completed ones unless asked for; each leads to its page (spec 2 §2). */
export const CourseList = ({
  courses: loaded,
  timeZone,
}: {
  readonly courses: readonly CourseAttempt[]
  readonly timeZone: string
}) => {
  const { text, api, session } = usePlayer()
  const userGuid = session.user.guid
  const fetch = useMemo(
    () => async (includeCompleted: boolean) => {
      const outcome = await api.call(courseAttempts, { body: { userGuid, includeCompleted } })
      if (!outcome.ok) throw new Error(outcome.message)
      return outcome.value.courses
    },
    [api, userGuid],
  )
  const [snapshot, send] = useMachine(coursesMachine, { input: { fetch } })
  useEffect(() => send({ type: 'loaded', courses: loaded }), [loaded, send])
  const { courses, includesCompleted, hasFailed } = snapshot.context
  return (
    <section aria-labelledby="courses" className={styles.section} aria-busy={snapshot.matches('asking')}>
      <div className={styles.head}>
        <h2 id="courses">{text('schedules.courses')}</h2>
        <Switch isSelected={includesCompleted} onChange={(completed) => send({ type: 'include', completed })}>
          {text('schedules.includeCompleted')}
        </Switch>
      </div>
      {hasFailed && (
        <p role="alert" className={styles.empty}>
          {text('schedules.coursesFailed')}
        </p>
      )}
      {courses.length === 0 ? (
        <p className={styles.empty}>{text('schedules.coursesEmpty')}</p>
      ) : (
        <ul className={styles.list}>
          {courses.map((course) => {
            const status = progressOf(course.Status)
            return (
              <li key={course.GUID} className={styles.course} data-testid="course">
                <Icon name="course" />
                <div className={styles.about}>
                  <PageLink className={styles.name} to={`/elearning/${encodeURIComponent(course.GUID)}`}>
                    <bdi>{course.Course_Name}</bdi>
                  </PageLink>
                  <DateOf label={text('schedules.courseStarted')} value={course.DateStarted} timeZone={timeZone} />
                  <DateOf label={text('schedules.courseEnded')} value={course.DateEnded} timeZone={timeZone} />
                </div>
                <Chip {...progressLook[status]}>{text(`schedules.courseStatus${status}`)}</Chip>
                <Icon name="next" />
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
