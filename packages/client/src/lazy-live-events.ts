import type { LiveEvents, LiveEventsParts } from './live-events.ts'
import { askIntervalMs } from './live-intervals.ts'

/**
 * The live events, whose code comes with the first exam that follows them: the pages before an exam are light without it. Where
 * the code doesn't come, it is tried again, as long as somebody follows.
 */
export const lazyLiveEvents = (
  parts: Omit<LiveEventsParts, 'open'>,
  load = async (): Promise<LiveEvents> => {
    const [{ createLiveEvents }, { openSocket }] = await Promise.all([
      import('./live-events.ts'),
      import('./live-connection.ts'),
    ])
    return createLiveEvents({ ...parts, open: openSocket })
  },
): LiveEvents => ({
  follow: (formRunGuid, listener) => {
    let isStopped = false
    let stop = () => {}
    const begin = () => {
      load().then(
        (live) => {
          if (!isStopped) stop = live.follow(formRunGuid, listener)
        },
        (error: unknown) => {
          parts.reportError(error, 'live events')
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
