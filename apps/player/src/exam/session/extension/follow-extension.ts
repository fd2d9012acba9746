import { type ExtensionStatus, extensionStatuses } from '@sitwell/exam/ledger/extension'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { LiveRun } from '../run/live-run.ts'

/**
 * Keeps with the form run that an extension was asked for, on whatever device, and how that was answered, also if the learner has gone
 * on meanwhile, with time that was given otherwise. A grant that the form run didn't know of would be offered again at the next end of its time, and the answers
 * in that time would be late.
 */
export const followExtension = (
  live: Pick<LiveRun, 'state' | 'onState' | 'onNews'>,
  formRun: Pick<FormRun, 'time' | 'finished' | 'awaitingExtension' | 'keepAwaiting' | 'wasExtended' | 'keepExtended'>,
  onError: (error: unknown) => void,
  /** It was asked for, here or on another device. */
  onRequested: () => void,
): (() => void) => {
  const wait = () => {
    if (formRun.finished()) return
    if (!formRun.awaitingExtension()) formRun.keepAwaiting(true).catch(onError)
    onRequested()
  }
  const meet = (status: ExtensionStatus) => {
    if (status === extensionStatuses.requested) return wait()
    if (status === extensionStatuses.granted) {
      if (!formRun.wasExtended()) formRun.keepExtended().catch(onError)
      return
    }
    // At the end of the time, the dialog waits for the answer, shows it and ends the exam if it is a refusal.
    const isOver = formRun.time.read().timeUp === 'exam'
    if (!isOver && formRun.awaitingExtension()) formRun.keepAwaiting(false).catch(onError)
  }
  const known = live.state()
  if (known) meet(known.extensionStatus)
  const stops = [
    live.onState(({ extensionStatus }) => meet(extensionStatus)),
    live.onNews(({ kind }) => {
      if (kind === 'extended') meet(extensionStatuses.granted)
      if (kind === 'declined') meet(extensionStatuses.declined)
      if (kind === 'extension-requested') meet(extensionStatuses.requested)
      if (kind === 'extension-withdrawn') meet(extensionStatuses.withdrawn)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
