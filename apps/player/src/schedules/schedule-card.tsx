import type { Schedule } from '@sitwell/contract'
import { longDate, shortDate } from '@sitwell/i18n/dates'
import { Button, type ButtonVariant } from '@sitwell/ui/button.tsx'
import { Chip } from '@sitwell/ui/chip.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../context/player-context.tsx'
import styles from './schedule-card.module.css'

const DateOf = ({
  label,
  value,
  timeZone,
  fallback,
}: {
  label: string
  value: string | undefined
  timeZone: string
  fallback?: string | undefined
}) => {
  const { language } = usePlayer()
  const atMs = value === undefined ? Number.NaN : Date.parse(value)
  if (Number.isNaN(atMs) && fallback === undefined) return null
  return (
    <div className={styles.date}>
      <dt>{label}</dt>
      <dd>
        {Number.isNaN(atMs) ? (
          fallback
        ) : (
          <time dateTime={value}>
            <span className={styles.long}>{longDate(atMs, timeZone, language.code)}</span>
            <span className={styles.short}>{shortDate(atMs, timeZone, language.code)}</span>
          </time>
        )}
      </dd>
    </div>
  )
}

/** How far its learner has come, and whether it is for practice. */
const Standing = ({ schedule: { commenced, completed, practice } }: { readonly schedule: Schedule }) => {
  const { text } = usePlayer()
  return (
    <>
      {commenced && !completed && (
        <Chip icon="clock" kind="now">
          {text('schedules.commenced')}
        </Chip>
      )}
      {completed && (
        <Chip icon="check" kind="done">
          {text('schedules.completed')}
        </Chip>
      )}
      {practice && (
        <Chip icon="flag" kind="calm">
          {text('schedules.practice')}
        </Chip>
      )}
    </>
  )
}

/** What a learner needs to start it. */
const Needs = ({ schedule: { safeExamBrowser, requiresPassword } }: { readonly schedule: Schedule }) => {
  const { text } = usePlayer()
  return (
    <>
      {safeExamBrowser && (
        <p className={styles.lock}>
          <Icon name="info" />
          {text('schedules.sebNeeded')}
        </p>
      )}
      {requiresPassword && (
        <p className={styles.lock}>
          <Icon name="lock" />
          {text('schedules.passwordNeeded')}
        </p>
      )}
    </>
  )
}

/** One assessment: what it is, when, how it stands, and the way in (spec 2 §2). */
export const ScheduleCard = ({
  schedule,
  timeZone,
  isClosed,
  openVariant,
  opens,
  onOpen,
  onResult,
  onReset,
}: {
  readonly schedule: Schedule
  readonly timeZone: string
  /** It can't be opened now, and the server would say no. */
  readonly isClosed: boolean
  /** Primary on the first that can be opened: the page has one primary action. */
  readonly openVariant: ButtonVariant
  /** How long it is until it opens, in words. */
  readonly opens: string | undefined
  onOpen(): void
  /** Leads to what its completed attempts came to. */
  onResult(): void
  /** Only if the configuration has the testing aid on. */
  readonly onReset?: (() => void) | undefined
}) => {
  const { text } = usePlayer()
  const { examName: name, scheduleInfo, commenced, completed, attempts } = schedule
  const isResultOver = completed && attempts === 0
  const isUnderWay = commenced && !completed
  const open = isUnderWay ? 'schedules.resume' : 'schedules.open'
  return (
    <li className={classNames(styles.card, isUnderWay && styles.underWay)} data-testid="schedule">
      <div className={styles.about}>
        <div className={styles.head}>
          <h4 className={styles.name}>
            <bdi>{name}</bdi>
          </h4>
          <Standing schedule={schedule} />
        </div>
        {scheduleInfo !== '' && (
          <p className={styles.info}>
            <bdi>{scheduleInfo}</bdi>
          </p>
        )}
        <dl className={styles.dates}>
          <DateOf
            label={text('schedules.starts')}
            value={schedule.startDt}
            timeZone={timeZone}
            fallback={isClosed || commenced || completed ? undefined : text('schedules.anyTime')}
          />
          <DateOf label={text('schedules.completeBy')} value={schedule.completeDt} timeZone={timeZone} />
        </dl>
        {isClosed && schedule.cantStartMessage && (
          <p className={styles.info}>
            <bdi>{schedule.cantStartMessage}</bdi>
          </p>
        )}
        {isResultOver && <p className={styles.info}>{text('schedules.resultOver')}</p>}
        {!completed && <Needs schedule={schedule} />}
      </div>
      <div className={styles.actions}>
        {opens !== undefined && <p className={styles.opens}>{opens}</p>}
        {onReset !== undefined && (
          <Button variant="quiet" aria-label={text('schedules.resetNamed', { name })} onPress={onReset}>
            {text('schedules.reset')}
          </Button>
        )}
        {!completed && attempts !== undefined && attempts > 0 && (
          <Button variant="quiet" aria-label={text('schedules.earlierNamed', { name })} onPress={onResult}>
            {text('schedules.earlier')}
          </Button>
        )}
        {completed && !isResultOver && (
          <Button aria-label={text('schedules.resultNamed', { name })} onPress={onResult}>
            {text('schedules.result')}
            <Icon name="next" />
          </Button>
        )}
        {!completed && !isClosed && (
          <Button variant={openVariant} aria-label={text(`${open}Named`, { name })} onPress={onOpen}>
            <span>{text(open)}</span>
            <Icon name="next" />
          </Button>
        )}
      </div>
    </li>
  )
}
