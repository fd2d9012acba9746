import { onABusyMachine } from '@sitwell/request-queue/testing/on-a-busy-machine'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { arrangeUploads, createUploadServer, type UploadBody } from '../testing/arrange-uploads.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a server that was set back', () => {
  test('is sent again what it lacks of what it had acknowledged, by a later page too, and nothing else', async () => {
    const world = createUploadServer()
    const first = await arrangeUploads(undefined, world)
    for (const name of ['a', 'b', 'c']) await first.add(name)
    await first.idle()
    first.lane.stop()
    const guids = [...world.server.files.keys()]
    for (const guid of guids.slice(1)) world.server.files.delete(guid)
    world.server.made.splice(0)

    const { lane, idle, events } = await arrangeUploads(first.places, world)
    expect(lane.toAsk('run')).toEqual({ files: guids })
    expect(await lane.compared('run', { lackingFiles: guids.slice(1) })).toBe(true)
    expect(lane.isBusy('run')).toBe(true)
    await idle()
    expect([...world.server.files.values()].map(({ text }) => text)).toEqual(['a!', 'b!', 'c!'])
    expect(world.server.made).toEqual(['b', 'c'])
    expect(events.map(({ kind }) => kind)).toEqual(['done', 'done'])
    expect(await lane.compared('run', { lackingFiles: [] })).toBe(false)
  })

  test('and has a file again that was deleted, is told to delete it once more, by a later page too', async () => {
    const world = createUploadServer()
    const first = await arrangeUploads(undefined, world)
    await first.add('a')
    await first.idle()
    const [file] = [...world.server.files.values()]
    if (!file) throw new Error('The file did not arrive')
    await first.lane.delete('run', file)
    await first.idle()
    first.lane.stop()
    expect(world.server.names()).toEqual([])
    world.server.files.set(file.guid, file)

    const { lane, idle } = await arrangeUploads(first.places, world)
    expect(lane.toAsk('run')).toEqual({ files: [], deletedFiles: [file.guid] })
    expect(await lane.compared('run', { lackingFiles: [], undeletedFiles: [file.guid] })).toBe(true)
    expect(lane.isBusy('run')).toBe(true)
    await idle()
    expect(world.server.names()).toEqual([])
    expect(await lane.compared('run', { lackingFiles: [] })).toBe(false)
  })

  test('to before the start has the form run that takes its place get all files, those that waited too', async () => {
    const world = createUploadServer()
    const { lane, add, idle, cut, heal, server } = await arrangeUploads(undefined, world)
    await add('a')
    await idle()
    cut()
    await add('b')
    server.files.clear()
    const runs: string[] = []
    server.announce = (body) => {
      runs.push((body as UploadBody).formRunGUID)
      return { ok: true, value: { received: 0 } }
    }
    await lane.move('run', 'new')
    expect(lane.pending('new')).toHaveLength(2)
    heal()
    await vi.waitFor(() => expect(server.names().sort()).toEqual(['a', 'b']), onABusyMachine)
    expect(new Set(runs.slice(-2))).toEqual(new Set(['new']))
  })
})
