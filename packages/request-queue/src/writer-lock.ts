import { createListeners } from './listeners.ts'

/** Whether this tab writes, or another tab of this browser does. */
export type Writing = 'asking' | 'here' | 'elsewhere'

/** Milliseconds that the tab before gets to keep and hand over what it has; then it is taken over. */
export const handOverMs = 3000

/** How often a lock that is held is asked for before another tab is said to have it, and how many milliseconds apart. */
const mostTries = 3
const retryMs = 200

/** One writer of a piece of work, as an exam, among the tabs of a browser. */
export interface WriterLock {
  state(): Writing
  subscribe(listener: (state: Writing) => void): () => void
  /** Makes this tab the one that writes: the other is asked to hand over, and is stopped where it doesn't. */
  takeOver(): Promise<void>
  /** Lets go; another tab may write. */
  release(): void
}

/** What is used of the locks among the tabs of a browser: `navigator.locks`, or what does the same without it. The lock is null if it isn't had. */
export interface Locks {
  request(
    name: string,
    options: LockOptions,
    granted: (lock: { readonly name: string } | null) => Promise<void> | undefined,
  ): Promise<unknown>
}

/** How tabs tell each other: a `BroadcastChannel`. */
type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>

/** Milliseconds that the tab that takes over gets to take what it is handed. */
export const takingMs = 1000

/** What a tab has in its memory alone, for the tab that continues. */
export interface Handed {
  /** Anything that can be posted. */
  readonly held: unknown
  /** The other tab has it. */
  taken(): void
}

/** What a tab that hands over says to the one that takes over, and that to it. */
interface Handing {
  readonly handed: string
  readonly held: unknown
}
interface Taken {
  readonly taken: string
}

/** What a tab that takes over says to the one that writes, and when, by the computer's clock. */
interface HandOver {
  readonly handOver: string
  readonly askedAtMs: number
}

export interface WriterLockParts {
  readonly name: string
  /** Undefined in browsers that have none: then each tab writes, and the number of a save, which says when it was typed, decides. */
  readonly locks: Locks | undefined
  readonly channel: Channel | undefined
  /**
   * Keeps all that this tab has in memory alone, and stops writing; called before another tab takes over. Answers what could not be
   * kept, which that tab is handed.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most have nothing to hand over.
  beforeHandOver(): Promise<Handed | undefined | void>
  /** Keeps what the tab before could not; called before this tab writes. */
  onHanded?(held: unknown): Promise<void>
  /** Another tab took the lock by force: from now on nothing of this one may reach the store or the server any more. */
  onStolen(): void
  /** By a clock that all tabs share. */
  nowMs(): number
  onError(error: unknown): void
}

/** Asks for the lock at once, and never waits for it: whoever opens a second tab is told instead. */
export const createWriterLock = (parts: WriterLockParts): WriterLock => {
  const { name, locks, channel } = parts
  const listeners = createListeners<Writing>(parts.onError)
  let state: Writing = locks === undefined ? 'here' : 'asking'
  let letGo: (() => void) | undefined
  /** The page was left, maybe before the lock was had: then nobody would ever let go of it. */
  let isReleased = false
  /** It has asked for the lock, and hasn't got it yet. */
  let isTaking = false
  let heardTaken = () => {}

  const become = (next: Writing) => {
    if (next === state) return
    state = next
    listeners.tell(next)
  }
  /** Holds the lock until it is let go. */
  const hold = () =>
    new Promise<void>((resolve) => {
      if (isReleased) return resolve()
      letGo = resolve
      become('here')
    })
  /** Rejects where the lock isn't had; once it is, a later rejection means that another tab has stolen it. */
  const ask = async (manager: Locks, options: LockOptions): Promise<boolean> => {
    let isGranted = false
    try {
      await manager.request(name, options, (lock) => {
        isGranted = lock !== null
        return isGranted ? hold() : undefined
      })
    } catch (error) {
      if (!isGranted) throw error
      letGo = undefined
      parts.onStolen()
      become('elsewhere')
    }
    return isGranted
  }
  /** A page that was left a moment ago may still hold it. */
  const askPatiently = async (manager: Locks) => {
    for (let tries = 1; tries <= mostTries && !isReleased; tries += 1) {
      if (await ask(manager, { ifAvailable: true })) return
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
    if (state === 'asking') become('elsewhere')
  }
  /** Whether the tab that takes over has it: the lock is let go of once it is there, or nobody answers. */
  const isTaken = (held: unknown) =>
    new Promise<boolean>((resolve) => {
      heardTaken = () => resolve(true)
      channel?.postMessage({ handed: name, held } satisfies Handing)
      setTimeout(() => resolve(false), takingMs)
    })
  const take = async (held: unknown) => {
    await parts.onHanded?.(held)
    channel?.postMessage({ taken: name } satisfies Taken)
  }
  const handOver = async () => {
    const release = letGo
    letGo = undefined
    const handed = await parts.beforeHandOver().catch(parts.onError)
    if (handed && (await isTaken(handed.held))) handed.taken()
    become('elsewhere')
    release?.()
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<HandOver | Handing | Taken>) => {
    if ('taken' in data) return data.taken === name ? heardTaken() : undefined
    if ('handed' in data) return void (data.handed === name && isTaking && take(data.held).catch(parts.onError))
    // A tab that slept hears of it when it wakes, and was taken over long since: what it has is old, and is not to be kept.
    const isLate = parts.nowMs() - data.askedAtMs >= handOverMs
    if (data.handOver === name && !isLate && letGo) void handOver()
  })
  const goOnWithout = (error: unknown) => {
    parts.onError(error)
    // Where site data is blocked, a browser refuses every lock: as one that has none.
    if (!isReleased) become('here')
  }
  if (locks) askPatiently(locks).catch(goOnWithout)

  return {
    state: () => state,
    subscribe: listeners.add,
    async takeOver() {
      if (locks === undefined || state === 'here') return
      isTaking = true
      channel?.postMessage({ handOver: name, askedAtMs: parts.nowMs() } satisfies HandOver)
      const taken = new Promise<void>((resolve) => {
        const stop = listeners.add((now) => {
          if (now !== 'here') return
          stop()
          resolve()
        })
      })
      ask(locks, { signal: AbortSignal.timeout(handOverMs) })
        // The other tab hangs, or is frozen by the browser: it has had its time.
        .catch(() => isReleased || ask(locks, { steal: true }))
        .catch(parts.onError)
      await taken
      isTaking = false
    },
    release() {
      isReleased = true
      letGo?.()
      letGo = undefined
      channel?.close()
    },
  }
}
