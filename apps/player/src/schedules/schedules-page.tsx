import { networkErrorTexts } from '@sitwell/app-core/network-error-texts'
import { reset, type Schedule, work } from '@sitwell/contract'
import { localTimeZone } from '@sitwell/i18n/dates'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { NetworkErrorCard } from '@sitwell/ui/network-error-card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { useMachine } from '@xstate/react'
import { useCallback, useMemo } from 'react'
import { schedulesStore } from '../context/held-schedules.ts'
import { usePlayer } from '../context/player-context.tsx'
import { withoutDuplicates } from '../context/schedules-store.ts'
import { CourseList } from './course-list.tsx'
import { scheduleAddress } from './schedule-address.ts'
import { ScheduleGroups } from './schedule-groups.tsx'
import { schedulesMachine } from './schedules.machine.ts'
import styles from './schedules-page.module.css'
import { ServerClock } from './server-clock.tsx'
import { useCompletions } from './use-completions.ts'
import { useServerTime } from './use-server-time.ts'

/** What the learner has to do: assessments and courses, and the server's clock (spec 2 §2). */
const SchedulesPage = () => {
  const player = usePlayer()
  const { api, session, settings, appSettings, text } = player
  const navigate = useNavigate()
  const userGuid = session.user.guid
  const { proctoringMode } = settings
  const steps = useMemo(
    () => ({
      clear: schedulesStore.clear,
      fetch: async (isQuiet: boolean) => {
        const query = { userGuid, proctoringMode, showCompletedCourses: 'true' } as const
        const outcome = await api.call(work, { query }, isQuiet ? { attempts: 1 } : {})
        // The dialog of the double login stands over what was there before, not over an error.
        if (!outcome.ok && outcome.kind === 'refused' && outcome.code === 'DOUBLE_LOGIN') return undefined
        if (!outcome.ok) throw new Error(outcome.message)
        const assessments = withoutDuplicates(outcome.value.assessments)
        schedulesStore.set(assessments)
        return { ...outcome.value, assessments }
      },
    }),
    [api, userGuid, proctoringMode],
  )
  const [snapshot, send] = useMachine(schedulesMachine, { input: { steps } })
  const serverTime = useServerTime()
  const isLoading = snapshot.matches('initializing')
  const title = text('schedules.title')
  const { assessments, courses, isStaff } = snapshot.context.work
  useAppBar({ title, isLoading, isStaff })
  const timeZone = useMemo(localTimeZone, [])
  const refresh = useCallback(() => send({ type: 'refresh' }), [send])
  const look = useCallback(() => send({ type: 'look' }), [send])
  useCompletions(useCallback(() => send({ type: 'changed' }), [send]))

  if (snapshot.matches('schedule_initialization_error')) {
    return (
      <Page align="centre" width="card">
        <NetworkErrorCard texts={networkErrorTexts(player)} details={snapshot.context.problem} onCleared={refresh} />
      </Page>
    )
  }

  const resetSchedule = async ({ guid, scheduleType, examGuid, examTypeGuid }: Schedule) => {
    await api.call(reset, { query: { userGuid, scheduleGuid: guid, scheduleType, examGuid, examObjectTypeGuid: examTypeGuid } })
    refresh()
  }
  return (
    <Page heading={title}>
      <div className={styles.content}>
        <section aria-labelledby="assessments" className={styles.section} aria-busy={isLoading}>
          <div className={styles.head}>
            <h2 id="assessments">{text('schedules.assessments')}</h2>
            <div className={styles.tools}>
              <ServerClock state={serverTime} timeZone={timeZone} />
              <Button variant="secondary" onPress={refresh} isPending={isLoading}>
                <Icon name="reload" />
                {text('schedules.reload')}
              </Button>
            </div>
          </div>
          <p role="status" className={styles.status}>
            {isLoading ? text('schedules.loading') : text('schedules.loaded', { count: assessments.length })}
          </p>
          {!isLoading && assessments.length === 0 && <p className={styles.empty}>{text('schedules.empty')}</p>}
          {isLoading && assessments.length === 0 ? (
            <ul className={styles.list}>
              {[1, 2, 3].map((place) => (
                <li key={place} className={styles.place} aria-hidden="true" />
              ))}
            </ul>
          ) : (
            <ScheduleGroups
              schedules={assessments}
              serverTime={serverTime}
              timeZone={timeZone}
              onLook={look}
              onOpen={(schedule) => void navigate({ to: scheduleAddress(schedule, settings) })}
              onResult={({ examGuid }) => void navigate({ to: `/result/${examGuid}` })}
              onReset={appSettings.useResetScheduleCheat ? (schedule) => void resetSchedule(schedule) : undefined}
            />
          )}
        </section>
        <CourseList courses={courses} timeZone={timeZone} />
      </div>
    </Page>
  )
}

export default SchedulesPage
