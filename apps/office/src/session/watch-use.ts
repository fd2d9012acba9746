/** Milliseconds after the limit at which the server is asked: it has ended the session by then. */
const afterLimitMs = 30_000

/** `setTimeout` takes no more (milliseconds); a longer limit is looked at in parts. */
const longestMs = 2 ** 31 - 1

type Message = { readonly kind: 'used' } | { readonly kind: 'changed' }

const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && 'kind' in data && (data.kind === 'used' || data.kind === 'changed')

interface Parts {
  /** To the other tabs of this browser; undefined if there is none. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined
  /** Milliseconds of a clock that continues while the computer sleeps. */
  nowMs(): number
  /** Milliseconds without a call after which the session ends; undefined while nobody is signed in. */
  limitMs(): number | undefined
  /** Looks which session the browser has. */
  lookAgain(): Promise<unknown>
}

/**
 * Notices that the session of this browser has ended by its idle limit, or changed in another tab, although this page makes no call: nobody who
 * passes by reads an office whose person has long left. Each call counts, of all tabs, as on the server. Asking is a call too, so the server
 * is asked only once the limit is over for all tabs; a browser without channels never asks by itself.
 */
export const watchUse = ({ channel, nowMs, limitMs, lookAgain }: Parts) => {
  let usedMs = nowMs()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    const limit = limitMs()
    if (limit === undefined || channel === undefined) return
    const leftMs = usedMs + limit + afterLimitMs - nowMs()
    if (leftMs > 0) timer = setTimeout(wait, Math.min(leftMs, longestMs))
    else void lookAgain().finally(restart)
  }
  const restart = () => {
    usedMs = nowMs()
    wait()
  }
  channel?.addEventListener('message', ({ data }: MessageEvent) => {
    if (!isMessage(data)) return
    if (data.kind === 'used') restart()
    else void lookAgain()
  })
  return {
    /** A call of the office was answered. */
    used: () => {
      restart()
      channel?.postMessage({ kind: 'used' } satisfies Message)
    },
    changed: () => channel?.postMessage({ kind: 'changed' } satisfies Message),
    /** After a sleep, in which timers stand still, and when the limit may be another. */
    lookAtClock: wait,
  }
}
