import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryStore } from '../../storage/memory-store.ts'
import { arrangeUploads, away, createUploadServer, refusal, settle } from '../testing/arrange-uploads.ts'
import { memoryUploads } from '../testing/memory-uploads.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a store that fails', () => {
  test('to take out what the server has, or has refused, holds up nothing; the next page sends it once more', async () => {
    const places = createMemoryStore()
    const world = createUploadServer()
    const isOut = () => Promise.reject(new Error('The store is out of order'))
    const onError = vi.fn()
    const { add, idle, server, lane } = await arrangeUploads(places, world, {
      store: { ...memoryUploads(places), remove: isOut, acknowledge: isOut, setAside: isOut },
      onError,
    })
    server.before = (name) => (name === 'bad' ? refusal('INVALID_FILE') : undefined)
    for (const name of ['a', 'bad', 'b']) await add(name)
    await idle()
    expect(server.names()).toEqual(['a', 'b'])
    expect(onError).toHaveBeenCalledTimes(3)
    lane.stop()
    const next = await arrangeUploads(places, world)
    next.heal()
    await next.idle()
    expect(server.names()).toEqual(['a', 'b', 'bad'])
    expect(await places.list('uploads', '')).toMatchObject(Array(3).fill({ value: { acknowledged: true } }))
  })

  test('to give a file is asked again without anybody’s doing', async () => {
    const places = createMemoryStore()
    const real = memoryUploads(places)
    const bytesOf = vi.fn(real.bytesOf).mockRejectedValueOnce(new Error('The store is out of order'))
    const { add, idle, server } = await arrangeUploads(places, createUploadServer(), {
      store: { ...real, bytesOf },
      onError: vi.fn(),
    })
    await add('a')
    await vi.advanceTimersByTimeAsync(60_000)
    await idle()
    expect(server.names()).toEqual(['a'])
  })
})

describe('a file that is not wanted', () => {
  // UP-309
  test('is deleted before the one that replaces it comes', async () => {
    const { lane, server, add, idle } = await arrangeUploads()
    await add('a')
    await idle()
    const [old] = server.files.values()
    if (!old) throw new Error('nothing was uploaded')
    await lane.delete('run', old)
    await add('a2', { replaces: old.guid })
    await idle()
    expect(server.made).toEqual(['a', `-${old.guid}`, 'a2'])
    expect(server.names()).toEqual(['a2'])
  })

  test('is deleted before what was chosen after it, however often the deletion fails', async () => {
    const { lane, server, add, idle } = await arrangeUploads()
    await add('a')
    await idle()
    const [old] = server.files.values()
    if (!old) throw new Error('nothing was uploaded')
    let fails = 3
    server.before = (name) => (name.startsWith('-') && fails-- > 0 ? away : undefined)
    await lane.delete('run', old)
    await add('a2', { replaces: old.guid })
    await vi.advanceTimersByTimeAsync(60_000)
    await idle()
    expect(server.made).toEqual(['a', ...Array.from({ length: 4 }, () => `-${old.guid}`), 'a2'])
  })

  test('leaves without a call where it was never sent, and is deleted where it may have come', async () => {
    const { lane, server, add, cut, heal, idle, connection } = await arrangeUploads()
    connection.now = 'offline'
    await add('never sent')
    const [first] = lane.pending('run')
    if (first) await lane.cancel(first.record)
    expect(lane.pending('run')).toEqual([])
    heal()
    server.after = () => away
    await add('sent')
    await settle()
    cut()
    const [second] = lane.pending('run')
    if (second) await lane.cancel(second.record)
    expect(server.names()).toEqual(['sent'])
    heal()
    await idle()
    expect([server.names(), lane.pending('run')]).toEqual([[], []])
    expect(server.deletedOf).toEqual(['run'])
  })

  test('is gone for good where the server has it no more', async () => {
    const { lane, events, idle } = await arrangeUploads()
    await lane.delete('run', { guid: 'gone', fileName: 'a', mimeType: '', fileSize: 1 })
    await idle()
    expect(events).toMatchObject([{ kind: 'done', record: { kind: 'delete' } }])
  })
})

test('whatever fails on the way, and whenever the page is loaded again, every file ends on the server once', async () => {
  const fault = fc.constantFrom('none', 'before', 'after', 'cut', 'reload', 'full')
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { minLength: 1, maxLength: 8 }), async (faults) => {
      const world = createUploadServer()
      const places = createMemoryStore()
      let page = await arrangeUploads(places, world)
      const expected: string[] = []
      for (const [index, now] of faults.entries()) {
        if (now === 'before') world.server.before = () => away
        if (now === 'after') world.server.after = () => away
        if (now === 'full') world.server.before = () => refusal('CANNOT_SAVE')
        if (now === 'cut') page.cut()
        await page.add(`file${index}`)
        expected.push(`file${index}`)
        await settle()
        if (now === 'reload') {
          page.lane.stop()
          page = await arrangeUploads(places, world)
        }
        page.heal()
      }
      await page.idle()
      expect(world.server.names().sort()).toEqual(expected.sort())
    }),
    { numRuns: 40 },
  )
})
