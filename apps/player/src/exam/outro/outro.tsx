import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { schedulesStore } from '../../api/held-schedules.ts'
import { type Player, usePlayer } from '../../api/player-context.tsx'
import type { FormRun } from '../../sync/form-run.ts'
import type { PlayerSync } from '../../sync/player-sync-types.ts'
import { syncOfPlayer } from '../../sync/sync-of-player.ts'
import type { ExamVisit } from '../exam-visit.ts'
import { SaveHandIn } from '../hand-in/save-hand-in.tsx'
import { letGoOfExam } from '../keep-exam.ts'
import { NetworkErrorScreen } from '../network-error-screen.tsx'
import { WaitingCard } from '../waiting-card.tsx'
import { AnswersNote } from './answers-note.tsx'
import styles from './assessment-complete.module.css'
import { AssessmentComplete } from './assessment-complete.tsx'
import { closeTarget, hasClose, hasWayBack } from './close-target.ts'
import { createOutroSteps } from './create-outro-steps.ts'
import { downloadSteps } from './download-steps.ts'
import { fetchResult } from './fetch-result.ts'
import { completedHelp, hasAll } from './follow-answers.ts'
import { NoResult } from './no-result.tsx'
import { outroMachine } from './outro.machine.ts'
import { elsewhereMessage, type FinishedElsewhere, type OutroFacts, outroFactsOf, outroMemory } from './outro-facts.ts'
import type { OutroSteps } from './outro-steps.ts'
import { pendingHelp } from './result-panel.tsx'
import { ResultsView } from './results-view.tsx'
import { TimeLeft } from './time-left.tsx'
import { useAnswersAt } from './use-answers-at.ts'
import { useReopened } from './use-reopened.ts'
import { useResit } from './use-resit.ts'

const memory = outroMemory(sessionStorage)
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
    const made = createOutroSteps(visit, formRun, api)
    const completeExam = async () => {
      const outcome = await made.completeExam()
      if (outcome === 'completed') memory.keep(facts)
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

/** What this tab remembers of a completed exam; undefined where it was another, or another's. */
export const rememberedOutro = (examGuid: string, userGuid: string) => memory.recall(examGuid, userGuid)

/** An exam is sat in this tab: what follows it is nothing of the attempt before, which may have been left without Close. */
export const forgetOutro = (): void => memory.clear()

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
  const { text, settings } = player
  const navigate = useNavigate()
  const [state, send] = useMachine(outroMachine, { input: { steps } })
  const connection = sync?.connection
  const connectionState = useSyncExternalStore(connection?.subscribe ?? notFollowed, () => connection?.state() ?? 'online')
  const countUploads = () => sync?.uploads.pending(facts.formRunGuid).length ?? 0
  const uploadsLeft = useSyncExternalStore(sync?.uploads.subscribe ?? notFollowed, countUploads)
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
  // A page that begins anew opens the exam as it is now, with the server's time.
  const openAgain = () => {
    memory.clear()
    location.reload()
  }
  if (isReopened || state.matches('time_left'))
    return <TimeLeft examName={examName} why={isReopened ? 'reopened' : 'timeLeft'} onGoOn={openAgain} />
  const { download } = state.context
  const leaveTo = (to: string) => () => {
    // What the list held is from before the exam.
    schedulesStore.clear()
    memory.clear()
    void navigate({ to })
  }
  const leave = leaveTo(closeTarget(facts, settings))

  if (isOver) return <NoResult isOver onBack={leaveTo('/schedules')} />
  if (hasFailed) {
    const isKnown = answersAt === 'unknown' || typeof answersAt === 'object'
    return (
      <NetworkErrorScreen details={state.context.details}>
        {isKnown && <AnswersNote formRunGuid={facts.formRunGuid} answersAt={answersAt} />}
      </NetworkErrorScreen>
    )
  }
  if (isDisplaying) {
    return (
      <AssessmentComplete
        facts={facts}
        result={state.context.result}
        download={download && <ResultsView download={download} progress={100} />}
        answersAt={answersAt}
        onResit={() => {
          memory.clear()
          resit()
        }}
        onClose={hasClose(facts, settings) ? leave : undefined}
        onBack={hasWayBack(facts, settings) ? leave : undefined}
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
        takesFocus
        title={text(isCompleting ? 'exam.finishing' : 'exam.fetchingResult')}
        help={
          isCompleting && uploadsLeft > 0
            ? text('upload.finishing', { count: uploadsLeft })
            : text(isCompleting ? 'exam.finishingHelp' : completedHelp(answersAt))
        }
      />
      {facts.elsewhere && (
        <p role="status" className={styles.elsewhere}>
          {text(elsewhereMessage[facts.elsewhere])}
        </p>
      )}
      {!hasAll(answersAt) && <AnswersNote formRunGuid={facts.formRunGuid} answersAt={answersAt} />}
      {pending && (
        <div className={styles.pendingResult}>
          {(pending.awaitingPerson > 0 || pending.isHeld === true) && <p>{pendingHelp(pending, text)}</p>}
          <Button onPress={() => send({ type: 'STOP_WAITING' })}>{text('outro.stopWaiting')}</Button>
        </div>
      )}
      {state.matches('completing_exam') && connectionState === 'offline' && (
        <Dialog role="alertdialog" title={text('exam.offlineTitle')}>
          <p>{text('exam.offlineText')}</p>
          {typeof answersAt === 'object' && answersAt.onlyHere.length > 0 && <SaveHandIn formRunGuid={facts.formRunGuid} />}
        </Dialog>
      )}
    </Page>
  )
}
