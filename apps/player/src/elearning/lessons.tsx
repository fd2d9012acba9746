import type { CourseAttempt, ScoAttempt } from '@sitwell/contract'
import { isScoOpen } from '@sitwell/exam/courses/sco-open'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { progressOf } from '@sitwell/ui/progress-look.ts'
import { usePlayer } from '../context/player-context.tsx'
import type { CourseSteps } from './course.machine.ts'
import styles from './lessons.module.css'
import { StatusChip } from './status-chip.tsx'
import { UnsentStatus } from './unsent-status.tsx'

const whyClosed = {
  failed: 'course.failed',
  order: 'course.waits',
  rule: 'course.notOffered',
  attempts: 'course.noAttempts',
} as const

/** The course's SCOs in their order, with what is open and what isn't (spec 2 §4). */
export const Lessons = ({
  course,
  opening,
  isResetting,
  onOpen,
  onReset,
}: {
  readonly course: CourseAttempt
  /** Guid of the SCO that is being opened. */
  readonly opening: string | undefined
  readonly isResetting: boolean
  onOpen(sco: ScoAttempt): void
  onReset(of: Parameters<CourseSteps['reset']>[0]): void
}) => {
  const { text, appSettings } = usePlayer()
  const states = course.ScoAttempts.map(({ status, identifier = '', prerequisites }) => ({
    status: progressOf(status),
    identifier,
    prerequisites,
  }))
  // What a course asks for besides the order of its lessons, the server knows.
  const isOpenAt = (place: number) => course.ScoAttempts[place]?.open ?? isScoOpen(states, place)
  const nextPlace = states.findIndex(({ status }, place) => status !== 2 && isOpenAt(place))
  return (
    <section aria-labelledby="lessons" className={styles.section}>
      <div className={styles.head}>
        <h2 id="lessons">{text('course.lessons')}</h2>
        <StatusChip status={course.Status} />
        {appSettings.useResetScheduleCheat && (
          <Button variant="quiet" isPending={isResetting} onPress={() => onReset({ courseAttemptId: course.ID })}>
            {text('course.resetCourse')}
          </Button>
        )}
        <UnsentStatus course={course} />
      </div>
      <p role="status" className={styles.status}>
        {opening === undefined
          ? ''
          : text('course.opening', { name: course.ScoAttempts.find(({ guid }) => guid === opening)?.name ?? '' })}
      </p>
      <ol className={styles.list}>
        {course.ScoAttempts.map((sco, place) => {
          const status = progressOf(sco.status)
          const isOpen = isOpenAt(place)
          const { name } = sco
          return (
            <li key={sco.guid} className={styles.lesson} data-testid="lesson">
              <span className={styles.number} aria-hidden="true">
                {place + 1}
              </span>
              <div className={styles.about}>
                <h3 className={styles.name}>
                  <bdi>{name}</bdi>
                </h3>
                <StatusChip status={status} />
                {!isOpen && (
                  <p className={styles.why}>
                    <Icon name="lock" />
                    <span>{text(whyClosed[status === 3 ? 'failed' : (sco.closed ?? 'order')])}</span>
                  </p>
                )}
              </div>
              <div className={styles.actions}>
                {appSettings.useResetScheduleCheat && status > 0 && sco.kind !== 'au' && (
                  <Button
                    variant="quiet"
                    aria-label={text('course.resetNamed', { name })}
                    isPending={isResetting}
                    onPress={() => onReset({ scoAttemptId: sco.attemptId })}
                  >
                    {text('course.reset')}
                  </Button>
                )}
                {(status !== 3 || isOpen) && (
                  <Button
                    variant={place === nextPlace ? 'primary' : 'secondary'}
                    aria-label={text(`course.open${status}Named`, { name })}
                    isDisabled={!isOpen || (opening !== undefined && opening !== sco.guid)}
                    isPending={opening === sco.guid}
                    onPress={() => onOpen(sco)}
                  >
                    {text(`course.open${status}`)}
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
