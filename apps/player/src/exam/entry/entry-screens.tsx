import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { useNavigate } from '@tanstack/react-router'
import type { SnapshotFrom } from 'xstate'
import { usePlayer } from '../../api/player-context.tsx'
import { NetworkErrorScreen } from '../network-error-screen.tsx'
import { closeTarget } from '../outro/close-target.ts'
import { PausedCard } from '../paused-card.tsx'
import { SebPage } from '../seb/seb-page.tsx'
import { WaitingCard } from '../waiting-card.tsx'
import type { entryMachine } from './entry.machine.ts'
import { IntegrityError, IntegrityGuidance } from './integrity-screens.tsx'
import { PasswordGate } from './password-gate.tsx'
import { PreloadingPdfs } from './preloading-pdfs.tsx'
import { UnsupportedBrowser } from './unsupported-browser.tsx'

type EntryState = SnapshotFrom<typeof entryMachine>

/** What the learner sees until the exam is initialised. */
export const EntryScreens = ({
  state,
  send,
}: {
  readonly state: EntryState
  send(event: { type: 'CONTINUE' } | { type: 'RETRY' } | { type: 'PASSWORD_ACCEPTED' } | { type: 'GO_ON' }): void
}) => {
  const player = usePlayer()
  const { text, settings } = player
  const navigate = useNavigate()
  const backToSchedules = () => void navigate({ to: '/schedules' })
  const isGate = state.matches({ initializing: { validating_schedule: 'inputting_password' } })
  const isError = state.matches('exam_network_error')
  const isNotFound = state.matches({ initializing: { validating_schedule: 'schedule_not_found' } })
  const isComplete = state.matches({ initializing: { validating_schedule: 'already_complete' } })
  const cannotStart = isComplete || state.matches({ initializing: { validating_schedule: 'cannot_start' } })
  // The screen stays while the server is asked again.
  const isPaused =
    state.context.isPaused &&
    (['paused', 'fetching_exam', 'going_on'] as const).some((name) =>
      state.matches({ initializing: { initialising_exam: name } }),
    )
  const mayGoOn = state.context.offer !== undefined
  const isUnsupported = state.matches({ initializing: 'unsupported_browser' })
  const isPreloadingPdfs = state.matches({ initializing: { checking_resources: 'preloading_pdfs' } })
  const hasFailedPdfs = state.matches({ initializing: { checking_resources: 'pdfs_failed' } })
  const isElsewhere = state.matches({ initializing: { validating_schedule: 'other_browser' } })
  const isGuidance = state.matches({ initializing: { checking_resources: 'integrity_guidance' } })
  const isMonitorError = state.matches({ initializing: { checking_resources: 'integrity_error' } })
  const isMonitorLoading = state.matches({ initializing: { checking_resources: 'loading_integrity_monitor' } })
  useAppBar({
    title: isGate ? text('exam.password') : (state.context.schedule?.examName ?? text('exam.initialising')),
    // What waits for the learner doesn't load.
    isLoading:
      !isGate &&
      !isError &&
      !isNotFound &&
      !cannotStart &&
      !isElsewhere &&
      !isUnsupported &&
      !isGuidance &&
      !isMonitorError &&
      !hasFailedPdfs &&
      !isPaused,
    canSignOut: !isGate || settings.proctoringMode === 0,
  })

  if (isError) {
    return <NetworkErrorScreen details={state.context.details} onCleared={backToSchedules} />
  }
  if (isUnsupported) {
    return <UnsupportedBrowser onContinue={() => send({ type: 'CONTINUE' })} onCancel={backToSchedules} />
  }
  const canGoBack = settings.proctoringMode !== 1 && !settings.demoMode
  if (isElsewhere && state.context.schedule) {
    return <SebPage schedule={state.context.schedule} onBack={canGoBack ? backToSchedules : undefined} />
  }
  if (isGate && state.context.schedule) {
    return (
      <PasswordGate
        schedule={state.context.schedule}
        onAccepted={() => send({ type: 'PASSWORD_ACCEPTED' })}
        onCancel={backToSchedules}
      />
    )
  }
  if (isPreloadingPdfs || hasFailedPdfs) {
    return (
      <PreloadingPdfs
        {...state.context.pdfs}
        onRetry={() => send({ type: 'RETRY' })}
        onContinue={() => send({ type: 'CONTINUE' })}
      />
    )
  }

  if (isGuidance)
    return <IntegrityGuidance guidance={settings.integrityGuidance} onContinue={() => send({ type: 'CONTINUE' })} />
  if (isMonitorError)
    return (
      <IntegrityError
        problems={state.context.problems}
        // Anew: a page that was opened for the script may load it for a few minutes only.
        onRetry={() => location.assign(`/exam/${encodeURIComponent(state.context.schedule?.examGuid ?? '')}`)}
        onBack={settings.proctoringMode !== 1 && !settings.demoMode ? backToSchedules : undefined}
      />
    )
  if (isMonitorLoading)
    return (
      <Page align="centre" width="card">
        <WaitingCard title={text('exam.monitorStarting')} help={text('exam.monitorStartingHelp')} takesFocus />
      </Page>
    )
  if (isPaused) {
    return (
      <Page align="centre" width="card">
        {mayGoOn ? (
          <PausedCard help={text('exam.pauseOfferedText')} onResume={() => send({ type: 'GO_ON' })} />
        ) : (
          <WaitingCard title={text('exam.pausedTitle')} help={text('exam.pausedText')} takesFocus />
        )}
      </Page>
    )
  }

  const { schedule } = state.context
  // Whoever still watches over it is told of its end, as by Close.
  const close = () => void navigate({ to: closeTarget(schedule ?? {}, settings) })
  const canSeeResult = isComplete && schedule !== undefined && schedule.attempts !== 0
  return (
    <Page align="centre" width="card">
      <WaitingCard title={text('exam.initialising')} help={text('exam.initialisingHelp')} isStill={isNotFound || cannotStart} />
      {isNotFound && (
        <Dialog
          role="alertdialog"
          title={text('exam.scheduleNotFound')}
          actions={
            <Button variant="primary" onPress={backToSchedules} autoFocus>
              {text('exam.confirm')}
            </Button>
          }
        >
          <p>{text('exam.scheduleNotFoundText')}</p>
        </Dialog>
      )}
      {cannotStart && (
        <Dialog
          role="alertdialog"
          title={text(isComplete ? 'exam.alreadyCompletedTitle' : 'exam.cannotStartTitle')}
          {...(canGoBack
            ? {
                actions: (
                  <>
                    <Button
                      variant={canSeeResult ? 'secondary' : 'primary'}
                      onPress={isComplete ? close : backToSchedules}
                      autoFocus
                    >
                      {text('exam.backToSchedules')}
                    </Button>
                    {canSeeResult && (
                      <Button variant="primary" onPress={() => void navigate({ to: `/result/${schedule.examGuid}` })}>
                        {text('exam.seeResult')}
                      </Button>
                    )}
                  </>
                ),
              }
            : {})}
        >
          <p>{isComplete ? text('exam.alreadyCompleted') : state.context.message}</p>
        </Dialog>
      )}
    </Page>
  )
}
