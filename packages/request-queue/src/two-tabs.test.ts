import { listAside } from '@sitwell/storage/set-aside'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { createPostStore, openPage, type Page, type PostStore, sendAll, settled } from './testing/arrange-post.ts'
import { onABusyMachine } from './testing/on-a-busy-machine.ts'
import { createPostOffice, type Fate } from './testing/post-office.ts'
import { createWriterLock, type WriterLock } from './writer-lock.ts'

let ids = 0
const newId = () => `id${++ids}`
const closing: (() => void)[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) close()
})

/** A tab that sends only while it has the lock, and first what the tab before has left. */
const openTab = async (name: string, places: PostStore, office: ReturnType<typeof createPostOffice>) => {
  const channel = new BroadcastChannel(name)
  const senders = new Set<string>()
  let page: Page | undefined
  let lock: WriterLock
  const tab = {
    lock: () => lock,
    page: () => page,
    async start() {
      page = openPage(
        places,
        async (letter) => {
          senders.add(lock.state())
          return office.deliver(letter)
        },
        { newId },
      )
      await page.queue.load()
      await sendAll(page)
    },
    senders,
  }
  lock = createWriterLock({
    name,
    locks: navigator.locks,
    channel,
    async beforeHandOver() {
      page?.goAway()
      page = undefined
    },
    onStolen: () => page?.goAway(),
    nowMs: () => 0,
    onError: (error) => {
      throw error
    },
  })
  closing.push(() => {
    lock.release()
    channel.close()
  })
  return tab
}

test('the tab with the lock sends, and the tab that takes over sends the requests that the first had stored', async () => {
  // A tab that hands over is never too late, however long the machine takes to tell it.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
  const places = createPostStore()
  const office = createPostOffice(['taken', 'taken, reply lost'])
  const first = await openTab('post', places, office)
  await vi.waitFor(() => expect(first.lock().state()).toBe('here'), onABusyMachine)
  await first.start()
  for (const number of [1, 2, 3]) await first.page()?.write('Mill Lane', number)
  await settled()
  expect(office.taken().map(({ number }) => number)).toEqual([1, 2])

  const second = await openTab('post', places, office)
  await vi.waitFor(() => expect(second.lock().state()).toBe('elsewhere'), onABusyMachine)
  await second.lock().takeOver()
  await second.start()
  expect(first.page()).toBeUndefined()
  expect(office.taken().map(({ number }) => number)).toEqual([1, 2, 3])
  expect(await places.keys('requests', '')).toEqual([])
  expect([...first.senders, ...second.senders]).toEqual(['here', 'here'])
})

// As in browsers that have no locks.
test('two tabs that send the same store concurrently lose nothing, and the server accepts each request once', async () => {
  const fates = fc.array(fc.constantFrom<Fate>('taken', 'taken, reply lost', 'unreachable', 'busy'), { maxLength: 20 })
  const turns = fc.array(fc.record({ isSecond: fc.boolean(), flushes: fc.boolean(), loads: fc.boolean() }), { maxLength: 15 })
  await fc.assert(
    fc.asyncProperty(turns, fates, async (plan, planned) => {
      const places = createPostStore()
      const office = createPostOffice([...planned])
      const tabs = [openPage(places, office.deliver, { newId }), openPage(places, office.deliver, { newId })] as const
      const written: string[] = []
      for (const [at, { isSecond, flushes, loads }] of plan.entries()) {
        const tab = tabs[isSecond ? 1 : 0]
        if (loads) await tab.queue.load()
        written.push((await tab.write('Mill Lane', at)).id)
        if (flushes) tab.queue.flush()
      }
      await settled()
      office.recover()
      for (const tab of tabs) await sendAll(tab)
      expect(await places.keys('requests', '')).toEqual([])
      expect(
        office
          .taken()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(written.sort())
    }),
  )
})

test('a tab whose session was taken over sets nothing aside that the tab with the new session has sent', async () => {
  const places = createPostStore()
  const office = createPostOffice()
  let release = () => {}
  const asked = new Promise<void>((resolve) => {
    release = resolve
  })
  const old = openPage(
    places,
    async () => {
      await asked
      return { kind: 'refused', code: 'OTHER_SESSION', missing: [] }
    },
    { newId },
  )
  await old.write('Mill Lane', 1)
  const newer = openPage(places, office.deliver, { newId })
  await newer.queue.load()
  await sendAll(newer)
  await old.write('Mill Lane', 2)
  release()
  await settled()
  expect(office.taken().map(({ number }) => number)).toEqual([1])
  expect((await listAside(places)).map(({ record }) => [record.reason, Object(record.value).number])).toEqual([
    ['OTHER_SESSION', 2],
  ])
  expect(old.events.filter(({ kind }) => kind === 'set-aside')).toEqual([])
  // The next page of somebody who has signed in again takes it back, and sends it.
  await newer.requests.takeBack('u', ['OTHER_SESSION'])
  await newer.queue.load()
  await sendAll(newer)
  expect(office.taken().map(({ number }) => number)).toEqual([1, 2])
  expect(await listAside(places)).toEqual([])
})

test('a request that a tab with an ended session sets aside while another tab sends it does not stay aside', async () => {
  const places = createPostStore()
  let release = () => {}
  const asked = new Promise<void>((resolve) => {
    release = resolve
  })
  const old = openPage(places, async () => ({ kind: 'refused', code: 'OTHER_SESSION', missing: [] }), { newId })
  const office = createPostOffice()
  const newer = openPage(places, (letter) => asked.then(() => office.deliver(letter)), { newId })
  const writing = old.write('Mill Lane', 1)
  await newer.queue.load()
  newer.queue.flush()
  await writing
  await settled()
  expect(await listAside(places)).toHaveLength(1)
  release()
  await settled()
  expect(office.taken()).toHaveLength(1)
  expect(await listAside(places)).toEqual([])
})
