/** What is done while a lock is held; null if it isn't had. */
type Granted = (lock: { readonly name: string } | null) => Promise<void> | undefined

/** What is used of the locks among the tabs of a browser. */
export interface TabLocks {
  request(name: string, options: LockOptions, granted: Granted): Promise<unknown>
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>
}

/**
 * Milliseconds that other tabs have to say that they hold a lock: each answers at once, however long it has been in the background, unless it is
 * busy or the machine is.
 */
export const answerMs = 1000

/** How tabs tell each other: a `BroadcastChannel`. */
type LockChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

/** What one tab says to all others. `by` is the tab that says so. */
type Message =
  | { readonly kind: 'holds' | 'takes' | 'frees'; readonly name: string; readonly by: string }
  /** `sinceMs`: by the computer's clock, which all tabs share. */
  | { readonly kind: 'wants'; readonly name: string; readonly by: string; readonly sinceMs: number }
  | { readonly kind: 'lists'; readonly by: string }

interface Held {
  lose(): void
}

const aborted = (why: string) => new DOMException(why, 'AbortError')

/**
 * Locks among the tabs of a browser, as `navigator.locks` gives them, for pages that came over plain http and have none: a tab that wants
 * one asks the others, and has it if none of them says within {@link answerMs} that it holds it. What a tab held that was closed or crashed is
 * free by that. One that hangs, or was frozen, may say nothing in time: it loses the lock once it wakes, as where another tab steals it.
 */
export const createChannelLocks = (channel: LockChannel, ownId: string, nowMs: () => number): TabLocks => {
  const held = new Map<string, Held>()
  /** What is being asked for, and since when. */
  const wanted = new Map<string, number>()
  /** Told what is held elsewhere, and freed. */
  const listeners = new Set<(message: Message) => void>()
  const say = (message: Message) => channel.postMessage(message)
  const own = (kind: 'holds' | 'takes' | 'frees', name: string) => say({ kind, name, by: ownId })

  /** Of two that ask at once the one has it that began earlier: the other may not have been there to hear it. */
  const isKeptFrom = ({ name, by, sinceMs }: Extract<Message, { kind: 'wants' }>) => {
    const ownSinceMs = wanted.get(name) ?? Number.POSITIVE_INFINITY
    return held.has(name) || ownSinceMs < sinceMs || (ownSinceMs === sinceMs && ownId < by)
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.by === ownId) return
    if (data.kind === 'lists') for (const name of held.keys()) own('holds', name)
    if (data.kind === 'wants' && isKeptFrom(data)) own('holds', data.name)
    if (data.kind === 'takes') held.get(data.name)?.lose()
    for (const listener of [...listeners]) listener(data)
  })

  const listen = (listener: (message: Message) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  const isFree = async (name: string) => {
    if (held.has(name) || wanted.has(name)) return false
    const sinceMs = nowMs()
    wanted.set(name, sinceMs)
    const isNobodys = await new Promise<boolean>((resolve) => {
      const end = (isFreeNow: boolean) => {
        clearTimeout(timer)
        stop()
        resolve(isFreeNow)
      }
      const timer = setTimeout(end, answerMs, true)
      const stop = listen((message) => {
        if ((message.kind === 'holds' || message.kind === 'takes') && message.name === name) end(false)
      })
      say({ kind: 'wants', name, by: ownId, sinceMs })
    })
    wanted.delete(name)
    return isNobodys
  }

  const hold = (name: string, granted: Granted) =>
    new Promise<unknown>((resolve, reject) => {
      held.get(name)?.lose()
      const mine: Held = {
        lose() {
          if (held.get(name) === mine) held.delete(name)
          reject(aborted('Another tab has taken the lock'))
        },
      }
      held.set(name, mine)
      own('takes', name)
      const end = () => {
        if (held.get(name) !== mine) return
        held.delete(name)
        own('frees', name)
      }
      Promise.resolve(granted({ name })).finally(end).then(resolve, reject)
    })

  /** Resolves when the lock may be free: it was let go of, or its tab may be gone. */
  const untilPerhapsFree = (name: string, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        stop()
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const stop = listen((message) => {
        if (message.kind === 'frees' && message.name === name) end()
      })
      const timer = setTimeout(end, answerMs)
      signal?.addEventListener('abort', end)
    })

  return {
    async request(name, { ifAvailable, steal, signal }, granted) {
      if (steal) return hold(name, granted)
      for (;;) {
        if (signal?.aborted) throw aborted('Nobody waits for the lock any more')
        if ((await isFree(name)) && !signal?.aborted) return hold(name, granted)
        if (ifAvailable) return granted(null)
        await untilPerhapsFree(name, signal)
      }
    },
    async query() {
      const names = new Set(held.keys())
      const stop = listen((message) => {
        if (message.kind === 'holds') names.add(message.name)
      })
      say({ kind: 'lists', by: ownId })
      await new Promise((resolve) => setTimeout(resolve, answerMs))
      stop()
      return { held: [...names].map((name) => ({ name })) }
    },
  }
}
