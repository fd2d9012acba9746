import { newUuid } from '@sitwell/client/new-uuid'
import { finishingOf } from '@sitwell/exam/parts/finishing'
import { useMachine } from '@xstate/react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { usePlayer } from '../../../context/player-context.tsx'
import { activityTypes } from '../../../sync/activity/activity-types.ts'
import { fullScreenRule } from '../../content/full-screen-rule.ts'
import { createExtensionSteps } from '../extension/create-extension-steps.ts'
import { followExtension } from '../extension/follow-extension.ts'
import { withSimulatedAnswer } from '../extension/simulated-answer.ts'
import { placeOf } from '../moves/place-of.ts'
import type { ExamRun } from '../run/use-exam-run.ts'
import { useTime } from '../time/use-time.ts'
import { closeFullScreen } from './close-full-screen.ts'
import { createFinishingSteps } from './create-finishing-steps.ts'
import { finishingMachine } from './finishing.machine.ts'
import { loggedPopup } from './logged-popup.ts'
import { useTimeEnd } from './use-time-end.ts'

/** The end of a part and of the exam: asked for by Finish, or come by time. */
export interface FinishingOfRun {
  readonly state: SnapshotFrom<typeof finishingMachine>
  readonly send: ActorRefFrom<typeof finishingMachine>['send']
  /** Nothing is being asked or finished. */
  readonly isAnswering: boolean
  /** An extension was granted, and the time stands until its learner has read that. */
  readonly isGranted: boolean
  /** The learner pressed Finish. */
  start(): void
}

export const useFinishing = (run: ExamRun): FinishingOfRun => {
  const { api, client, settings, appSettings, reportError } = usePlayer()
  const { visit, formRun, live } = run
  const { exam } = visit
  const now = useRef(run)
  now.current = run

  const steps = useMemo(() => {
    const onError = (error: unknown) => reportError(error, 'finishing')
    const asked = createExtensionSteps({ api, live, formRun, orgID: client.id, newId: newUuid, onError })
    const { simulateExtension } = appSettings
    return createFinishingSteps({
      exam,
      formRun,
      extension: simulateExtension?.active ? withSimulatedAnswer(asked, simulateExtension.extendable) : asked,
      open: (questionId) => now.current.moves.moveTo(questionId, activityTypes.moveSection, true),
      resume: () => now.current.confirmResume(),
      onError,
    })
  }, [api, client, appSettings, reportError, exam, formRun, live])
  const [state, send] = useMachine(finishingMachine, { input: { steps } })
  const isAnswering = state.matches('answering')
  const extension = useRef(state.children.extension)
  extension.current = state.children.extension
  useEffect(() => {
    const onError = (error: unknown) => reportError(error, 'extension')
    return followExtension(live, formRun, onError, () => extension.current?.send({ type: 'ASKED_ELSEWHERE' }))
  }, [live, formRun, reportError])
  useTimeEnd(run, isAnswering, send)
  const hasTime = useTime(formRun, (view) => view.timeUp === undefined)
  useEffect(() => {
    // Time came while more of it was being asked for, and not as the answer: that one is read before the exam opens again. Whoever
    // was told no, and is given time anyway, doesn't have to finish.
    const answer = state.children.extension?.getSnapshot().context.answer
    if (!hasTime || answer === 'granted' || !state.matches('extending')) return
    if (answer !== undefined) formRun.keepAwaiting(false).catch((error: unknown) => reportError(error, 'extension'))
    send({ type: 'TIME_GIVEN' })
  }, [hasTime, state, send, formRun, reportError])

  const granted = useTime(formRun, (view) => view.granted)
  useEffect(() => {
    if (isAnswering && granted !== undefined) send({ type: 'GRANTED', seconds: granted })
  }, [isAnswering, granted, send])
  // A pause that came before the grant was read takes its place: what is offered after it is taken by reading the grant.
  const isOffered = useTime(formRun, (view) => view.pausedBy === 'offer')
  const isUnread = state.matches('extending') && state.children.extension?.getSnapshot().context.answer === 'granted'
  const popup = useRef<string>(undefined)
  useEffect(() => {
    const shown = loggedPopup(state)
    if (shown && shown[1] !== popup.current) visit.log.record(...shown)
    popup.current = shown?.[1]
  }, [state, visit])

  const { output } = state
  const { isRequired: isFullScreenRequired } = fullScreenRule(exam.content.settings, settings)
  useEffect(() => {
    if (output === undefined) return
    closeFullScreen(document, isFullScreenRequired).catch((error: unknown) => reportError(error, 'full screen'))
    now.current.finish(output.isTimedOut ? activityTypes.timedOut : activityTypes.finishExam)
  }, [output, isFullScreenRequired, reportError])

  return {
    state,
    send,
    isAnswering,
    isGranted: granted !== undefined || (isOffered && isUnread),
    start: useCallback(() => {
      const place = placeOf(exam, formRun.time.read().time)
      send({ type: 'FINISH', finishing: finishingOf(exam.paper, exam.plan, place) })
    }, [exam, formRun, send]),
  }
}
