import type { LiveEvents } from './live-events.ts'
import { askIntervalMs } from './live-intervals.ts'

/**
 * Live events whose code is loaded by the first `follow`: pages that follow nothing are lighter without it. If the code doesn't load, it
 * is tried again for as long as somebody follows.
 */
export const lazyLiveEvents = <State, News>(
  load: () => Promise<LiveEvents<State, News>>,
  reportError: (error: unknown, info?: string) => void,
): LiveEvents<State, News> => ({
  follow: (id, listener) => {
    let isStopped = false
    let stop = () => {}
    const begin = () => {
      load().then(
        (live) => {
          if (!isStopped) stop = live.follow(id, listener)
        },
        (error: unknown) => {
          reportError(error, 'live events')
          if (isStopped) return
          const timer = setTimeout(begin, askIntervalMs)
          stop = () => clearTimeout(timer)
        },
      )
    }
    begin()
    return () => {
      isStopped = true
      stop()
    }
  },
})
