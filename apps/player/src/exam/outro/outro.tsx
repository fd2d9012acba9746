import { useNavigate } from '@tanstack/react-router'
import { useMachine } from '@xstate/react'
import { useMemo, useSyncExternalStore } from 'react'
import { networkErrorTexts } from '../../api/network-error-texts.ts'
import { usePlayer } from '../../api/player-context.tsx'
import { schedulesStore } from '../../api/schedules-store.ts'
import type { FormRun } from '../../sync/form-run.ts'
import { useAppBar } from '../../ui/app-bar-state.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NetworkErrorCard } from '../../ui/network-error-card.tsx'
import { Page } from '../../ui/page.tsx'
import type { ExamVisit } from '../exam-visit.ts'
import { WaitingCard } from '../waiting-card.tsx'
import styles from './assessment-complete.module.css'
import { AssessmentComplete } from './assessment-complete.tsx'
import { closeTarget } from './close-target.ts'
import { createOutroSteps } from './create-outro-steps.ts'
import { outroMachine } from './outro.machine.ts'
import { pendingHelp } from './result-panel.tsx'
import { ResultsView } from './results-view.tsx'
import { useResit } from './use-resit.ts'

/** What follows a finished exam: its completion, the wait for the result, and the page that says that it is over. */
export const Outro = ({ visit, formRun }: { readonly visit: ExamVisit; readonly formRun: FormRun }) => {
  const player = usePlayer()
  const { api, text, settings } = player
  const navigate = useNavigate()
  const steps = useMemo(() => createOutroSteps(visit, formRun, api), [visit, formRun, api])
  const [state, send] = useMachine(outroMachine, { input: { steps } })
  const { connection } = visit.sync
  const connectionState = useSyncExternalStore(connection.subscribe, connection.state)
  const isDisplaying = state.matches('displaying_outro')
  const isFetching = state.matches('fetching_results')
  const hasFailed = state.matches('network_error')
  const { examName } = visit.exam.content
  const resit = useResit(visit.exam.content.examGuid)
  useAppBar({ title: examName, isLoading: !isDisplaying && !hasFailed })

  if (hasFailed) {
    return (
      <Page align="centre" width="card">
        <NetworkErrorCard texts={networkErrorTexts(player)} details={state.context.details} />
      </Page>
    )
  }
  if (isDisplaying) {
    return (
      <AssessmentComplete
        visit={visit}
        result={state.context.result}
        download={state.context.download}
        onResit={resit}
        onClose={() => {
          // What the list held is from before the exam.
          schedulesStore.clear()
          void navigate({ to: closeTarget(visit.schedule, settings) })
        }}
      />
    )
  }
  if (state.matches('downloading_results')) {
    return (
      <Page width="panel">
        <ResultsView download={undefined} progress={state.context.progress} />
      </Page>
    )
  }
  const isCompleting = !isFetching
  const pending = isFetching ? state.context.result : undefined
  return (
    <Page align="centre" width="card">
      <WaitingCard
        title={text(isCompleting ? 'exam.finishing' : 'exam.fetchingResult')}
        help={text(isCompleting ? 'exam.finishingHelp' : 'exam.fetchingResultHelp')}
      />
      {pending && (
        <div className={styles.pendingResult}>
          {pending.awaitingPerson > 0 && <p>{pendingHelp(pending.awaitingPerson, text)}</p>}
          <Button onPress={() => send({ type: 'STOP_WAITING' })}>{text('outro.stopWaiting')}</Button>
        </div>
      )}
      {state.matches('completing_exam') && connectionState === 'offline' && (
        <Dialog role="alertdialog" title={text('exam.offlineTitle')}>
          <p>{text('exam.offlineText')}</p>
        </Dialog>
      )}
    </Page>
  )
}
