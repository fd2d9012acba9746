import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { WaitingCard } from '@sitwell/ui/waiting-card.tsx'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { schedulesStore } from '../../../context/held-schedules.ts'
import type { Player } from '../../../context/player.ts'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { PlayerSync } from '../../../sync/player-sync-types.ts'
import { syncOfPlayer } from '../../../sync/sync-of-player.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'
import { letGoOfExam } from '../../content/keep-exam.ts'
import { closeMonitor } from '../../proctoring/integrity-monitor.ts'
import { elsewhereMessage, type FinishedElsewhere, type OutroFacts, outroFactsOf } from '../../session/run/outro-facts.ts'
import { rememberedOutro } from '../../session/run/remembered-outro.ts'
import { NetworkErrorScreen } from '../cards/network-error-screen.tsx'
import { SaveHandIn } from '../hand-in/save-hand-in.tsx'
import { AnswersNote } from './answers-note.tsx'
import styles from './assessment-complete.module.css'
import { AssessmentComplete } from './assessment-complete.tsx'
import { closeTarget, hasClose, hasWayBack } from './close-target.ts'
import { createOutroSteps } from './create-outro-steps.ts'
import { downloadSteps } from './download-steps.ts'
import type { ExamResult } from './exam-result.ts'
import { fetchResult } from './fetch-result.ts'
import { completedHelp, hasAll } from './follow-answers.ts'
import { NoResult } from './no-result.tsx'
import { outroMachine } from './outro.machine.ts'
import type { OutroSteps } from './outro-steps.ts'
import { pendingHelp } from './result-panel.tsx'
import { ResultsView } from './results-view.tsx'
import { TimeLeft } from './time-left.tsx'
import { useAnswersAt } from './use-answers-at.ts'
import { useReopened } from './use-reopened.ts'
import { useResit } from './use-resit.ts'

const notFollowed = () => () => {}

const withDownload = (player: Player, facts: OutroFacts, steps: OutroSteps): OutroSteps =>
  facts.downloadablePractice ? { ...steps, ...downloadSteps(player, facts, steps.fetchResults) } : steps

/** What follows a finished exam: its completion, the wait for the result, and the page that says that it is over. */
export const Outro = ({
  visit,
  formRun,
  elsewhere,
}: {
  readonly visit: ExamVisit
  readonly formRun: FormRun
  readonly elsewhere: FinishedElsewhere | undefined
}) => {
  const player = usePlayer()
  const { api, session, settings } = player
  const facts = useMemo(
    () => outroFactsOf(visit, formRun.formRunGuid, session.user.guid, settings, elsewhere),
    [visit, formRun, session, settings, elsewhere],
  )
  const steps = useMemo(() => {
    const made = createOutroSteps(visit, formRun, api, closeMonitor)
    const completeExam = async () => {
      const outcome = await made.completeExam()
      if (outcome === 'completed') rememberedOutro.keep(facts)
      return outcome
    }
    return withDownload(player, facts, { ...made, completeExam })
  }, [visit, formRun, api, player, facts])
  return <OutroPages facts={facts} steps={steps} sync={visit.sync} />
}

/** The same after the page was loaded again: the exam is complete, and all that is left is its result. */
export const OutroAgain = ({ facts }: { readonly facts: OutroFacts }) => {
  const player = usePlayer()
  const steps = useMemo<OutroSteps>(() => {
    const isDone = async () => {}
    const isCompleted = async () => 'completed' as const
    const localAnswers = async () => {
      const { store } = await syncOfPlayer(player)
      const answers = await store.answersOf(facts.userGuid, facts.formRunGuid)
      return answers.length > 0 ? answers : undefined
    }
    return withDownload(player, facts, {
      finishActivityLogger: isDone,
      closeIntegrityAdvocate: isDone,
      completeExam: isCompleted,
      fetchResults: () => fetchResult(player.api, facts.formRunGuid, localAnswers),
    })
  }, [player, facts])
  return <OutroPages facts={facts} steps={steps} sync={undefined} />
}

/** What the completion waits for. */
const useOnItsWay = (sync: Pick<PlayerSync, 'connection' | 'uploads'> | undefined, formRunGuid: string) => {
  const connection = sync?.connection
  const state = useSyncExternalStore(connection?.subscribe ?? notFollowed, () => connection?.state() ?? 'online')
  const countUploads = () => sync?.uploads.pending(formRunGuid).length ?? 0
  const uploadsLeft = useSyncExternalStore(sync?.uploads.subscribe ?? notFollowed, countUploads)
  return { isOffline: state === 'offline', uploadsLeft }
}

/** The ways on from the end that this exam has. */
const waysOn = (facts: OutroFacts, settings: Player['settings'], leave: () => void) => ({
  onClose: hasClose(facts, settings) ? leave : undefined,
  onBack: hasWayBack(facts, settings) ? leave : undefined,
})

const finishingHelp = (text: Player['text'], uploadsLeft: number) =>
  uploadsLeft > 0 ? text('upload.finishing', { count: uploadsLeft }) : text('exam.finishingHelp')

