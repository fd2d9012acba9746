import type { MarkingItem } from '@sitwell/contract'
import { createGenerationWatch } from '@sitwell/request-queue/generation-watch'
import { createMemoryStore } from '@sitwell/storage/memory-store'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openKeptLines } from '../device/kept-line.ts'
import { type DevicePlace, officeDatabase } from '../device/mark-records.ts'
import { openMarkingDevice } from '../device/marking-device.ts'
import { openSeal } from '../device/seal.ts'
import type { TabKey } from '../device/tab-key.ts'
import { emptyDraft } from '../mark/mark-draft.ts'
import { itemOf, markingServer } from '../testing/marking-server.ts'
import { aheadOf, shownIn } from './marking-line.ts'
import { createMarkingSession, renewBelowMs } from './marking-session.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settled = () => vi.advanceTimersByTimeAsync(0)

let key: TabKey | undefined
beforeEach(() => {
  key = undefined
})
/** The tab of all pages of a test. */
const tab = {
  get: () => key,
  set: (next: TabKey) => {
    key = next
    return true
  },
  clear: () => {},
}

/** A page of a marker over what the browser keeps, and a server that can be cut off. */
const openPage = async (
  server = markingServer(),
  places = createMemoryStore<DevicePlace>(officeDatabase.places),
  locks?: LockManager,
) => {
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const generation = createGenerationWatch(onError)
  const seal = await openSeal(tab, { crypto, newId: () => 'tab', isOwn: async () => true })
  const lines = seal && (await openKeptLines({ places, seal, userGuid: 'marker', nowMs: server.nowMs }))
  const device = await openMarkingDevice({
    ...{ api: server.api, places, userGuid: 'marker', generation, lines, locks },
    ...{ nowMs: server.nowMs, random: () => 0, onError },
  })
  const session = createMarkingSession({ queueID: 'queue', calls: server.calls, device, nowMs: server.nowMs, onError })
  const shown = () => shownIn(session.state().line)
  const give = async (marks: number, item = shown()) => {
    if (item === undefined) throw new Error('Nothing shows')
    await session.give(item, { marks })
  }
  return { server, places, device, session, errors, shown, give, generation }
}

const waitingIn = (page: Awaited<ReturnType<typeof openPage>>) =>
  page.device.state().waiting.map(({ responseID }) => responseID)

describe('marking without the server', () => {
  // OFFICE-303
  test('goes on with what is here, keeps each mark before the next response shows, and sends all once the server is back', async () => {
    const page = await openPage()
    const { server, session, shown, give, places, errors } = page
    await session.read()
    expect(shown()?.responseID).toBe('r1')
    server.cut()
    for (const marks of [1, 2, 3]) await give(marks)
    expect(shown()?.responseID).toBe('r4')
    expect(await places.keys('requests', '')).toHaveLength(3)
    await settled()
    expect(server.given()).toEqual([])
    expect(page.device.state()).toMatchObject({ isOffline: true, sent: 0 })
    expect(waitingIn(page)).toEqual(['r1', 'r2', 'r3'])
    server.mend()
    page.device.lookAgain()
    await settled()
    expect(server.given().map(({ responseID, marks, basedOn }) => [responseID, marks, basedOn])).toEqual([
      ['r1', 1, 0],
      ['r2', 2, 0],
      ['r3', 3, 0],
    ])
    expect(page.device.state()).toMatchObject({ waiting: [], sent: 3, isOffline: false })
    expect(await places.keys('requests', '')).toEqual([])
    expect(errors).toEqual([])
  })

  test('says so once nothing is left here, and keeps what was marked', async () => {
    const { server, session, shown, give } = await openPage(markingServer({ responses: 2 }))
    await session.read()
    server.cut()
    await give(1)
    await give(2)
    expect(shown()).toBeUndefined()
    await settled()
    expect(session.state().reading).toBe('failed')
    expect(session.mayGoBack()).toBe(true)
  })
})

/** Until what is sealed is written; it is sealed beside the clock that the test holds. */
const untilKept = async (page: Awaited<ReturnType<typeof openPage>>, line: readonly string[]) => {
  await vi.waitFor(async () => {
    const { items, marked } = await page.device.lineOf('queue')
    expect(items.map(({ responseID }) => responseID + (marked.includes(responseID) ? ' marked' : ''))).toEqual(line)
  })
}

