import { askIntervalMs } from '@sitwell/client/live-intervals'
import type { OutcomeOf } from '@sitwell/client/outcome'
import type { FormRunState, InputOf, reportAbsence } from '@sitwell/contract'
import { type ActivityType, activityTypes } from '../../../sync/activity/activity-types.ts'
import type { PausedBy } from '../../../sync/time/sitting-time.ts'
import type { ConnectionSteps } from './connection-popups.machine.ts'

/** What the popups of a lost connection act on. */
export interface ConnectionContext {
  readonly formRunGuid: string
  readonly time: { pause(by: PausedBy): void; resume(by: PausedBy): void; meet(state: FormRunState): void }
  /** Lets the time meet what the server has said of it, and tells of what was given by it. */
  meet(change: () => void): void
  readonly log: { record(type: ActivityType, value?: unknown): void }
  report(body: InputOf<typeof reportAbsence>['body']): Promise<OutcomeOf<FormRunState>>
  /** Never goes back; only differences of it count. */
  nowMs(): number
  newId(): string
  onError(error: unknown): void
}

/** An absence of which the server hasn't said yet what it makes of it; milliseconds, by `nowMs`. */
interface UnreportedAbsence {
  readonly forMs: number
  readonly endedAtMs: number
  readonly requestId: string
}

/** Milliseconds to the next try: soon at first, while nothing else has been heard that makes a short silence hard to find. */
const soonMs = 2000
const soonTries = 5

export interface ConnectionStepsOfRun extends ConnectionSteps {
  /**
   * Tries again from time to time what didn't get through, and tells where the server says that the exam was completed meanwhile, until
   * the function that it answers is called.
   */
  start(onCompleted: () => void): () => void
}

/** The steps over a sitting's time, its log and the server. */
export const createConnectionSteps = (context: ConnectionContext): ConnectionStepsOfRun => {
  const { formRunGuid, time, log } = context
  let unreported: readonly UnreportedAbsence[] = []
  let reported: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isStopped = true
  let tellCompleted = () => {}
  const report = async ({ forMs, endedAtMs, requestId }: UnreportedAbsence) => {
    const endedAgo = Math.max(0, context.nowMs() - endedAtMs) / 1000
    const outcome = await context.report({ formRunGuid, absentTime: forMs / 1000, endedAgo, requestId })
    if (outcome.ok) time.meet(outcome.value)
    else log.record(activityTypes.popupError, outcome.message)
    if (!outcome.ok && outcome.kind === 'refused' && outcome.code === 'FORM_RUN_COMPLETED') tellCompleted()
    // The connection is lost again, or the server fails: each names when it was, so it is told as well later.
    return outcome.ok || (outcome.kind === 'refused' && outcome.status < 500 && outcome.status !== 429)
  }
  const tellAll = async () => {
    clearTimeout(timer)
    for (const absence of unreported) {
      if (!(await report(absence))) {
        failures += 1
        if (!isStopped) timer = setTimeout(tell, failures <= soonTries ? soonMs : askIntervalMs)
        return
      }
      unreported = unreported.filter((each) => each !== absence)
      failures = 0
    }
  }
  const tell = () => {
    reported = reported.then(tellAll).catch(context.onError)
  }
  return {
    nowMs: context.nowMs,
    pause: () => time.pause('connection'),
    resume: () => context.meet(() => time.resume('connection')),
    reportAbsence(forMs) {
      if (forMs > 0) unreported = [...unreported, { forMs, endedAtMs: context.nowMs(), requestId: context.newId() }]
      tell()
    },
    reported: () => reported,
    start(onCompleted) {
      isStopped = false
      tellCompleted = onCompleted
      return () => {
        isStopped = true
        tellCompleted = () => {}
        clearTimeout(timer)
      }
    },
    displayed: (popup) => log.record(activityTypes.displayPopup, popup),
    confirmed: (popup) => log.record(activityTypes.confirmPopup, popup),
  }
}
