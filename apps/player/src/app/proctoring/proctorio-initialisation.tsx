import { canStart, proctoringFlags, proctorioLaunchUrl, type Schedule } from '@sitwell/contract'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { useMachine } from '@xstate/react'
import { useMemo, useState } from 'react'
import { cannotStartWords } from '../../context/cannot-start-words.ts'
import type { Player } from '../../context/player.ts'
import { usePlayer } from '../../context/player-context.tsx'
import { rubricAddress } from '../../context/rubric-address.ts'
import { loadSchedules } from '../../context/schedules-store.ts'
import styles from './proctoring.module.css'
import { proctoringRedirectMachine, type RedirectSteps } from './proctoring-redirect.machine.ts'

/** The whole tab goes there: a page of the provider's is in no frame of its own. */
const leaveTo = (url: string) => {
  const top = window.top ?? window
  top.location.href = url
}

interface Leaving {
  toRubric(): void
  toPassword(): void
  /** How far the exam is, as the server says. */
  onFound(schedule: Pick<Schedule, 'commenced'>): void
}

const never = () => new Promise<never>(() => undefined)

const redirectSteps = (
  player: Pick<Player, 'api' | 'session' | 'settings' | 'text' | 'language'>,
  { examGuid, sessionId }: { readonly examGuid: string; readonly sessionId: string },
  leave: Leaving,
): RedirectSteps => {
  const { api, session, settings } = player
  const userGuid = session.user.guid
  let schedule: Schedule | undefined
  // Asked for again: what this tab holds, and the session that the address names, are from before the exam was gone on with elsewhere.
  const find = async () => {
    const loaded = await loadSchedules(api, { userGuid, proctoringMode: settings.proctoringMode })
    if (!loaded.ok) throw new Error(loaded.message)
    schedule = loaded.value.find((one) => one.examGuid === examGuid)
    if (schedule === undefined) throw new Error('There is no such schedule')
    leave.onFound(schedule)
    return schedule
  }
  const found = async () => schedule ?? find()
  const sessionOf = (one: Schedule) => one.proctoringSessionID ?? sessionId
  return {
    isScheduleCompleted: async () => (await find()).completed,
    async canScheduleStart() {
      const one = await found()
      const { guid: scheduleGuid, scheduleType, examTypeGuid: examObjectTypeGuid } = one
      const outcome = await api.call(canStart, {
        query: {
          userGuid,
          scheduleGuid,
          scheduleType,
          examGuid,
          examObjectTypeGuid,
          proctoringMode: settings.proctoringMode,
          proctoringSessionID: sessionOf(one),
        },
      })
      if (outcome.ok) return { ...outcome.value, message: cannotStartWords(player, outcome.value) }
      if (outcome.kind !== 'refused' || outcome.code !== 'RUBRIC_REQUIRED') throw new Error(outcome.message)
      leave.toRubric()
      return never()
    },
    async redirectToProctorio() {
      const query = {
        proctorSessionID: sessionOf(await found()),
        userID: session.user.id,
        options: proctoringFlags.join(','),
        host: location.origin,
      }
      // The server asks the provider three times itself.
      const outcome = await api.call(proctorioLaunchUrl, { query }, { attempts: 1 })
      if (!outcome.ok) {
        const code = outcome.kind === 'refused' ? outcome.code : undefined
        if (code === 'FORM_RUN_COMPLETED') return 'completed'
        if (code !== 'PASSWORD_REQUIRED') throw new Error(outcome.message)
        leave.toPassword()
        return never()
      }
      const expected = settings.proctoringDebug ? location.origin : settings.proctoringOrigin
      if (URL.parse(outcome.value.url)?.origin !== expected) throw new Error('The launch address is not the provider’s')
      leaveTo(outcome.value.url)
      return never()
    },
  }
}

/** The signed-in side of the way to the browser-extension provider (spec 1 §4). */
const ProctorioInitialisation = ({ examGuid, sessionId }: { readonly examGuid: string; readonly sessionId: string }) => {
  const player = usePlayer()
  const { text, settings } = player
  const navigate = useNavigate()
  const [help, setHelp] = useState<MessageId>('proctoring.cantRedirectUnknown')
  const steps = useMemo(
    () =>
      redirectSteps(
        player,
        { examGuid, sessionId },
        {
          toRubric: () => void navigate({ to: rubricAddress(`/exam/${examGuid}`), replace: true }),
          toPassword: () => void navigate({ to: `/exam/${examGuid}`, replace: true }),
          onFound: ({ commenced }) => setHelp(commenced ? 'proctoring.cantRedirectBegun' : 'proctoring.cantRedirectHelp'),
        },
      ),
    [player, examGuid, sessionId, navigate],
  )
  const [state] = useMachine(proctoringRedirectMachine, { input: { steps } })
  useAppBar({ title: text('proctoring.initialisation'), isLoading: state.status === 'active' })
  const isComplete = state.matches('schedule_already_completed')
  const cannotStart = isComplete || state.matches('schedule_cant_start')
  const cannotRedirect = state.matches('cant_redirect')
  const back = () => void navigate({ to: '/schedules' })
  const hasWayBack = settings.proctoringMode !== 1 && !settings.demoMode
  return (
    <Page align="centre" width="card">
      <Card width="card" className={styles.card}>
        {state.status === 'active' && <Spinner />}
        <h1 className={styles.title}>{text('proctoring.initialisation')}</h1>
        <p role="status">{text('proctoring.initialisationHelp')}</p>
      </Card>
      {cannotStart && (
        <Dialog
          role="alertdialog"
          title={text(isComplete ? 'exam.alreadyCompletedTitle' : 'exam.cannotStartTitle')}
          actions={
            hasWayBack ? (
              <Button variant="primary" autoFocus onPress={back}>
                {text('exam.backToSchedules')}
              </Button>
            ) : undefined
          }
        >
          <p>{isComplete ? text('exam.alreadyCompleted') : state.context.message}</p>
        </Dialog>
      )}
      {cannotRedirect && (
        <Dialog
          role="alertdialog"
          title={text('proctoring.cantRedirectTitle')}
          actions={
            settings.demoMode ? undefined : (
              <Button variant="primary" autoFocus onPress={back}>
                {text('proctoring.ok')}
              </Button>
            )
          }
        >
          <p>{text('proctoring.cantRedirect')}</p>
          <p>{text(help)}</p>
        </Dialog>
      )}
    </Page>
  )
}

export default ProctorioInitialisation