describe('a page that is loaded anew without the server', () => {
  // OFFICE-303
  test('goes on where the one before it was, with its drafts and with what was marked, and all marks are sent once', async () => {
    const server = markingServer({ responses: 5 })
    const first = await openPage(server)
    await first.session.read()
    await first.give(1)
    await settled()
    server.cut()
    await first.give(2)
    const draft = { ...emptyDraft, comment: 'half' }
    const third = first.shown()
    if (third) await first.device.keepDraft(third, draft)
    await untilKept(first, ['r1 marked', 'r2 marked', 'r3', 'r4', 'r5'])
    first.device.close()

    const next = await openPage(server, first.places)
    await next.session.read()
    expect(next.shown()?.responseID).toBe('r3')
    expect(next.session.state()).toMatchObject({ reading: 'idle' })
    if (third) expect(next.session.startOf(third)).toEqual(draft)
    next.session.back()
    expect(next.shown()?.responseID).toBe('r2')
    await next.give(3)
    await next.give(4)
    server.mend()
    next.device.lookAgain()
    await settled()
    expect(server.given().map(({ responseID, marks, basedOn }) => [responseID, marks, basedOn])).toEqual([
      ['r1', 1, 0],
      ['r2', 2, 0],
      ['r2', 3, 1],
      ['r3', 4, 0],
    ])
    expect(next.errors).toEqual([])
  })

  test('shows what the server gives as soon as that answers, and nothing that was here', async () => {
    const server = markingServer({ responses: 2 })
    const first = await openPage(server)
    await first.session.read()
    await untilKept(first, ['r1', 'r2'])
    server.markedByAnother('r1')
    const next = await openPage(server, first.places)
    await next.session.read()
    expect(next.session.state().line.opened.map(({ responseID }) => responseID)).toEqual(['r1'])
    expect(next.session.state().line.ahead.map(({ responseID }) => responseID)).toEqual(['r2'])
  })

  test('finds what a page left that could not give its responses back, and nothing of one that could', async () => {
    const server = markingServer({ responses: 3 })
    const page = await openPage(server)
    await page.session.read()
    await untilKept(page, ['r1', 'r2', 'r3'])
    server.cut()
    page.session.close()
    await settled()
    await untilKept(page, ['r1', 'r2', 'r3'])
    expect(await page.device.queuesHere()).toEqual([{ queueID: 'queue', waiting: 3 }])
    server.mend()
    page.session.close()
    await untilKept(page, [])
    expect(server.released()).toEqual(['r1', 'r2', 'r3'])
    expect(await page.device.queuesHere()).toEqual([])
  })
})

test('as many responses wait as are wanted, though one call gives fewer', async () => {
  const { session } = await openPage(markingServer({ responses: 40 }))
  await session.read()
  expect(session.state().line.ahead).toHaveLength(4)
  session.wantAhead(aheadOf(1000))
  // Three calls; a fourth would be one for each mark.
  await vi.waitFor(() => expect(session.state().line.ahead).toHaveLength(14))
  session.wantAhead(aheadOf(10))
  expect(session.state().line.ahead).toHaveLength(14)
})

test('counts responses that are marked by now once the server has said so, each once; going back reads what others wrote', async () => {
  const server = markingServer()
  const { session, give, shown } = await openPage(server)
  await session.read()
  server.hold()
  await give(1)
  await settled()
  expect(session.state().moreMarked).toBe(0)
  server.mend()
  await settled()
  expect(session.state().moreMarked).toBe(1)
  session.back()
  await settled()
  await give(2)
  await settled()
  expect(session.state().moreMarked).toBe(1)
  const next = shown()
  if (next) server.markedByAnother(next.responseID)
  await give(3)
  await settled()
  expect(session.state().moreMarked).toBe(1)
})

test('once the last marks have arrived, it is asked again whether anything is left', async () => {
  const server = markingServer({ responses: 1 })
  const { session, give, shown } = await openPage(server)
  await session.read()
  server.hold()
  await give(1)
  await settled()
  expect(session.state().why).toBe('held')
  server.mend()
  await settled()
  expect(shown()).toBeUndefined()
  expect(session.state().why).toBe('done')
})

// OFFICE-303
test('a page that was killed between the key and the acknowledgement sends the mark with the next page, under its request id', async () => {
  const server = markingServer()
  const first = await openPage(server)
  await first.session.read()
  server.loseReplies()
  await first.give(4)
  await settled()
  first.device.close()
  server.mend()
  const next = await openPage(server, first.places)
  await settled()
  expect(server.given()).toHaveLength(1)
  expect(server.attempts()).toBe(2)
  expect(next.device.state()).toMatchObject({ waiting: [], sent: 1 })
})

