import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { WaitingCard } from '@sitwell/ui/waiting-card.tsx'
import { Suspense } from 'react'
import type { SnapshotFrom } from 'xstate'
import { usePlayer } from '../../../context/player-context.tsx'
import { NetworkErrorScreen } from '../cards/network-error-screen.tsx'
import { PausedCard } from '../cards/paused-card.tsx'
import { closeTarget } from '../outro/close-target.ts'
import { durationText } from '../time/duration-text.ts'
import type { entryMachine } from './entry.machine.ts'
import { LazyIntegrityError, LazyIntegrityGuidance } from './lazy-integrity-screens.tsx'
import { LazyPasswordGate } from './lazy-password-gate.tsx'
import { LazyPreloadingPdfs } from './lazy-preloading-pdfs.tsx'
import { LazySebPage } from './lazy-seb-page.tsx'
import { LazyUnsupportedBrowser } from './lazy-unsupported-browser.tsx'

type EntryState = SnapshotFrom<typeof entryMachine>

type EntryEvent = { type: 'CONTINUE' } | { type: 'RETRY' } | { type: 'PASSWORD_ACCEPTED' } | { type: 'GO_ON' }

/** The screens that are no mere waiting, each with the state of the machine that it belongs to. */
const screens = [
  ['network-error', 'exam_network_error'],
  ['unsupported-browser', { initializing: 'unsupported_browser' }],
  ['other-browser', { initializing: { validating_schedule: 'other_browser' } }],
  ['password', { initializing: { validating_schedule: 'inputting_password' } }],
  ['not-found', { initializing: { validating_schedule: 'schedule_not_found' } }],
  ['completed', { initializing: { validating_schedule: 'already_complete' } }],
  ['cannot-start', { initializing: { validating_schedule: 'cannot_start' } }],
  ['preloading-pdfs', { initializing: { checking_resources: 'preloading_pdfs' } }],
  ['pdfs-failed', { initializing: { checking_resources: 'pdfs_failed' } }],
  ['guidance', { initializing: { checking_resources: 'integrity_guidance' } }],
  ['monitor-error', { initializing: { checking_resources: 'integrity_error' } }],
  ['monitor-loading', { initializing: { checking_resources: 'loading_integrity_monitor' } }],
] as const
type Screen = (typeof screens)[number][0] | 'paused' | 'initialising'

/** What waits for the learner doesn't load. */
const loading: readonly Screen[] = ['initialising', 'preloading-pdfs', 'monitor-loading']

const screenOf = (state: EntryState): Screen => {
  // The screen of a pause stays while the server is asked again.
  const isPaused =
    state.context.isPaused &&
    (['paused', 'fetching_exam', 'going_on'] as const).some((name) =>
      state.matches({ initializing: { initialising_exam: name } }),
    )
  if (isPaused) return 'paused'
  return screens.find(([, value]) => state.matches(value))?.[0] ?? 'initialising'
}

const Paused = ({
  context: { offer, schedule },
  onGoOn,
}: {
  readonly context: Pick<EntryState['context'], 'offer' | 'schedule'>
  onGoOn(): void
}) => {
  const { text } = usePlayer()
  const seconds = offer?.extension
  return (
    <Page align="centre" width="card">
      {seconds !== undefined ? (
        <PausedCard
          title="exam.extensionAgreedTitle"
          help={text('exam.extensionAgreed', { exam: schedule?.examName ?? '', duration: durationText(text, seconds) })}
          action="exam.extensionContinue"
          onResume={onGoOn}
        />
      ) : offer ? (
        <PausedCard help={text('exam.pauseOfferedText')} onResume={onGoOn} />
      ) : (
        <WaitingCard title={text('exam.pausedTitle')} help={text('exam.pausedText')} takesFocus />
      )}
    </Page>
  )
}

const MonitorLoading = () => {
  const { text } = usePlayer()
  return (
    <Page align="centre" width="card">
      <WaitingCard title={text('exam.monitorStarting')} help={text('exam.monitorStartingHelp')} takesFocus />
    </Page>
  )
}

const NotFoundDialog = ({ onConfirm }: { onConfirm(): void }) => {
  const { text } = usePlayer()
  return (
    <Dialog
      role="alertdialog"
      title={text('exam.scheduleNotFound')}
      actions={
        <Button variant="primary" onPress={onConfirm} autoFocus>
          {text('exam.confirm')}
        </Button>
      }
    >
      <p>{text('exam.scheduleNotFoundText')}</p>
    </Dialog>
  )
}

