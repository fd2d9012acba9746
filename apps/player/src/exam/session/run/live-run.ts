import type { FormRunState } from '@sitwell/contract'
import type { ExamTime } from '@sitwell/exam/time/exam-time'
import { createListeners } from '@sitwell/request-queue/listeners'
import type { FormRunEvents } from '../../../live/form-run-events.ts'
import type { LiveNews } from '../../../live/live-news.ts'
import type { FormRun } from '../../../sync/form-run/form-run.ts'

/** What invigilators do to the running exam. Its time follows by itself; dialogs are told what happened. */
export interface LiveRun {
  /** How it stood by the server's ledger when that was told last. */
  state(): FormRunState | undefined
  onState(listener: (state: FormRunState) => void): () => void
  onNews(listener: (news: LiveNews) => void): () => void
  /** All news so far, for code that came later than they did. */
  readonly past: readonly LiveNews[]
  /** Lets the time meet what the server says of it, by no event, and tells of what was given by it. */
  meet(change: () => void): void
  /** Follows it until the function that it answers is called. */
  follow(): () => void
}

/** Milliseconds that were given where the most was given, to the exam or to a part of it; below 0 if some were only taken back. */
const givenBetween = (before: ExamTime, after: ExamTime): number => {
  const each = [
    after.addedMs - before.addedMs,
    ...Object.entries(after.parts).map(([id, { addedMs }]) => addedMs - (before.parts[id]?.addedMs ?? 0)),
  ]
  return Math.max(...each) > 0 ? Math.max(...each) : Math.min(...each)
}

export const createLiveRun = (
  live: FormRunEvents,
  {
    formRunGuid,
    time,
    heardLedger,
    comparison,
    awaitingExtension,
  }: Pick<FormRun, 'formRunGuid' | 'time'> & Partial<Pick<FormRun, 'heardLedger' | 'comparison' | 'awaitingExtension'>>,
  onError: (error: unknown) => void,
): LiveRun => {
  const states = createListeners<FormRunState>(onError)
  const newsListeners = createListeners<LiveNews>(onError)
  const past: LiveNews[] = []
  const tell = (news: LiveNews) => {
    past.push(news)
    newsListeners.tell(news)
  }
  let latest: FormRunState | undefined
  const meet = (change: () => void) => {
    const before = latest
    const earlier = time.exact()
    change()
    // Given while there was no connection, or by an accommodation: no event tells of it. What was asked for is answered in its dialog.
    const byMs = givenBetween(earlier, time.exact())
    if (!before?.awaitingExtension && byMs !== 0) tell({ kind: 'time-added', byMs })
  }
  /** Whether this is the first news of a granted extension to a page that was away while it waited: no dialog shows it. */
  const isFirstToldOf = ({ extendable, resumeOffer }: FormRunState) =>
    !latest && extendable > 0 && !resumeOffer && awaitingExtension?.() === true && time.read().timeUp === undefined
  return {
    meet,
    state: () => latest,
    onState: states.add,
    onNews: newsListeners.add,
    past,
    follow: () =>
      live.follow(formRunGuid, {
        onState(state) {
          const isUntold = isFirstToldOf(state)
          meet(() => {
            latest = state
            time.meet(state)
            heardLedger?.(state.number)
            states.tell(state)
          })
          if (isUntold) tell({ kind: 'time-added', byMs: state.extendable * 1000 })
          if (state.completed) tell({ kind: 'completed', because: state.completedBecause })
        },
        onSetBack: () => comparison?.doubt(),
        onNews(news, number = 0) {
          heardLedger?.(number)
          if (news.kind === 'paused') time.pause('invigilator')
          if (news.kind === 'resumed') time.resume('invigilator')
          if ('offer' in news && news.offer) time.offer(news.offer)
          if (news.kind === 'extended' || news.kind === 'time-added') time.give(news.byMs)
          tell(news)
        },
      }),
  }
}
