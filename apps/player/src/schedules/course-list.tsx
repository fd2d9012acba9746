import type { CourseAttempt } from '@sitwell/contract'
import { useState } from 'react'
import { usePlayer } from '../api/player-context.tsx'
import { Icon } from '../ui/icon.tsx'
import { Switch } from '../ui/switch.tsx'
import { Chip } from './chip.tsx'
import styles from './course-list.module.css'

/** A course's status code for completed (spec 2 §3). */
const completed = 2

const look = {
  0: { icon: 'course', kind: 'calm' },
  1: { icon: 'clock', kind: 'now' },
  2: { icon: 'check', kind: 'done' },
  3: { icon: 'alert', kind: 'calm' },
} as const

const statusOf = (status: number): keyof typeof look => (status === 1 || status === 2 || status === 3 ? status : 0)

/** The e-learning courses, without the completed ones unless asked for (spec 2 §2). */
export const CourseList = ({ courses }: { readonly courses: readonly CourseAttempt[] }) => {
  const { text } = usePlayer()
  const [includesCompleted, setIncludesCompleted] = useState(false)
  const shown = courses.filter((course) => includesCompleted || course.Status !== completed)
  return (
    <section aria-labelledby="courses" className={styles.section}>
      <div className={styles.head}>
        <h2 id="courses">{text('schedules.courses')}</h2>
        <Switch isSelected={includesCompleted} onChange={setIncludesCompleted}>
          {text('schedules.includeCompleted')}
        </Switch>
      </div>
      {shown.length === 0 ? (
        <p className={styles.empty}>{text('schedules.coursesEmpty')}</p>
      ) : (
        <ul className={styles.list}>
          {shown.map((course) => {
            const status = statusOf(course.Status)
            return (
              <li key={course.GUID} className={styles.course} data-testid="course">
                <Icon name="course" />
                <span className={styles.name}>{course.Course_Name}</span>
                <Chip {...look[status]}>{text(`schedules.courseStatus${status}`)}</Chip>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
