import { askIntervalMs } from '@sitwell/client/live-intervals'
import type { Failure, OutcomeOf } from '@sitwell/client/outcome'
import type { FormRunState, InputOf, resumeSitting } from '@sitwell/contract'
import type { SittingTime } from '../../../sync/time/sitting-time.ts'

/** What telling the server that the learner is back acts on. */
export interface TellResumedContext {
  readonly formRunGuid: string
  readonly time: Pick<SittingTime, 'takeOffer' | 'offers' | 'meet'>
  call(body: InputOf<typeof resumeSitting>['body']): Promise<OutcomeOf<FormRunState>>
  newId(): string
  /** Milliseconds, by a clock that nobody can set. */
  steadyMs(): number
  onError(error: unknown): void
}

/** Takes an invigilator's offer to continue, and sees to it that the server hears of it. */
export interface TellResumed {
  /** The learner is back: their time runs from now on, whether the server can be reached or not. */
  resume(): void
  /** Tells the server what it has yet to hear, as when it is reached again. */
  tell(): Promise<void>
  /** How the exam stands on the server: where it still waits for an offer that was taken here, perhaps by an earlier page, it is told. */
  compare(state: Pick<FormRunState, 'resumeOffer'>): void
  /** Tries again from time to time what doesn't get through, until the function that it answers is called. */
  start(): () => void
}

/** What can be told again later. */
const mayPass = (failure: Failure) => failure.kind === 'unreachable' || failure.status >= 500 || failure.status === 429

/**
 * The time runs here at once. Until the server has heard of it, it lets the time stand there, no longer than the offer says: what
 * that gives the learner more is the server's to give.
 */
export const createTellResumed = ({ formRunGuid, time, call, newId, steadyMs, onError }: TellResumedContext): TellResumed => {
  /** The offer of which the server has yet to hear that it was taken, with the id under which it is told. */
  let unreported: { readonly offer: number; readonly requestId: string; readonly takenMs: number | undefined } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = true
  const inBackground = () => void tell().catch(onError)
  const tell = async () => {
    clearTimeout(timer)
    if (!unreported || isStopped) return
    const sent = unreported
    const { offer, requestId, takenMs } = sent
    // What was answered since counts by it, though the server could not be told.
    const takenAgo = takenMs === undefined ? 0 : (steadyMs() - takenMs) / 1000
    const outcome = await call({ formRunGuid, offer, requestId, ...(takenAgo > 0 && { takenAgo }) })
    const isToTell = !outcome.ok && mayPass(outcome)
    if (isToTell && !isStopped) timer = setTimeout(inBackground, askIntervalMs)
    if (!isToTell && unreported === sent) unreported = undefined
    if (outcome.ok) time.meet(outcome.value)
  }
  const tellOf = (offer: number, takenMs?: number) => {
    unreported = { offer, requestId: newId(), takenMs }
    inBackground()
  }
  return {
    resume() {
      const { standing } = time.offers()
      time.takeOffer()
      if (standing) tellOf(standing.number, steadyMs())
    },
    tell,
    compare({ resumeOffer }) {
      if (resumeOffer && resumeOffer.number <= time.offers().taken && !unreported) tellOf(resumeOffer.number)
    },
    start() {
      isStopped = false
      inBackground()
      return () => {
        isStopped = true
        clearTimeout(timer)
      }
    },
  }
}
