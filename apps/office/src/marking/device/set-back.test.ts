import type { Api } from '@sitwell/client/api'
import { createGenerationWatch } from '@sitwell/request-queue/generation-watch'
import { createMemoryStore } from '@sitwell/storage/memory-store'
import { expect, test, vi } from 'vitest'
import { type DevicePlace, officeDatabase } from './mark-records.ts'
import { openMarkingDevice } from './marking-device.ts'
import { keptMs } from './set-back.ts'

interface Body {
  readonly responseID: string
  readonly requestId: string
  readonly basedOn: number
  readonly generation?: string
  readonly marks?: number
}

/** A server that can be set back: it keeps the marks of each response in their order, and names its generation with each reply. */
const arrange = async () => {
  const onError = (error: unknown) => {
    throw error
  }
  const places = createMemoryStore<DevicePlace>(officeDatabase.places)
  const [given, asked]: [Body[], Body[]] = [[], []]
  let generation = 'first'
  let now = 0
  const open = async () => {
    const watch = createGenerationWatch(onError)
    // Boundary: of the calls there are only those that a device makes.
    const api = {
      call: async (_: unknown, { body }: { readonly body: Body }) => {
        watch.heard(generation)
        asked.push(body)
        if (!given.some(({ requestId }) => requestId === body.requestId)) given.push(body)
        const own = given.filter(({ responseID }) => responseID === body.responseID)
        return {
          ok: true,
          value: { entry: own.findIndex(({ requestId }) => requestId === body.requestId) + 1, state: 'marked' },
        }
      },
    } as unknown as Api
    watch.heard(generation)
    const parts = { api, places, userGuid: 'ann', generation: watch, nowMs: () => now, random: () => 0, onError }
    return { device: await openMarkingDevice(parts), watch }
  }
  const page = await open()
  const keep = async (responseID: string, marks: number, seen = 0) => {
    const before = given.length
    await page.device.keep({ responseID, queueID: 'q', code: 'C', seen, given: { marks } })
    await vi.waitFor(() => expect(given.length).toBe(before + 1))
    await vi.waitFor(() => expect(page.device.state().waiting).toEqual([]))
  }
  return {
    ...{ page, open, keep, given, asked },
    pass: (ms: number) => {
      now += ms
    },
    /** The database has only its first marks again. */
    setBack: (to: number) => {
      given.splice(to)
      asked.splice(0)
      generation = 'second'
    },
  }
}

test('marks that the server had acknowledged go again to a database that was set back, under their ids and in their order', async () => {
  const { page, keep, given, asked, setBack } = await arrange()
  await keep('a', 1)
  await keep('b', 2)
  // This marker’s own mark of before, which they opened again.
  await keep('b', 3, 1)
  const before = given.map(({ requestId, marks }) => ({ requestId, marks }))
  setBack(1)
  page.watch.heard('second')
  await vi.waitFor(() => expect(given.map(({ requestId, marks }) => ({ requestId, marks }))).toEqual(before))
  await vi.waitFor(() => expect(page.device.state().waiting).toEqual([]))
  expect(asked.map(({ marks, basedOn, generation }) => ({ marks, basedOn, generation }))).toEqual([
    { marks: 1, basedOn: 0, generation: 'first' },
    { marks: 2, basedOn: 0, generation: 'first' },
    // Based on the entry that the mark before it has become in this database.
    { marks: 3, basedOn: 1, generation: 'second' },
  ])
})

test('a page that is opened after the set-back sends them too, once, and none that is a day old', async () => {
  const { page, open, keep, given, asked, setBack, pass } = await arrange()
  await keep('a', 1)
  pass(keptMs + 1)
  await keep('b', 2)
  page.device.close()
  // A page of the day after forgets what is too old.
  const next = await open()
  next.device.close()
  setBack(0)
  const later = await open()
  await vi.waitFor(() => expect(given.map(({ marks }) => marks)).toEqual([2]))
  await vi.waitFor(() => expect(later.device.state().waiting).toEqual([]))
  later.device.close()
  const last = await open()
  expect(last.device.state().waiting).toEqual([])
  expect(asked).toHaveLength(1)
})

test('a mark that replaced a mark from an earlier page waits for that mark', async () => {
  const { page, open, keep, given, asked, setBack } = await arrange()
  await keep('a', 1)
  await keep('b', 2)
  page.device.close()
  // The order of marks begins again with each page.
  const next = await open()
  await next.device.keep({ responseID: 'b', queueID: 'q', code: 'C', seen: 1, given: { marks: 3 } })
  await vi.waitFor(() => expect(given).toHaveLength(3))
  await vi.waitFor(() => expect(next.device.state().waiting).toEqual([]))
  setBack(0)
  next.watch.heard('second')
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  await vi.waitFor(() => expect(next.device.state().waiting).toEqual([]))
  expect(asked.filter(({ responseID }) => responseID === 'b').map(({ marks, basedOn }) => [marks, basedOn])).toEqual([
    [2, 0],
    [3, 1],
  ])
})
