import type { OutcomeOf } from '@sitwell/client/outcome'
import type { InputOf, LearnerAction, pageReport } from '@sitwell/contract'

type Report = InputOf<typeof pageReport>['body']

/** What a page says of itself, and when. */
export interface PageReportsParts {
  /** How the page stands at this moment. */
  facts(): Omit<Report, 'deviceMs'>
  /** Milliseconds since 1970, by the device's own clock, as wrong as it may be. */
  deviceMs(): number
  /** Whether the server may hear of this page: not while the connection counts as lost here, nor once the exam is over. */
  mayReport(): boolean
  send(report: Report): Promise<OutcomeOf<{ actions: LearnerAction[] }>>
  onActions(actions: readonly LearnerAction[]): void
  /** At least 0 and below 1. */
  random(): number
  onError(error: unknown): void
}

/** Milliseconds between two reports; up to a tenth more, so that a hall that begins together doesn't report together. */
export const reportEveryMs = 20_000

/** Milliseconds for which answers have been on this device alone before that is told at once: a save takes less. */
export const unsentForMs = 3000

/** Reports of one page, from its first question to the end of the exam. */
export interface PageReports {
  /** The number of unsent answers may have changed. */
  look(): void
  stop(): void
}

/**
 * Says from time to time how a page stands, and at once when answers begin to wait for the server, or none does any more. One report is on its way at a time, and
 * none is tried again: the next one says more.
 */
export const createPageReports = (parts: PageReportsParts): PageReports => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let isSending = false
  let isStopped = false
  /** Whether the last report said that answers wait. */
  let toldUnsent = false

  const plan = () => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(report, reportEveryMs * (1 + parts.random() / 10))
  }
  const send = async () => {
    const facts = parts.facts()
    isSending = true
    try {
      const outcome = await parts.send({ ...facts, deviceMs: parts.deviceMs() })
      if (!outcome.ok) {
        // A server that knows no such call, or no such form run, will not know it later.
        if (outcome.kind === 'refused' && outcome.status === 404) stop()
        return
      }
      toldUnsent = facts.unsent > 0
      if (!isStopped) parts.onActions(outcome.value.actions)
    } finally {
      isSending = false
    }
    look()
  }
  const report = () => {
    plan()
    if (!isSending && parts.mayReport()) send().catch(parts.onError)
  }
  const look = () => {
    const isToTell = !isStopped && parts.facts().unsent > 0 !== toldUnsent
    if (!isToTell) {
      clearTimeout(waiting)
      waiting = undefined
    } else
      waiting ??= setTimeout(() => {
        waiting = undefined
        report()
      }, unsentForMs)
  }
  const stop = () => {
    isStopped = true
    clearTimeout(timer)
    clearTimeout(waiting)
  }
  report()
  return { look, stop }
}
