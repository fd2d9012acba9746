import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerMs, createChannelLocks, type TabLocks } from './channel-locks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Milliseconds that a message is on its way. */
const wayMs = 5

type Listener = (event: MessageEvent) => void

/** Opens tabs of one browser. A tab that sleeps receives its messages when it wakes; a closed one receives none. */
const createBrowser = () => {
  const tabs: { isAsleep: boolean; isClosed: boolean; missed: unknown[]; listeners: Set<Listener> }[] = []
  const hearings = new Map<object, (data: unknown) => void>()
  const openTab = (id: string) => {
    const tab = { isAsleep: false, isClosed: false, missed: [] as unknown[], listeners: new Set<Listener>() }
    const hear = (data: unknown) => {
      if (tab.isClosed) return
      if (tab.isAsleep) tab.missed.push(data)
      // Boundary: the locks read nothing else of a message.
      else for (const listener of tab.listeners) listener({ data } as MessageEvent)
    }
    tabs.push(tab)
    const channel = {
      postMessage: (data: unknown) => {
        for (const other of tabs) if (other !== tab) setTimeout(() => hearings.get(other)?.(structuredClone(data)), wayMs)
      },
      addEventListener: (_: string, listener: Listener) => void tab.listeners.add(listener),
    }
    hearings.set(tab, hear)
    return {
      ...createChannelLocks(channel as unknown as BroadcastChannel, id, () => Date.now()),
      close: () => {
        tab.isClosed = true
      },
      sleep: () => {
        tab.isAsleep = true
      },
      wake: () => {
        tab.isAsleep = false
        for (const data of tab.missed.splice(0)) hear(data)
      },
    }
  }
  return openTab
}

/** Requests the lock `exam`, and returns the state of the request. */
const ask = (locks: TabLocks, options: LockOptions = {}) => {
  const asked: { state: 'waiting' | 'held' | 'not had' | 'over'; error?: unknown; release: () => void } = {
    state: 'waiting',
    release: () => {},
  }
  locks
    .request('exam', options, (lock) => {
      if (!lock) {
        asked.state = 'not had'
        return undefined
      }
      asked.state = 'held'
      return new Promise((resolve) => {
        asked.release = resolve
      })
    })
    .then(
      () => {
        if (asked.state === 'held') asked.state = 'over'
      },
      (error: unknown) => {
        asked.state = 'over'
        asked.error = error
      },
    )
  return asked
}
const pass = (ms = answerMs) => vi.advanceTimersByTimeAsync(ms)

test('the first tab gets a lock, and the request of a second one is refused', async () => {
  const openTab = createBrowser()
  const first = ask(openTab('one'), { ifAvailable: true })
  await pass()
  const second = ask(openTab('two'), { ifAvailable: true })
  // The reply comes at once: the second tab doesn't wait for others to answer.
  await pass(2 * wayMs)
  expect([first.state, second.state]).toEqual(['held', 'not had'])
})

test.each([
  { a: 'one', b: 'two', laterMs: 0 },
  { a: 'two', b: 'one', laterMs: 0 },
  { a: 'one', b: 'two', laterMs: 3 },
  { a: 'two', b: 'one', laterMs: 3 },
])('of two that ask almost at once one has it ($a, and $b $laterMs ms later)', async ({ a, b, laterMs }) => {
  const openTab = createBrowser()
  const [one, other] = [openTab(a), openTab(b)]
  const first = ask(one, { ifAvailable: true })
  await pass(laterMs)
  const second = ask(other, { ifAvailable: true })
  await pass(answerMs + 2 * wayMs)
  expect([first.state, second.state].toSorted()).toEqual(['held', 'not had'])
})

test.each([
  ['one', 'two'],
  ['two', 'one'],
])('a tab that is opened while another one asks does not have what that is about to have (%s, %s)', async (a, b) => {
  const openTab = createBrowser()
  const first = ask(openTab(a), { ifAvailable: true })
  await pass(answerMs / 2)
  const second = ask(openTab(b), { ifAvailable: true })
  await pass(2 * answerMs)
  expect([first.state, second.state]).toEqual(['held', 'not had'])
})

test('who waits has it as soon as it is let go of', async () => {
  const openTab = createBrowser()
  const first = ask(openTab('one'))
  await pass()
  const second = ask(openTab('two'))
  await pass(5 * answerMs)
  expect(second.state).toBe('waiting')
  first.release()
  await pass(answerMs + 2 * wayMs)
  expect([first.state, second.state]).toEqual(['over', 'held'])
})

test('who waits has it once its tab is closed, which says nothing', async () => {
  const openTab = createBrowser()
  const closing = openTab('one')
  ask(closing)
  await pass()
  const second = ask(openTab('two'))
  await pass()
  closing.close()
  await pass(4 * answerMs)
  expect(second.state).toBe('held')
})

test('who gives up waiting is told so, and does not have it later', async () => {
  const openTab = createBrowser()
  const first = ask(openTab('one'))
  await pass()
  const patience = new AbortController()
  const second = ask(openTab('two'), { signal: patience.signal })
  await pass()
  patience.abort()
  await pass()
  expect(second).toMatchObject({ state: 'over', error: { name: 'AbortError' } })
  first.release()
  await pass(5 * answerMs)
  expect(second.state).toBe('over')
})

test('a lock that is stolen is lost at once, and letting go of it afterwards frees nothing', async () => {
  const openTab = createBrowser()
  const robbed = openTab('one')
  const first = ask(robbed)
  await pass()
  const second = ask(openTab('two'), { steal: true })
  await pass(wayMs)
  expect([first, second]).toMatchObject([{ state: 'over', error: { name: 'AbortError' } }, { state: 'held' }])
  first.release()
  const third = ask(openTab('three'), { ifAvailable: true })
  await pass()
  expect([second.state, third.state]).toEqual(['held', 'not had'])
})

test('a tab that sleeps loses its lock to one that asks, and knows so when it wakes', async () => {
  const openTab = createBrowser()
  const asleep = openTab('one')
  const first = ask(asleep)
  await pass()
  asleep.sleep()
  const second = ask(openTab('two'), { ifAvailable: true })
  await pass()
  expect([first.state, second.state]).toEqual(['held', 'held'])
  asleep.wake()
  await pass(wayMs)
  expect([first.state, second.state]).toEqual(['over', 'held'])
})

test('a page that asks again for what it holds itself does not have it twice', async () => {
  const tab = createBrowser()('one')
  const first = ask(tab)
  await pass()
  const again = ask(tab, { ifAvailable: true })
  await pass()
  expect(again.state).toBe('not had')
  first.release()
  await pass(wayMs)
  const later = ask(tab, { ifAvailable: true })
  await pass()
  expect(later.state).toBe('held')
})

test('the locks of all tabs can be listed', async () => {
  const openTab = createBrowser()
  const [one, two] = [openTab('one'), openTab('two')]
  ask(one)
  await pass()
  const listed = Promise.all([one, two].map(async (tab) => (await tab.query()).held))
  await pass()
  expect(await listed).toEqual([[{ name: 'exam' }], [{ name: 'exam' }]])
})