/** It can't be sat: it is complete, or the server says why in `message`. */
const CannotStartDialog = ({
  context: { schedule, message },
  isComplete,
  onBack,
}: {
  readonly context: EntryState['context']
  readonly isComplete: boolean
  /** Undefined if there is no way back. */
  readonly onBack: (() => void) | undefined
}) => {
  const { text, settings } = usePlayer()
  const navigate = useNavigate()
  // Whoever still watches over it is told of its end, as by Close.
  const close = () => void navigate({ to: closeTarget(schedule ?? {}, settings) })
  const canSeeResult = isComplete && schedule !== undefined && schedule.attempts !== 0
  return (
    <Dialog
      role="alertdialog"
      title={text(isComplete ? 'exam.alreadyCompletedTitle' : 'exam.cannotStartTitle')}
      {...(onBack && {
        actions: (
          <>
            <Button variant={canSeeResult ? 'secondary' : 'primary'} onPress={isComplete ? close : onBack} autoFocus>
              {text('exam.backToSchedules')}
            </Button>
            {canSeeResult && (
              <Button variant="primary" onPress={() => void navigate({ to: `/result/${schedule.examGuid}` })}>
                {text('exam.seeResult')}
              </Button>
            )}
          </>
        ),
      })}
    >
      <p>{isComplete ? text('exam.alreadyCompleted') : message}</p>
    </Dialog>
  )
}

/** The exam is made ready, or it is said why that ended. */
const Initialising = ({
  screen,
  context,
  onSchedules,
  onBack,
}: {
  readonly screen: Screen
  readonly context: EntryState['context']
  onSchedules(): void
  readonly onBack: (() => void) | undefined
}) => {
  const { text } = usePlayer()
  const isComplete = screen === 'completed'
  const cannotStart = isComplete || screen === 'cannot-start'
  const isNotFound = screen === 'not-found'
  return (
    <Page align="centre" width="card">
      <WaitingCard title={text('exam.initialising')} help={text('exam.initialisingHelp')} isStill={isNotFound || cannotStart} />
      {isNotFound && <NotFoundDialog onConfirm={onSchedules} />}
      {cannotStart && <CannotStartDialog context={context} isComplete={isComplete} onBack={onBack} />}
    </Page>
  )
}

/** What the learner sees until the exam is initialised. */
export const EntryScreens = ({ state, send }: { readonly state: EntryState; send(event: EntryEvent): void }) => {
  const { text, settings } = usePlayer()
  const navigate = useNavigate()
  const backToSchedules = () => void navigate({ to: '/schedules' })
  const goOn = () => send({ type: 'CONTINUE' })
  const { schedule, details, pdfs, problems } = state.context
  const screen = screenOf(state)
  useAppBar({
    title: screen === 'password' ? text('exam.password') : (schedule?.examName ?? text('exam.initialising')),
    isLoading: loading.includes(screen),
    canSignOut: screen !== 'password' || settings.proctoringMode === 0,
  })
  const onBack = settings.proctoringMode !== 1 && !settings.demoMode ? backToSchedules : undefined

  switch (screen) {
    case 'network-error':
      return <NetworkErrorScreen details={details} onCleared={backToSchedules} />
    case 'unsupported-browser':
      return (
        <Suspense fallback={null}>
          <LazyUnsupportedBrowser onContinue={goOn} onCancel={backToSchedules} />
        </Suspense>
      )
    case 'preloading-pdfs':
    case 'pdfs-failed':
      return <LazyPreloadingPdfs {...pdfs} onRetry={() => send({ type: 'RETRY' })} onContinue={goOn} />
    case 'guidance':
      return <LazyIntegrityGuidance guidance={settings.integrityGuidance} onContinue={goOn} />
    case 'monitor-error':
      return (
        <LazyIntegrityError
          problems={problems}
          // Anew: a page that was opened for the script may load it for a few minutes only.
          onRetry={() => location.assign(`/exam/${encodeURIComponent(schedule?.examGuid ?? '')}`)}
          onBack={onBack}
        />
      )
    case 'monitor-loading':
      return <MonitorLoading />
    case 'paused':
      return <Paused context={state.context} onGoOn={() => send({ type: 'GO_ON' })} />
  }
  if (screen === 'other-browser' && schedule) return <LazySebPage schedule={schedule} onBack={onBack} />
  if (screen === 'password' && schedule)
    return (
      <LazyPasswordGate schedule={schedule} onAccepted={() => send({ type: 'PASSWORD_ACCEPTED' })} onCancel={backToSchedules} />
    )
  return <Initialising screen={screen} context={state.context} onSchedules={backToSchedules} onBack={onBack} />
}
