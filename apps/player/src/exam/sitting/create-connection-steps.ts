import { type FormRunState, type InputOf, reportAbsence } from '@sitwell/contract'
import { type ActivityType, activityTypes } from '../../sync/activity-types.ts'
import type { PausedBy } from '../../sync/sitting-time.ts'
import type { ConnectionSteps } from './connection-popups.machine.ts'

/** What the popups of a lost connection act on. */
export interface ConnectionGround {
  readonly formRunGuid: string
  readonly time: { pause(by: PausedBy): void; resume(by: PausedBy): void; meet(state: FormRunState): void }
  readonly log: { add(type: ActivityType, value?: unknown): void }
  report(
    body: InputOf<typeof reportAbsence>['body'],
  ): Promise<{ ok: true; value: FormRunState } | { ok: false; message: string }>
  /** Never goes back; only differences of it count. */
  nowMs(): number
  newId(): string
  onError(error: unknown): void
}

/** The steps over a sitting's time, its log and the server; `reported` settles when the server has answered the last report. */
export const createConnectionSteps = (ground: ConnectionGround): ConnectionSteps & { reported(): Promise<void> } => {
  const { formRunGuid, time, log } = ground
  let reported: Promise<void> = Promise.resolve()
  /** For how long, before the last report, the exam has stood still without the server's knowing: that report didn't get there. */
  let untoldMs = 0
  const report = async (forMs: number) => {
    const absentMs = untoldMs + forMs
    untoldMs = 0
    const outcome = await ground.report({ formRunGuid, absentTime: absentMs / 1000, requestId: ground.newId() })
    if (outcome.ok) return time.meet(outcome.value)
    // The connection is lost once more before anything of it is told: the next report goes back as far.
    untoldMs += absentMs
    log.add(activityTypes.popupError, outcome.message)
  }
  return {
    nowMs: ground.nowMs,
    pause() {
      untoldMs = 0
      time.pause('connection')
    },
    resume: () => time.resume('connection'),
    reportAbsence(forMs) {
      reported = report(Math.max(0, forMs)).catch(ground.onError)
    },
    reported: () => reported,
    displayed: (popup) => log.add(activityTypes.displayPopup, popup),
    confirmed: (popup) => log.add(activityTypes.confirmPopup, popup),
  }
}