// OFFICE-301
test('a mark that changes one which is not acknowledged yet is based on the entry that this one becomes', async () => {
  const { server, session, give, shown, device } = await openPage()
  await session.read()
  const first = shown()
  server.cut()
  await give(1, first)
  session.back()
  expect(shown()?.responseID).toBe('r1')
  await give(5, shown())
  expect(device.state().waiting).toHaveLength(2)
  server.mend()
  device.lookAgain()
  await settled()
  expect(server.given().map(({ marks, basedOn }) => [marks, basedOn])).toEqual([
    [1, 0],
    [5, 1],
  ])
  expect(server.stateOf('r1')).toBe('marked')
})

// OFFICE-301
test('while the server fails at a mark, one that changes it waits, and never goes ahead of it', async () => {
  const { server, session, give, shown, device } = await openPage()
  await session.read()
  server.failOnceAt(1)
  await give(1, shown())
  session.back()
  await give(5, shown())
  await give(2, shown())
  await settled()
  device.lookAgain()
  await settled()
  expect(server.given().map(({ responseID, marks, basedOn }) => [responseID, marks, basedOn])).toEqual([
    ['r2', 2, 0],
    ['r1', 1, 0],
    ['r1', 5, 1],
  ])
})

// OFFICE-301
test('a mark that meets one of somebody else is kept beside it, and its response is named', async () => {
  const { server, session, give } = await openPage()
  await session.read()
  server.markedByAnother('r1')
  await give(2)
  await settled()
  expect(session.state().conflicts).toEqual([{ responseID: 'r1', code: 'C-r1', isOwn: false }])
  expect(server.given()).toHaveLength(1)
  expect(session.state().line.opened[0]?.state).toBe('conflict')
})

// OFFICE-301
test('a mark that meets a mark of the same person from another device is kept in addition, and is not shown as somebody else’s', async () => {
  const server = markingServer()
  const [here, there] = [await openPage(server), await openPage(server)]
  await here.session.read()
  await there.session.read()
  await there.give(1)
  await settled()
  await here.give(2)
  await settled()
  expect(here.session.state().conflicts).toEqual([{ responseID: 'r1', code: 'C-r1', isOwn: true }])
  expect(server.given()).toHaveLength(2)
})

test('a mark names the generation in which its response was read, even if another one was named before the mark was given', async () => {
  const { server, session, give, generation } = await openPage()
  generation.heard('first')
  await session.read()
  generation.heard('second')
  await give(1)
  await settled()
  expect(server.given()).toMatchObject([{ responseID: 'r1', generation: 'first' }])
})

test('two tabs of one person are given different responses', async () => {
  const server = markingServer()
  const locks = navigator.locks
  const [one, two] = [await openPage(server, undefined, locks), await openPage(server, undefined, locks)]
  await one.session.read()
  await vi.waitFor(async () => expect(await two.device.otherTabs.held('queue')).toHaveLength(5))
  await two.session.read()
  expect([one.shown()?.responseID, two.shown()?.responseID]).toEqual(['r1', 'r6'])
  // A third one gets none; that isn't because all are marked.
  const three = await openPage(server, undefined, locks)
  await vi.waitFor(async () => expect(await three.device.otherTabs.held('queue')).toHaveLength(8))
  await three.session.read()
  expect([three.shown(), three.session.state().why]).toEqual([undefined, 'own-tabs'])
  one.session.close()
  two.session.close()
  await vi.waitFor(async () => expect(await two.device.otherTabs.held('queue')).toEqual([]))
})

test('a page holds its responses against other tabs until the server has them back', async () => {
  const server = markingServer()
  const [one, two] = [await openPage(server, undefined, navigator.locks), await openPage(server, undefined, navigator.locks)]
  await one.session.read()
  await vi.waitFor(async () => expect(await two.device.otherTabs.held('queue')).toHaveLength(5))
  server.holdReading()
  one.session.close()
  await settled()
  expect([server.released(), await two.device.otherTabs.held('queue')]).toMatchObject([[], { length: 5 }])
  server.mend()
  await vi.waitFor(async () => expect(await two.device.otherTabs.held('queue')).toEqual([]))
  expect(server.released()).toHaveLength(5)
})

test('a mark that the server refuses for good stays here with the reason, until it is sent again or discarded', async () => {
  const { server, session, give, device, places } = await openPage()
  await session.read()
  server.refuse('NOT_FOUND')
  await give(2)
  await settled()
  const [refused] = device.state().refused
  expect(refused).toMatchObject({ reason: 'NOT_FOUND', mark: { responseID: 'r1', given: { marks: 2 } } })
  server.mend()
  if (refused) await device.sendAgain(refused)
  await settled()
  expect(server.given()).toHaveLength(1)
  expect(device.state().refused).toEqual([])
  expect(await places.keys('setAside', '')).toEqual([])
})

