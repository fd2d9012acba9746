import { behindPaint } from '@sitwell/layer/after-paint.ts'
import { useMachine } from '@xstate/react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { SnapshotFrom } from 'xstate'
import { usePlayer } from '../../../context/player-context.tsx'
import { type ActivityType, activityTypes } from '../../../sync/activity/activity-types.ts'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import { type Moves, useMoves } from '../moves/use-moves.ts'
import { type PartKeys, usePartKeys } from '../moves/use-part-keys.ts'
import { useTime } from '../time/use-time.ts'
import { useActivity } from '../use-activity.ts'
import { followStatusNotes } from './follow-status-notes.ts'
import { createLiveRun, type LiveRun } from './live-run.ts'
import type { FinishedElsewhere } from './outro-facts.ts'
import { runMachine } from './run.machine.ts'
import { type RunPermissions, runPermissions } from './run-permissions.ts'
import { createRunSteps } from './run-steps.ts'
import { noteAtLeaving, type StatusNote } from './status-of.ts'
import { useListedFiles } from './use-listed-files.ts'
import { usePageLife } from './use-page-life.ts'
import { useResumed } from './use-resumed.ts'

/** The running exam, as its screens and dialogs share it. */
export interface ExamRun extends RunPermissions {
  readonly visit: ExamVisit
  readonly formRun: FormRun
  readonly state: SnapshotFrom<typeof runMachine>
  readonly live: LiveRun
  readonly moves: Moves
  /** Here, above the screens that come and go: what a pause hides is told after it. */
  readonly note: StatusNote | undefined
  readonly isShowingInstructions: boolean
  /** The part in which the learner is lies here sealed, and its key is asked for. */
  readonly partWaiting: PartKeys['waiting']
  toggleInstructions(): void
  /** Ends the reading time, and shows the questions. */
  startAnswering(): void
  /** The learner is back after a pause. */
  confirmResume(): void
  /** Replaces the exam's screens by the network error, because one of them failed; the sitting continues behind it. */
  fail(error: unknown, info: string): void
  /** Ends the exam for good: `type` is `finishExam`, or `timedOut`, which is logged before the finish. */
  finish(type: ActivityType): void
}

/** Runs an exam: its machine over the sitting's time, what invigilators do, and what is recorded meanwhile. */
export const useExamRun = (
  visit: ExamVisit,
  formRun: FormRun,
  address: string,
  {
    onFinished,
    onOpened,
  }: { onFinished(elsewhere?: FinishedElsewhere): void; onOpened(putInto: (exam: LoadedExam) => LoadedExam): void },
): ExamRun => {
  const { api, live: events, reportError } = usePlayer()
  const { time } = formRun
  const { log } = visit
  const onError = useCallback((error: unknown) => reportError(error, 'sitting'), [reportError])
  const live = useMemo(() => createLiveRun(events, formRun, onError), [events, formRun, onError])
  const steps = useMemo(() => createRunSteps(visit, formRun, api), [visit, formRun, api])
  const [state, send] = useMachine(runMachine, { input: { steps } })

  const isRunning = state.matches('exam_running') || state.matches('exam_paused')
  const pausedBy = useTime(formRun, (view) => view.pausedBy)
  const { connection } = visit.sync
  const isOffline = useSyncExternalStore(connection.subscribe, connection.state) === 'offline'
  useListedFiles(visit.exam, formRun, isOffline)
  const resumed = useResumed(visit, formRun, live, onError)
  // A part that is waited for hides itself: there is a way back from it.
  const hiddenBy = pausedBy === 'key' ? undefined : pausedBy
  // Before it is painted: nothing of the exam shows in a pause.
  useLayoutEffect(() => {
    if (isRunning) send(hiddenBy === undefined ? { type: 'PAUSE_ENDED' } : { type: 'PAUSE', by: hiddenBy })
  }, [isRunning, hiddenBy, send])

  // Nobody holds the time any more, and it is over: there is nothing to be back for.
  const isOverUnseen = useTime(formRun, (view) => view.pausedBy === undefined && view.timeUp !== undefined)
  useEffect(() => {
    if (isOverUnseen && state.matches({ exam_paused: 'confirm_resume' })) send({ type: 'UNPAUSE' })
  }, [isOverUnseen, state, send])

  const [note, setNote] = useState<StatusNote>()
  useEffect(() => followStatusNotes(visit.sync, formRun.answers, setNote), [visit.sync, formRun])

  const isReading = useTime(formRun, (view) => view.isReading)
  const permissions = runPermissions(
    state.matches('exam_running'),
    { pausedBy, isReading },
    visit.exam.content.settings.canBypassReadingTime,
  )
  const { mayMove } = permissions
  usePageLife(formRun, log, onError)
  const logging = useActivity(visit, formRun)
  // Finished without this page: there is nothing to continue with, and what it still holds is sent as it is left.
  useEffect(
    () =>
      live.onNews((news) => {
        if (news.kind !== 'completed') return
        logging.flush()
        time.stop()
        onFinished(news.because === 'server' ? 'by-server' : 'on-another-device')
      }),
    [live, logging, time, onFinished],
  )
  const onSaved = useCallback((isSaved: boolean) => setNote((before) => noteAtLeaving(before, isSaved)), [])
  const moves = useMoves(visit, formRun, logging, address, mayMove, onSaved, onError)
  const finish = (type: ActivityType) => {
    logging.flush()
    if (type !== activityTypes.finishExam) log.record(type)
    log.record(activityTypes.finishExam)
    time.stop()
    onFinished()
  }
  const keys = usePartKeys(
    visit,
    formRun,
    { questionId: moves.questionId, address, isRunning: state.matches('exam_running') },
    {
      onOpened,
      onCompleted: () => finish(activityTypes.timedOut),
      onNothingLeft: () => finish(activityTypes.finishExam),
      onClosed: () => moves.moveTo(formRun.openQuestionId(), activityTypes.moveSection, true),
    },
  )
  // Whoever answers the server's heartbeats is there by them: nothing is followed while the connection counts as lost here, so that
  // the server takes it for as long as the learner does, nor while a part is waited for. How the exam stands is told when it is
  // followed again.
  const isFollowed = isRunning && !isOffline && pausedBy !== 'connection' && keys.waiting !== 'slow'
  // The first question doesn't wait for the code of it (decision 93).
  useEffect(() => {
    if (!isFollowed) return
    let stop = behindPaint(() => {
      stop = live.follow()
    })
    return () => stop()
  }, [live, isFollowed])
  const toggle = useCallback(() => send({ type: 'TOGGLE_INSTRUCTIONS' }), [send])
  const isShowingInstructions = state.matches({ exam_running: 'showing_instructions' })

  return {
    visit,
    formRun,
    state,
    live,
    moves,
    note,
    ...permissions,
    isShowingInstructions,
    toggleInstructions: toggle,
    startAnswering() {
      time.skipReading()
      if (isShowingInstructions) toggle()
    },
    confirmResume: useCallback(() => {
      resumed.resume()
      send({ type: 'UNPAUSE' })
    }, [resumed, send]),
    fail: useCallback(
      (error: unknown, info: string) => {
        reportError(error, info)
        send({ type: 'ERROR', details: error instanceof Error ? error.message : String(error) })
      },
      [reportError, send],
    ),
    finish,
    partWaiting: keys.waiting,
  }
}
