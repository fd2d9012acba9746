import type { FormRunState } from '@sitwell/contract'
import type { LiveEvents } from '../../api/live-events.ts'
import type { LiveNews } from '../../api/live-news.ts'
import type { FormRun } from '../../sync/form-run.ts'
import { createListeners } from '../../sync/listeners.ts'

/** What invigilators do to the running exam. Its time follows by itself; dialogs are told what happened. */
export interface LiveRun {
  /** How it stood by the server's ledger when that was told last. */
  state(): FormRunState | undefined
  onState(listener: (state: FormRunState) => void): () => void
  onNews(listener: (news: LiveNews) => void): () => void
  /** Follows it until the function that it answers is called. */
  follow(): () => void
}

export const createLiveRun = (
  live: LiveEvents,
  { formRunGuid, time }: Pick<FormRun, 'formRunGuid' | 'time'>,
  onError: (error: unknown) => void,
): LiveRun => {
  const states = createListeners<FormRunState>(onError)
  const told = createListeners<LiveNews>(onError)
  let latest: FormRunState | undefined
  return {
    state: () => latest,
    onState: states.add,
    onNews: told.add,
    follow: () =>
      live.follow(formRunGuid, {
        onState(state) {
          latest = state
          time.meet(state)
          states.tell(state)
        },
        onNews(news) {
          if (news.kind === 'paused') time.pause('invigilator')
          if (news.kind === 'resumed') time.resume('invigilator')
          if (news.kind === 'extended' || news.kind === 'time-added') time.give(news.byMs)
          told.tell(news)
        },
      }),
  }
}
