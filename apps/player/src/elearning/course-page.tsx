import { networkErrorTexts } from '@sitwell/app-core/network-error-texts'
import { newUuid } from '@sitwell/client/new-uuid'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { NetworkErrorCard } from '@sitwell/ui/network-error-card.tsx'
import { OpeningHeading } from '@sitwell/ui/opening-heading.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { useMachine } from '@xstate/react'
import { type RefObject, useMemo } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import { syncOfPlayer } from '../sync/sync-of-player.ts'
import { AuPlayer } from './au-player.tsx'
import { collectOfCourse, originOfCourses } from './collect-left.ts'
import { CompletedNote } from './completed-note.tsx'
import { courseMachine } from './course.machine.ts'
import { CourseInfo } from './course-info.tsx'
import styles from './course-page.module.css'
import { courseSteps } from './course-steps.ts'
import { Lessons } from './lessons.tsx'
import { ScoPlayer } from './sco-player.tsx'
import type { OpenSco } from './use-course-lock.ts'

/** A course with its SCOs, one of them in the player where the learner has opened one (spec 2 §2). */
export const CoursePage = ({
  courseGuid,
  open,
}: {
  readonly courseGuid: string
  readonly open: RefObject<OpenSco | undefined>
}) => {
  const player = usePlayer()
  const { text, api } = player
  const navigate = useNavigate()
  const steps = useMemo(() => {
    const sync = syncOfPlayer(player)
    const collect = async () => collectOfCourse({ sync: await sync, origin: originOfCourses(player), page: window }, courseGuid)
    return courseSteps({
      api,
      sync,
      courseGuid,
      learner: {
        orgId: player.session.client.id,
        learnerName: `${player.session.user.firstName} ${player.session.user.lastName}`.trim(),
      },
      language: player.language.code,
      newId: newUuid,
      collect: () => collect().catch(player.reportError),
      keepStart: player.storedSession.keepStart,
      onError: player.reportError,
    })
  }, [api, player, courseGuid])
  const [snapshot, send] = useMachine(courseMachine, { input: { steps } })
  const { course, opened, sco, isJustCompleted } = snapshot.context
  const isLoading = snapshot.matches('loading')
  const title = course?.Course_Name ?? text('schedules.courses')
  useAppBar({ title, isLoading })
  const toSchedules = () => navigate({ to: '/schedules' })

  if (snapshot.matches('failed'))
    return (
      <Page align="centre" width="card">
        <NetworkErrorCard
          texts={networkErrorTexts(player)}
          details={snapshot.context.problem}
          onRetry={() => send({ type: 'retry' })}
        />
      </Page>
    )
  if (snapshot.matches('not_found'))
    return (
      <Page align="centre" width="card">
        <Card width="card">
          <OpeningHeading className={styles.title}>{text('course.notFoundTitle')}</OpeningHeading>
          <p className={styles.text}>{text('course.notFoundText')}</p>
          <Button variant="primary" onPress={toSchedules}>
            {text('course.toSchedules')}
          </Button>
        </Card>
      </Page>
    )
  if (!course)
    return (
      <Page align="centre" width="card">
        <Spinner label={text('course.loading')} />
      </Page>
    )

  const note = isJustCompleted && (
    <CompletedNote
      name={course.Course_Name}
      onRead={() => send({ type: 'completionRead' })}
      onLeave={() => {
        send({ type: 'completionRead' })
        void toSchedules()
      }}
    />
  )
  const isPlaying = snapshot.matches('playing') || snapshot.matches('settling')
  if (opened && isPlaying)
    return (
      <main id="main" tabIndex={-1} className={styles.playing}>
        {note}
        {'kind' in opened ? (
          <AuPlayer
            key={opened.launch.sessionGuid}
            opened={opened}
            isSettling={snapshot.matches('settling')}
            open={open}
            onOver={() => send({ type: 'over', next: undefined })}
            onUpdate={(update) => send({ type: 'updated', course: update })}
          />
        ) : (
          <ScoPlayer
            key={opened.writer}
            opened={opened}
            courseName={course.Course_Name}
            courseGuid={courseGuid}
            isSettling={snapshot.matches('settling')}
            open={open}
            onOver={(next) => send({ type: 'over', next })}
            onUpdate={(update) => send({ type: 'updated', course: update })}
          />
        )}
      </main>
    )
  if (snapshot.matches('open_failed'))
    return (
      <Page align="centre" width="card">
        <Card width="card">
          <OpeningHeading className={styles.title}>{text('course.openFailedTitle')}</OpeningHeading>
          <p role="alert" className={styles.text}>
            {text(snapshot.context.failure)}
          </p>
          <div className={styles.actions}>
            <Button onPress={() => send({ type: 'back' })}>{text('course.back')}</Button>
            <Button variant="primary" onPress={() => send({ type: 'retry' })}>
              {text('course.tryAgain')}
            </Button>
          </div>
        </Card>
      </Page>
    )
  return (
    <Page heading={title}>
      <div className={styles.content}>
        {note}
        <CourseInfo course={course} />
        <Lessons
          course={course}
          opening={snapshot.matches('opening') ? sco?.guid : undefined}
          isResetting={snapshot.matches('resetting')}
          onOpen={(one) => send({ type: 'open', sco: one })}
          onReset={(of) => send({ type: 'reset', of })}
        />
        <div>
          <Button onPress={toSchedules}>{text('course.toSchedules')}</Button>
        </div>
      </div>
    </Page>
  )
}
