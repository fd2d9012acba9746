import { inBase64 } from '@sitwell/client/in-base64'
import { largestPieceBytes } from '@sitwell/contract'
import { onABusyMachine } from '@sitwell/request-queue/testing/on-a-busy-machine'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createExamStore } from '../../storage/exam-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import {
  type Announcement,
  arrangeUploads,
  away,
  createUploadServer,
  type Outcome,
  refusal,
  settle,
} from '../testing/arrange-uploads.ts'
import { memoryUploads } from '../testing/memory-uploads.ts'
import { mostBreaks, mostFailures } from './upload-lane.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the way of a file', () => {
  test('whose name something on the way refuses is announced once more in another form', async () => {
    const { api, server, add, idle } = await arrangeUploads()
    const { call } = api
    const forms: boolean[] = []
    vi.spyOn(api, 'call').mockImplementation(async (made, input, options) => {
      if (made.name === 'announceFile') {
        forms.push(options?.rewrite === inBase64)
        if (!options?.rewrite) return { ok: false, kind: 'unreachable', message: 'HTTP 403', status: 403 }
      }
      return call(made, input, options)
    })
    await add('drop table.txt')
    await idle()
    expect(server.names()).toEqual(['drop table.txt'])
    expect(forms).toEqual([false, true])
  })

  test('whose bytes something on the way refuses go once more in base64, as pieces, be it small or large', async () => {
    const { lane, api, server, pieces, idle, events } = await arrangeUploads()
    const { call } = api
    const blocked: Outcome = { ok: false, kind: 'unreachable', message: 'HTTP 403', status: 403 }
    const received = new Map<string, Blob>()
    vi.spyOn(api, 'call').mockImplementation(async (made, input, options) => {
      if (made.name === 'uploadFile') return blocked
      const { body } = input as unknown as { body: Announcement }
      const bytes = received.get(body.requestId)
      if (made.name !== 'announceFile' || !bytes) return call(made, input, options)
      const file = {
        guid: body.requestId,
        fileName: body.fileName,
        mimeType: '',
        dateTimeUploaded: 'now',
        fileSize: bytes.size,
      }
      return { ok: true, value: { received: bytes.size, file } }
    })
    const sent: [size: number, inBase64: boolean | undefined][] = []
    pieces.send = async (guid, bytes, options) => {
      sent.push([bytes.size, options.inBase64])
      if (!options.inBase64) return { ok: false, kind: 'refused', code: 'BODY_TOO_LARGE' }
      received.set(guid, bytes)
      return { ok: true, value: undefined }
    }
    const large = largestPieceBytes + 1
    for (const bytes of [new Blob(['small']), new Blob([new Uint8Array(large)])])
      await lane.add({ formRunGuid: 'run', bytes, fileName: 'drop table.txt', mimeType: '', held: false })
    await idle()
    expect(sent).toEqual([
      [5, true],
      [large, false],
      [large, true],
    ])
    expect(events.map(({ kind }) => kind)).toEqual(['done', 'done'])
    expect(server.made).toEqual([])
  })

  test('whose bytes are refused in base64 too waits, and says what was said of them as they are', async () => {
    const { lane, api, pieces, phases, connection, events } = await arrangeUploads()
    const { call } = api
    vi.spyOn(api, 'call').mockImplementation(async (made, input, options) =>
      made.name === 'uploadFile' ? { ok: false, kind: 'unreachable', status: 403 } : call(made, input, options),
    )
    pieces.send = async () => ({ ok: false, kind: 'unreachable', status: 403 })
    await lane.add({ formRunGuid: 'run', bytes: new Blob(['x']), fileName: 'a', mimeType: '', held: false })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(phases()).toEqual([['a', 'waiting']])
    connection.isFinishing = true
    await vi.advanceTimersByTimeAsync(600_000)
    expect(events).toMatchObject([{ kind: 'set-aside', reason: 'SERVER_ERROR' }])
  })

  test('is called there by a later page too, where the disk was full as the server acknowledged it', async () => {
    const places = createMemoryStore()
    const store = memoryUploads(places)
    const full = vi.spyOn(store, 'acknowledge').mockRejectedValue(new Error('The disk is full'))
    const { add, idle } = await arrangeUploads(places, createUploadServer(), { store, onError: () => {} })
    await add('map.txt')
    await idle()
    const acknowledged = async () => (await store.recordsOf('u')).map((record) => record.acknowledged === true)
    expect(await acknowledged()).toEqual([false])
    await vi.advanceTimersByTimeAsync(10_000)
    full.mockRestore()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await acknowledged()).toEqual([true])
  })

  test('says with a file, and with a deletion, when it was chosen and where, however late it leaves', async () => {
    const { lane, api, clock, cut, heal, idle } = await arrangeUploads()
    const sent: object[] = []
    const { call } = api
    api.call = (made, input, options) => {
      sent.push({ ...(input as { body?: object }).body, ...(input as { query?: object }).query })
      return call(made, input, options)
    }
    cut()
    clock.typed = { contactAt: 1000, steadyMs: 50, wallMs: 51 }
    const chosen = { formRunGuid: 'run', bytes: new Blob(['x']), fileName: 'a', mimeType: '', held: false }
    await lane.add({ ...chosen, question: 'q1' })
    // An earlier page has heard the server, this one has not.
    clock.typed = { contactAt: 1000, wallMs: 90 }
    await lane.delete('run', { guid: 'old', fileName: 'old', mimeType: '', fileSize: 1 })
    clock.typed = { contactAt: 9000, steadyMs: 1, wallMs: 1 }
    sent.splice(0)
    heal()
    await idle()
    expect(sent).toContainEqual(
      expect.objectContaining({ question: 'q1', chosenContactAt: 1000, chosenSteadyMs: 50, chosenWallMs: 51 }),
    )
    expect(sent).toContainEqual({ formRunGUID: 'run', chosenContactAt: 1000, chosenWallMs: 90 })
  })

  test('tries again where the server has yet to hear that the reading time is over, and not where the part was closed', async () => {
    const { lane, server, add, events } = await arrangeUploads()
    const answers = [refusal('READING_TIME'), refusal('READING_TIME'), undefined, refusal('PART_CLOSED')]
    server.before = () => answers.shift()
    await add('read')
    await vi.advanceTimersByTimeAsync(60_000)
    await add('closed')
    await settle()
    expect(events).toMatchObject([{ kind: 'done' }, { kind: 'set-aside', reason: 'PART_CLOSED' }])
    expect(lane.isBusy('run')).toBe(false)
  })

  // UP-307 UP-308
  test('is kept first, then sent one at a time in the order of the choice, and leaves once the server has it', async () => {
    const { lane, server, places, add, idle, events } = await arrangeUploads()
    let under = 0
    server.before = () => {
      under += 1
      expect(under).toBe(1)
      return undefined
    }
    server.after = () => {
      under -= 1
      return undefined
    }
    const storedBefore: number[] = []
    lane.subscribe(({ kind }) => kind === 'changed' && storedBefore.push(server.made.length))
    await Promise.all(['a', 'b', 'c'].map((name) => add(name)))
    await idle()
    expect(server.made).toEqual(['a', 'b', 'c'])
    expect([...server.files.values()].map(({ text }) => text)).toEqual(['a!', 'b!', 'c!'])
    expect(storedBefore[0]).toBe(0)
    expect(events.map(({ kind }) => kind)).toEqual(['done', 'done', 'done'])
    expect(lane.pending('run')).toEqual([])
    // For a server that is set back: they stay until the form run is completed.
    expect(await places.list('uploads', '')).toMatchObject(Array(3).fill({ value: { acknowledged: true } }))
    expect(await places.list('uploadFiles', '')).toHaveLength(3)
    await lane.completed('run')
    expect(await places.list('uploadFiles', '')).toEqual([])
  })

  // UP-308
  test('begins at its learner\u2019s word where it was held, and the form run is not busy with it before', async () => {
    const { lane, server, add, idle, phases } = await arrangeUploads()
    await add('a', { held: true })
    await settle()
    expect([server.made, phases(), lane.isBusy('run')]).toEqual([[], [['a', 'held']], false])
    await lane.release('run')
    expect(lane.isBusy('run')).toBe(true)
    await idle()
    expect(server.names()).toEqual(['a'])
  })

  test('is waited for by a finish that comes while it is being kept, held or not', async () => {
    const real = memoryUploads()
    let keepOn = () => {}
    const isSlow = new Promise<void>((resolve) => {
      keepOn = resolve
    })
    const keep: typeof real.keep = async (record, bytes) => {
      if (bytes) await isSlow
      return real.keep(record, bytes)
    }
    const { lane, server, add, idle } = await arrangeUploads(undefined, undefined, { store: { ...real, keep } })
    const stored = [add('a'), add('held', { held: true })]
    const released = lane.release('run')
    expect([lane.isBusy('run'), lane.isBusy('another')]).toEqual([true, false])
    keepOn()
    await Promise.all([...stored, released])
    await idle()
    expect(server.names()).toEqual(['a', 'held'])
  })

  test('waits while the network is gone, survives the page, and ends on the server as it was', async () => {
    const { lane, server, api, places, add, cut, check, phases } = await arrangeUploads()
    cut()
    await add('a')
    await add('b')
    await settle()
    expect(check).toHaveBeenCalledTimes(1)
    expect(phases()).toEqual([
      ['a', 'waiting'],
      ['b', 'waiting'],
    ])
    lane.stop()
    server.before = () => undefined
    const later = await arrangeUploads(places, { server, api })
    later.lane.flush()
    await later.idle()
    expect([...server.files.values()].map(({ text }) => text)).toEqual(['a!', 'b!'])
  })

  test('leads to one file where the answer to its upload was lost', async () => {
    const { server, add, heal, idle, check } = await arrangeUploads()
    server.after = () => away
    await add('a')
    await settle()
    expect([server.names(), check.mock.calls.length]).toEqual([['a'], 1])
    heal()
    await idle()
    expect([server.made, server.names()]).toEqual([['a', 'a'], ['a']])
  })

  test('ends with a reason where the server refuses it, and the next goes on', async () => {
    const { lane, server, places, add, idle, events } = await arrangeUploads()
    server.before = (name) => (name === 'bad' ? refusal('INVALID_FILE') : undefined)
    await add('bad')
    await add('good')
    await idle()
    expect(server.names()).toEqual(['good'])
    expect(events).toMatchObject([{ kind: 'set-aside', reason: 'INVALID_FILE' }, { kind: 'done' }])
    expect(await createExamStore(places, () => 0).setAside()).toMatchObject([{ from: 'uploads', reason: 'INVALID_FILE' }])
    await lane.completed('run')
    expect(await places.list('uploadFiles', '')).toHaveLength(1)
  })

  test('ends after so many failures of a server that can be reached; a server that cannot save is waited for', async () => {
    const { server, add, idle, events, lane, heal } = await arrangeUploads()
    server.before = (name) => (name === 'bad' ? refusal('SERVER_ERROR') : name === 'full' ? refusal('CANNOT_SAVE') : undefined)
    await add('bad')
    await vi.advanceTimersByTimeAsync(600_000)
    await vi.waitFor(() => expect(events).toMatchObject([{ kind: 'set-aside', reason: 'SERVER_ERROR' }]), onABusyMachine)
    expect(server.made).toHaveLength(mostFailures)
    await add('full')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(server.made.length).toBeGreaterThan(2 * mostFailures)
    expect(lane.isBusy('run')).toBe(true)
    heal()
    await idle()
    expect(server.names()).toEqual(['full'])
  })

  test('goes on as long as the exam does where the line breaks off each time, and lets others go first; the finish tries every five seconds, and not for good', async () => {
    const { server, add, idle, events, lane, connection } = await arrangeUploads()
    server.before = (name) => (name === 'large' ? away : undefined)
    await add('large')
    await add('small')
    await add('smaller')
    await vi.waitFor(() => expect(server.names()).toEqual(['small', 'smaller']), onABusyMachine)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(server.made.length).toBeGreaterThan(100)
    expect(lane.isBusy('run')).toBe(true)
    const triesBefore = server.made.length
    connection.isFinishing = true
    // What was set before the finish may still be half a minute away; from then on nobody looks on for longer than five seconds.
    await vi.advanceTimersByTimeAsync(30_000)
    const triesAtFinish = server.made.length
    await vi.advanceTimersByTimeAsync(30_000)
    expect(server.made.length - triesAtFinish).toBe(6)
    await vi.advanceTimersByTimeAsync(600_000)
    await idle()
    expect(server.made.length - triesBefore).toBe(mostBreaks)
    expect(events).toMatchObject([{ kind: 'done' }, { kind: 'done' }, { kind: 'set-aside', reason: 'SERVER_ERROR' }])
  })

  test('is no other file\u2019s: a reply that names another one acknowledges nothing', async () => {
    const { server, add, idle, heal } = await arrangeUploads()
    server.after = () => ({ ok: true, value: { guid: 'another' } })
    await add('a')
    await settle()
    heal()
    await idle()
    expect(server.made).toEqual(['a', 'a'])
  })

  test('ends where the browser has lost its bytes, with that as the reason', async () => {
    const { lane, places, add, cut, heal, events, idle } = await arrangeUploads()
    cut()
    await add('a')
    await settle()
    const [stored] = await places.list('uploadFiles', '')
    await places.write([{ remove: 'uploadFiles', key: stored?.key ?? '' }])
    heal()
    await idle()
    expect(lane.pending('run')).toEqual([])
    expect(events).toMatchObject([{ kind: 'set-aside', reason: expect.stringContaining('not kept') }])
  })
})
