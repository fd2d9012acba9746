import { AsyncLocalStorage } from 'node:async_hooks'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/** One page of the player: what it began ends with it, and never continues (decision 79). */
export interface Realm {
  isAlive: boolean
  /** Milliseconds by which the clock of its computer is off. */
  clockOffMs(): number
  readonly fetch: typeof fetch
  readonly indexedDB: IDBFactory
}

interface Timer {
  readonly id: number
  dueMs: number
  readonly everyMs: number | undefined
  readonly realm: Realm | undefined
  run(): void
}

const realms = new AsyncLocalStorage<Realm | undefined>()
const soon = setImmediate
/** Turns of Node's own loop in which nothing happened, after which all waits for time alone: a promise needs few of them. */
const quietTurns = 4

let nowMs = 0
let lastId = 0
const timers = new Map<number, Timer>()
let held = 0
/** What is asked and not answered outside of simulated time: statements of databases. */
const waiting = new Set<() => number>()

const begin = (run: (...given: unknown[]) => void, ms: number | undefined, everyMs: number | undefined, given: unknown[]) => {
  const realm = realms.getStore()
  lastId += 1
  const id = lastId
  const timer: Timer = {
    id,
    dueMs: nowMs + Math.max(1, ms ?? 1),
    everyMs,
    realm,
    run: AsyncLocalStorage.bind(() => run(...given)),
  }
  if (realm?.isAlive !== false) timers.set(id, timer)
  const handle = {
    unref: () => handle,
    ref: () => handle,
    hasRef: () => true,
    refresh: () => handle,
    [Symbol.toPrimitive]: () => id,
  }
  return handle
}
const end = (handle: unknown) => {
  if (handle !== undefined && handle !== null) timers.delete(Number(handle))
}

/** The page whose code runs; undefined in the server and in the harness. */
export const realmNow = (): Realm | undefined => realms.getStore()
/** Runs it as code of a page, or of none. */
export const inRealm = <T>(realm: Realm | undefined, work: () => T): T => realms.run(realm, work)

/** Lets no time go by while this is done: it takes place outside of simulated time. */
export const outsideOfTime = async <T>(work: () => Promise<T>): Promise<T> => {
  held += 1
  try {
    return await work()
  } finally {
    held -= 1
  }
}
/** No time goes by while this counts anything. Answers what ends that. */
export const holdTimeFor = (count: () => number): (() => void) => {
  waiting.add(count)
  return () => void waiting.delete(count)
}

const isBusy = () => held > 0 || [...waiting].some((count) => count() > 0)
const settle = async () => {
  for (let quiet = 0; quiet < quietTurns; quiet = isBusy() ? 0 : quiet + 1) await new Promise<void>((resolve) => soon(resolve))
}

const next = (): Timer | undefined => {
  let first: Timer | undefined
  for (const timer of timers.values()) {
    if (timer.realm?.isAlive === false) timers.delete(timer.id)
    else if (!first || timer.dueMs < first.dueMs) first = timer
  }
  return first
}

/** Does it in simulated time: that continues to what is due next once nothing else is under way. */
export const inSimulatedTime = async <T>(work: () => Promise<T>): Promise<T> => {
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  working.catch(() => undefined)
  for (;;) {
    await settle()
    if (isOver) return working
    const timer = next()
    if (!timer) throw new Error('Everybody waits for ever: nothing is due any more.')
    nowMs = Math.max(nowMs, timer.dueMs)
    if (timer.everyMs === undefined) timers.delete(timer.id)
    else timer.dueMs = nowMs + Math.max(1, timer.everyMs)
    timer.run()
  }
}

/** Puts simulated time in the place of the real one, for all of this process; and for code of a page its own network and its own store. */
export const simulateTime = (): void => {
  const global = globalThis as unknown as Record<string, unknown>
  const realFetch = globalThis.fetch
  const originMs = performance.timeOrigin
  global.setTimeout = (run: () => void, ms?: number, ...given: unknown[]) => begin(run, ms, undefined, given)
  global.setInterval = (run: () => void, ms?: number, ...given: unknown[]) => begin(run, ms, ms ?? 1, given)
  global.clearTimeout = end
  global.clearInterval = end
  performance.now = () => nowMs
  Date.now = () => Math.floor(originMs + nowMs + (realms.getStore()?.clockOffMs() ?? 0))
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    begin(() => controller.abort(new DOMException('It took too long.', 'TimeoutError')), ms, undefined, [])
    return controller.signal
  }
  globalThis.fetch = (input, init) => {
    const realm = realms.getStore()
    return realm ? realm.fetch(input, init) : outsideOfTime(() => realFetch(input, init))
  }
  // Reckoned by other threads.
  const { prototype } = SubtleCrypto
  for (const name of ['digest', 'sign', 'verify', 'importKey', 'encrypt', 'decrypt', 'generateKey'] as const) {
    const real = prototype[name] as (...given: unknown[]) => Promise<unknown>
    Object.assign(prototype, {
      [name](this: SubtleCrypto, ...given: unknown[]) {
        return outsideOfTime(() => real.apply(this, given))
      },
    })
  }
  // Files of the server take real time too.
  for (const name of ['readFile', 'rename', 'writeFile'] as const) {
    const real = files[name] as (...given: unknown[]) => Promise<unknown>
    Object.assign(files, { [name]: (...given: unknown[]) => outsideOfTime(() => real(...given)) })
  }
  syncBuiltinESMExports()
  // A browser whose network is cut believes that it has one: who calls finds out.
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: true })
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, get: () => realms.getStore()?.indexedDB })
}
