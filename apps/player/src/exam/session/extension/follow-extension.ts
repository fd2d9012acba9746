import { type ExtensionStatus, extensionStatuses } from '@sitwell/exam/ledger/extension'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { LiveRun } from '../run/live-run.ts'

/**
 * Keeps with the form run how its request for an extension was answered, also where the learner has gone on meanwhile, with time that
 * was given otherwise. A grant that the form run didn't know of would be offered again at the next end of its time, and the answers
 * in that time would be late.
 */
export const followExtension = (
  live: Pick<LiveRun, 'state' | 'onState' | 'onNews'>,
  formRun: Pick<FormRun, 'time' | 'awaitingExtension' | 'keepAwaiting' | 'wasExtended' | 'keepExtended'>,
  onError: (error: unknown) => void,
): (() => void) => {
  const meet = (status: ExtensionStatus) => {
    if (status === extensionStatuses.granted) {
      if (!formRun.wasExtended()) formRun.keepExtended().catch(onError)
      return
    }
    // At the end of the time the dialog waits for it, tells it and ends the exam by it.
    const isOver = formRun.time.read().timeUp === 'exam'
    const isAnswered = status !== extensionStatuses.requested
    if (isAnswered && !isOver && formRun.awaitingExtension()) formRun.keepAwaiting(false).catch(onError)
  }
  const known = live.state()
  if (known) meet(known.extensionStatus)
  const stops = [
    live.onState(({ extensionStatus }) => meet(extensionStatus)),
    live.onNews(({ kind }) => {
      if (kind === 'extended') meet(extensionStatuses.granted)
      if (kind === 'declined') meet(extensionStatuses.declined)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