// OFFICE-302
test('each response that shows is another opening, and begins without anything of the one before', async () => {
  const { session, shown, give } = await openPage()
  await session.read()
  const first = shown() as MarkingItem
  session.enter(first, { ...emptyDraft, comment: 'of the first', isFlagged: true })
  const before = session.state().opening
  await give(1)
  expect(session.state().opening).toBe(before + 1)
  expect(session.startOf(shown() as MarkingItem)).toEqual(emptyDraft)
  session.back()
  expect(session.startOf(shown() as MarkingItem)).toEqual({ ...emptyDraft, points: { 'whole response': '1' } })
})

test('a response of another queue that was opened here is marked as one of its own queue', async () => {
  const { server, session, give, shown, places } = await openPage()
  await session.read()
  server.cut()
  await give(1, { ...(shown() as MarkingItem), queueID: 'another' })
  expect((await places.list('requests', '')).map(({ value }) => Object(value).queueID)).toEqual(['another'])
})

test('what was entered and not stored is there again after the page was killed, if the response is as it was', async () => {
  const server = markingServer()
  const page = await openPage(server)
  await page.session.read()
  const first = page.shown() as MarkingItem
  page.session.enter(first, { ...emptyDraft, comment: 'half a' })
  page.session.enter(first, { ...emptyDraft, comment: 'half a thought' })
  await settled()
  page.device.close()
  const next = await openPage(server, page.places)
  await next.session.read()
  expect(next.session.startOf(next.shown() as MarkingItem).comment).toBe('half a thought')
  expect((await next.device.draftOf(itemOf(1)))?.comment).toBe('half a thought')
  // Somebody marked it meanwhile, or its answer is another one.
  expect(await next.device.draftOf({ ...itemOf(1), newestEntry: 7 })).toBeUndefined()
  expect(await next.device.draftOf({ ...itemOf(1), sequence: 2 })).toBeUndefined()
  await next.give(1)
  expect(await page.places.keys('drafts', '')).toEqual([])
})

// OFFICE-304
test('only what the server says of a claim shows: one that it no longer names is gone, and what waited under it too', async () => {
  const { server, session, shown } = await openPage()
  await session.read()
  expect(shown()?.claim).toBeDefined()
  server.endClaims(['r1', 'r3'])
  session.used()
  await settled()
  expect(shown()?.claim).toBeDefined()
  server.pass(10 * 60_000 - renewBelowMs + 1000)
  session.used()
  await settled()
  expect(shown()?.responseID).toBe('r1')
  expect(shown()?.claim).toBeUndefined()
  expect(session.state().line.ahead.map(({ responseID }) => responseID)).toEqual(['r2', 'r4', 'r5'])
})

test('no response shows while a requested response is loading; the response requested last shows then, as a separate opening', async () => {
  const { server, session, shown } = await openPage()
  await session.read()
  expect([shown()?.responseID, session.state().opening]).toEqual(['r1', 1])
  server.holdReading()
  const opened = [session.open('r7'), session.open('r1')]
  expect(session.state().isOpening).toBe(true)
  server.mend()
  expect(await Promise.all(opened)).toEqual([true, true])
  expect(session.state()).toMatchObject({ isOpening: false, opening: 2 })
  expect(shown()?.responseID).toBe('r1')
  expect(await session.open('r1')).toBe(true)
  expect(session.state()).toMatchObject({ isOpening: false, opening: 3 })
  server.cut()
  expect(await session.open('r8')).toBe(false)
  expect(session.state()).toMatchObject({ isOpening: false, opening: 3 })
  expect(shown()?.responseID).toBe('r1')
})

// OFFICE-304
test('a marker who leaves a queue and returns immediately claims again only after the held responses are given back', async () => {
  const { server, session, device, errors } = await openPage()
  await session.read()
  server.holdReading()
  session.close()
  const parts = { queueID: 'queue', calls: server.calls, device, nowMs: server.nowMs, onError: (e: unknown) => errors.push(e) }
  const next = createMarkingSession(parts)
  const reading = next.read()
  await settled()
  expect([server.released(), server.asked()]).toEqual([[], 1])
  server.mend()
  await reading
  expect([server.released().length, server.asked(), errors]).toEqual([5, 2, []])
  expect(shownIn(next.state().line)?.responseID).toBe('r1')
})

test('on leaving, what is held and was not marked is given back', async () => {
  const { server, session, give } = await openPage()
  await session.read()
  await give(1)
  session.close()
  expect(server.released()).toEqual(['r2', 'r3', 'r4', 'r5'])
})
