import { type CourseAttemptRow, type CourseAttemptState, officeCourseProgress, type VoidProgress } from '@sitwell/contract'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { StatusLine } from '@sitwell/office-ui/status-line.tsx'
import { StatusMark } from '@sitwell/office-ui/status-mark.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { authorText } from '../people/author-text.ts'
import { nameOf } from '../people/person-name.ts'
import sections from '../people/section.module.css'
import { Section } from '../people/section.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { coursePath } from './course-columns.ts'
import { CourseFrame, OldNote } from './course-frame.tsx'
import { scoreText, stateTones, timeText } from './course-text.ts'
import styles from './courses.module.css'
import { ResetDialog } from './reset-dialog.tsx'
import { TakeDialog } from './take-dialog.tsx'

const minuteMs = 60_000

type Progress = Pick<VoidProgress, 'endedAt' | 'lastContactAt' | 'score' | 'startedAt' | 'state' | 'timeMs'>

/** What somebody has come to: as far as anything is known. */
const ProgressFacts = ({ of, units }: { readonly of: Progress; readonly units?: CourseAttemptRow['units'] }) => {
  const { text, language } = useOffice()
  const moment = useMomentText()
  const { state, score, timeMs, startedAt, endedAt, lastContactAt } = of
  const facts: readonly (readonly [string, string | undefined])[] = [
    [text('courses.units'), units && text('courses.unitsOf', units)],
    [text('courses.score'), score === undefined ? undefined : scoreText(score, language.code)],
    [text('courses.time'), timeMs === undefined ? undefined : timeText(timeMs, language.code)],
    [text('courses.progress.startedAt'), startedAt && moment(startedAt)],
    [text('courses.progress.endedAt'), endedAt && moment(endedAt)],
    [text('courses.lastContact'), lastContactAt && moment(lastContactAt)],
  ]
  return (
    <dl className={sections.facts}>
      <dt>{text('courses.state')}</dt>
      <dd>
        <StatusMark tone={stateTones[state]} text={text(`courses.state.${state}`)} />
      </dd>
      {facts.map(([title, value]) =>
        value === undefined ? null : (
          <div key={title} className={styles.pair}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

const Units = ({ units }: Pick<CourseAttemptState, 'units'>) => {
  const { text, language } = useOffice()
  return (
    <>
      <h3 className={styles.part}>{text('courses.progress.units')}</h3>
      <ol className={sections.list}>
        {units.map(({ title, state, score, timeMs }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a unit is its place in the course
          <li key={index} className={sections.row}>
            <bdi className={sections.body}>
              {title === '' ? text('courses.progress.unnamed', { number: index + 1 }) : title}
            </bdi>
            <span className={styles.figures}>
              {score !== undefined && <span>{scoreText(score, language.code)}</span>}
              {timeMs !== undefined && <span>{timeText(timeMs, language.code)}</span>}
              <StatusMark tone={stateTones[state]} text={text(`courses.state.${state}`)} />
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

const Earlier = ({ earlier }: Pick<CourseAttemptState, 'earlier'>) => {
  const { text } = useOffice()
  const moment = useMomentText()
  if (earlier.length === 0) return null
  return (
    <>
      <h3 className={styles.part}>{text('courses.progress.earlier')}</h3>
      <ul className={sections.list}>
        {earlier.map((one) => (
          <li key={one.number} className={styles.void}>
            <div>
              {text('courses.progress.voidSince', { time: moment(one.resetAt), author: authorText(one.resetBy, text) })}
            </div>
            <div dir="auto" className={sections.small}>
              {text('courses.progress.reason', { reason: one.reason })}
            </div>
            <ProgressFacts of={one} />
          </li>
        ))}
      </ul>
    </>
  )
}

type Asked = { readonly is: 'reset' | 'take'; readonly attempt: CourseAttemptRow }

const Attempt = ({
  of: { attempt, units, earlier },
  onAsk,
}: {
  readonly of: CourseAttemptState
  onAsk(asked: Asked): void
}) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const { givenAt, version, may } = attempt
  return (
    <Section title={text('courses.progress.of', { time: moment(givenAt) })}>
      <p className={sections.quiet}>{`${text('courses.version')} ${version}`}</p>
      <ProgressFacts of={attempt} units={attempt.units} />
      <div className={sections.acts}>
        {may.reset && (
          <Button className={styles.press} onPress={() => onAsk({ is: 'reset', attempt })}>
            {text('courses.reset')}
          </Button>
        )}
        {may.take && (
          <Button className={styles.press} onPress={() => onAsk({ is: 'take', attempt })}>
            {text('courses.take')}
          </Button>
        )}
      </div>
      <Units units={units} />
      <Earlier earlier={earlier} />
    </Section>
  )
}

/** What one person has come to in a course, unit by unit, and what of it was reset. */
const ProgressPage = ({ courseGuid, userID }: { readonly courseGuid: string; readonly userID: number }) => {
  const { api, text, may } = useOffice()
  const moment = useMomentText()
  const query = useQuery(officeQuery(api, officeCourseProgress, { query: { courseGuid, userID } }))
  const [asked, setAsked] = useState<Asked>()
  const [done, setDone] = useState<string>()
  const result = useRef<HTMLDivElement>(null)
  const { data, isError, error, refetch } = query
  useEffect(() => {
    // The button that was pressed may be gone by then.
    if (done !== undefined && asked === undefined) result.current?.focus()
  }, [done, asked])
  const finish = (notice: string) => {
    setAsked(undefined)
    setDone(notice)
  }
  const again = () => void refetch()
  const name = data?.attempts[0] && nameOf(data.attempts[0].attempt)
  const isTaken = error?.failure.kind === 'refused' && error.failure.code === 'NOT_FOUND'
  // Once the only one was taken away there is none to show.
  const isShown = data !== undefined && !isTaken
  return (
    <CourseFrame
      title={name}
      above={<OfficeLink to={coursePath(courseGuid)}>{data?.name ?? text('courses.heading')}</OfficeLink>}
      missing={text('courses.progress.notFound')}
      reading={{ isError, error, isLoaded: isShown || done !== undefined, onAgain: again }}
    >
      <div className={styles.page}>
        <div ref={result} tabIndex={-1} className={styles.result}>
          <Notice onClose={() => setDone(undefined)}>{done}</Notice>
        </div>
        {isShown && (
          <>
            {isError && <OldNote time={moment(data.asOf)} onAgain={again} />}
            {name !== undefined && may('people.read', 'anywhere') && (
              <p>
                <OfficeLink to={`/people/${userID}`}>{text('courses.progress.open', { name })}</OfficeLink>
              </p>
            )}
            {data.attempts.map((one) => (
              <Attempt key={one.attempt.attemptGuid} of={one} onAsk={setAsked} />
            ))}
            <StatusLine asOfMs={Date.parse(data.asOf)} staleAfterMs={5 * minuteMs} />
          </>
        )}
        {!isShown && <p>{text('courses.progress.notFound')}</p>}
      </div>
      {asked?.is === 'reset' && <ResetDialog attempt={asked.attempt} onDone={finish} onClose={() => setAsked(undefined)} />}
      {asked?.is === 'take' && data !== undefined && (
        <TakeDialog
          course={{ courseGuid, name: data.name }}
          userIDs={[userID]}
          onDone={finish}
          onClose={() => setAsked(undefined)}
        />
      )}
    </CourseFrame>
  )
}

export default ProgressPage