/** What of a result isn't there yet, and the way on without it. */
const PendingNote = ({ result, onStop }: { readonly result: ExamResult | undefined; onStop(): void }) => {
  const { text } = usePlayer()
  if (!result) return null
  return (
    <div className={styles.pendingResult}>
      {(result.awaitingPerson > 0 || result.isHeld === true) && <p>{pendingHelp(result, text)}</p>}
      <Button onPress={onStop}>{text('outro.stopWaiting')}</Button>
    </div>
  )
}

interface AnswersOfRun {
  readonly formRunGuid: string
  readonly answersAt: ReturnType<typeof useAnswersAt>
}

const Failed = ({ details, formRunGuid, answersAt }: AnswersOfRun & { readonly details: string }) => {
  const isKnown = answersAt === 'unknown' || typeof answersAt === 'object'
  return (
    <NetworkErrorScreen details={details}>
      {isKnown && <AnswersNote formRunGuid={formRunGuid} answersAt={answersAt} />}
    </NetworkErrorScreen>
  )
}

const OfflineDialog = ({ formRunGuid, answersAt }: AnswersOfRun) => {
  const { text } = usePlayer()
  return (
    <Dialog role="alertdialog" title={text('exam.offlineTitle')}>
      <p>{text('exam.offlineText')}</p>
      {typeof answersAt === 'object' && answersAt.onlyHere.length > 0 && <SaveHandIn formRunGuid={formRunGuid} />}
    </Dialog>
  )
}

/** The exam is completed, and then its result is waited for. */
const Waiting = ({
  facts,
  answersAt,
  result,
  isFetching,
  isOffline,
  uploadsLeft,
  onStop,
}: Pick<AnswersOfRun, 'answersAt'> & {
  readonly facts: OutroFacts
  readonly result: ExamResult | undefined
  readonly isFetching: boolean
  readonly isOffline: boolean
  readonly uploadsLeft: number
  onStop(): void
}) => {
  const { text } = usePlayer()
  return (
    <Page align="centre" width="card">
      <WaitingCard
        takesFocus
        title={text(isFetching ? 'exam.fetchingResult' : 'exam.finishing')}
        help={isFetching ? text(completedHelp(answersAt)) : finishingHelp(text, uploadsLeft)}
      />
      {facts.elsewhere && (
        <p role="status" className={styles.elsewhere}>
          {text(elsewhereMessage[facts.elsewhere])}
        </p>
      )}
      {!hasAll(answersAt) && <AnswersNote formRunGuid={facts.formRunGuid} answersAt={answersAt} />}
      {isFetching && <PendingNote result={result} onStop={onStop} />}
      {isOffline && <OfflineDialog formRunGuid={facts.formRunGuid} answersAt={answersAt} />}
    </Page>
  )
}

const OutroPages = ({
  facts,
  steps,
  sync,
}: {
  readonly facts: OutroFacts
  readonly steps: OutroSteps
  readonly sync: Pick<PlayerSync, 'connection' | 'uploads'> | undefined
}) => {
  const player = usePlayer()
  const { settings } = player
  const navigate = useNavigate()
  const [state, send] = useMachine(outroMachine, { input: { steps } })
  const { isOffline, uploadsLeft } = useOnItsWay(sync, facts.formRunGuid)
  const isDisplaying = state.matches('displaying_outro')
  const isFetching = state.matches('fetching_results')
  const hasFailed = state.matches('network_error')
  const isOver = state.matches('result_over')
  const isCompleted = isDisplaying || isFetching || isOver
  useEffect(() => {
    if (isCompleted) letGoOfExam(player).catch(player.reportError)
  }, [isCompleted, player])
  const { examName } = facts
  const resit = useResit(facts.examGuid)
  const answersAt = useAnswersAt(facts.formRunGuid, true)
  useAppBar({ title: examName, isLoading: !isDisplaying && !hasFailed && !isOver && !state.matches('time_left') })

  const isReopened = useReopened(facts.formRunGuid, isCompleted)
  // A page that begins again opens the exam as it is now, with the server's time.
  const openAgain = () => {
    rememberedOutro.clear()
    location.reload()
  }
  if (isReopened || state.matches('time_left'))
    return <TimeLeft examName={examName} why={isReopened ? 'reopened' : 'timeLeft'} onGoOn={openAgain} />
  const { download } = state.context
  const leaveTo = (to: string) => () => {
    // What the list held is from before the exam.
    schedulesStore.clear()
    rememberedOutro.clear()
    void navigate({ to })
  }
  const leave = leaveTo(closeTarget(facts, settings))

  if (isOver) return <NoResult isOver onBack={leaveTo('/schedules')} />
  if (hasFailed) return <Failed details={state.context.details} formRunGuid={facts.formRunGuid} answersAt={answersAt} />
  if (isDisplaying) {
    const shownDownload = download && <ResultsView download={download} progress={100} />
    return (
      <AssessmentComplete
        facts={facts}
        result={state.context.result}
        download={shownDownload}
        answersAt={answersAt}
        onResit={() => {
          rememberedOutro.clear()
          resit()
        }}
        {...waysOn(facts, settings, leave)}
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
  return (
    <Waiting
      facts={facts}
      answersAt={answersAt}
      result={state.context.result}
      isFetching={isFetching}
      isOffline={state.matches('completing_exam') && isOffline}
      uploadsLeft={uploadsLeft}
      onStop={() => send({ type: 'STOP_WAITING' })}
    />
  )
}
