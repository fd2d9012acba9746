import type { Api } from '@sitwell/client/api'
import { newUuid } from '@sitwell/client/new-uuid'
import { finishedByTime, finishingOf } from '@sitwell/exam/parts/finishing'
import { createActor } from 'xstate'
import type { LoadedExam } from '../../apps/player/src/exam/content/loaded-exam.ts'
import { createExtensionSteps } from '../../apps/player/src/exam/session/extension/create-extension-steps.ts'
import { createFinishingSteps } from '../../apps/player/src/exam/session/finishing/create-finishing-steps.ts'
import { finishingMachine } from '../../apps/player/src/exam/session/finishing/finishing.machine.ts'
import { placeOf } from '../../apps/player/src/exam/session/moves/place-of.ts'
import type { LiveRun } from '../../apps/player/src/exam/session/run/live-run.ts'
import { type ActivityType, activityTypes } from '../../apps/player/src/sync/activity/activity-types.ts'
import type { FormRun } from '../../apps/player/src/sync/form-run/form-run.ts'

interface EndParts {
  /** As it is by now: parts may have been opened in it, or have gone from it. */
  exam(): LoadedExam
  readonly formRun: FormRun
  readonly api: Api
  readonly live: LiveRun
  readonly orgId: number
  isFinishing(): boolean
  /** The learner has come to another part, at this question. */
  onPart(questionId: string): void
  onEnd(type: ActivityType): void
  onError(error: unknown): void
}

/** Ends the exam when its time is over, or when the function that it answers is called: the learner finishes, and confirms it. */
export const followEnd = ({ exam, formRun, api, live, orgId, isFinishing, onPart, onEnd, onError }: EndParts): (() => void) => {
  const extension = createExtensionSteps({ api, live, formRun, orgID: orgId, newId: newUuid, onError })
  const current: Pick<LoadedExam, 'paper' | 'questions'> = {
    get paper() {
      return exam().paper
    },
    get questions() {
      return exam().questions
    },
  }
  const steps = createFinishingSteps({
    exam: current,
    formRun,
    extension,
    open: onPart,
    resume: () => formRun.time.takeOffer(),
    onError,
  })
  const finishing = createActor(finishingMachine, { input: { steps } })
  finishing.subscribe(({ output }) => {
    if (output) onEnd(output.isTimedOut ? activityTypes.timedOut : activityTypes.finishExam)
  })
  finishing.start()
  const lookAtTime = () => {
    const view = formRun.time.read()
    if (view.timeUp === undefined || view.pausedBy !== undefined || isFinishing()) return
    const part = finishedByTime(exam().paper, placeOf(exam(), view.time))
    if (view.time.leftMs !== 0 && part.kind === 'part') finishing.send({ type: 'PART_TIME_UP', part })
    else finishing.send({ type: 'TIME_UP', isExtendable: false, isAwaiting: formRun.awaitingExtension() })
  }
  formRun.time.subscribe(lookAtTime)
  lookAtTime()
  return () => {
    const place = placeOf(exam(), formRun.time.read().time)
    finishing.send({ type: 'FINISH', finishing: finishingOf(exam().paper, exam().plan, place) })
    finishing.send({ type: 'CONFIRM', open: 0 })
  }
}
