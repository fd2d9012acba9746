import { inBase64 } from '@sitwell/client/in-base64'
import { largestPieceBytes, type Refusal, type UploadedFile } from '@sitwell/contract'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createExamStore } from '../../storage/exam-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { ConnectionState } from '../queue/connection.ts'
import type { Caller } from '../queue/delivery.ts'
import { memoryUploads } from '../testing/memory-uploads.ts'
import { onABusyMachine } from '../testing/on-a-busy-machine.ts'
import type { Typed } from '../time/contact-clock.ts'
import { createUploadLane, mostBreaks, mostFailures, type UploadEvent, type UploadLaneParts } from './upload-lane.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const settle = () => vi.advanceTimersByTimeAsync(0)

type Outcome = Awaited<ReturnType<Caller['call']>>
const away: Outcome = { ok: false, kind: 'unreachable' }
const refusal = (code: Refusal): Outcome => ({
  ok: false,
  kind: 'refused',
  code,
})
type Announcement = {
  readonly requestId: string
  readonly fileName: string
  readonly sha256: string
  readonly fileSize: number
}
type Body = Announcement & { readonly formRunGUID: string; readonly replaces?: string }

/** A server that keeps files by their guids, as the real one does, and answers as it is told. */
const createServer = () => {
  const files = new Map<string, UploadedFile & { readonly text: string }>()
  const made: string[] = []
  const deletedOf: (string | undefined)[] = []
  const server = {
    files,
    made,
    /** The form run of each deletion, without which a file that has not come yet can't be deleted. */
    deletedOf,
    /** What comes in place of the right answer: before the server has done anything, or after. */
    before: (_name: string): Outcome | undefined => undefined,
    after: (_name: string): Outcome | undefined => undefined,
    /** What it says of a file that is announced. */
    announce: (_body: Announcement): Outcome => ({ ok: true, value: { received: 0 } }),
    names: () => [...files.values()].map(({ fileName }) => fileName),
  }
  const api: Caller = {
    async call(call, input, options) {
      const { body, file, params, query } = input as {
        body: Body
        file: Blob
        params: { fileGuid: string }
        query?: { formRunGUID?: string }
      }
      if (call.name === 'announceFile') return server.announce(body)
      const name = call.name === 'uploadFile' ? body.fileName : `-${params.fileGuid}`
      made.push(name)
      const instead = server.before(name)
      if (instead) return instead
      if (call.name === 'deleteFile') {
        deletedOf.push(query?.formRunGUID)
        return files.delete(params.fileGuid) ? (server.after(name) ?? { ok: true, value: {} }) : refusal('NOT_FOUND')
      }
      const entry: UploadedFile = {
        guid: body.requestId,
        fileName: body.fileName,
        mimeType: file.type,
        dateTimeUploaded: 'now',
        fileSize: file.size,
      }
      const text = await file.text()
      if (options?.signal?.aborted) return away
      if (!files.has(entry.guid)) files.set(entry.guid, { ...entry, text })
      return server.after(name) ?? { ok: true, value: entry }
    },
  }
  return { server, api }
}

let ids = 0

const unexpected = (error: unknown): void => {
  throw error
}

const arrange = async (
  places = createMemoryStore(),
  { server, api } = createServer(),
  { store = memoryUploads(places), onError = unexpected, hashes = [] as Blob[] } = {},
) => {
  const connection = { now: 'online' as ConnectionState, isReachable: true, isFinishing: false }
  const check = vi.fn(async () => {
    if (!connection.isReachable) connection.now = 'offline'
  })
  const clock: { typed: Typed | undefined } = { typed: undefined }
  const pieces: { send: UploadLaneParts['sendInPieces'] } = { send: async () => away }
  const lane = createUploadLane({
    api,
    store,
    connection: { state: () => connection.now, check },
    userGuid: 'u',
    hash: async (bytes) => {
      hashes.push(bytes)
      return `hash of ${bytes.size}`
    },
    sendInPieces: async (guid, bytes, options) => pieces.send(guid, bytes, options),
    contact: { typed: () => clock.typed },
    isAwaited: () => connection.isFinishing,
    nowMs: () => 0,
    newId: () => `guid${++ids}`,
    onError,
  })
  const events: UploadEvent[] = []
  lane.subscribe((event) => event.kind !== 'changed' && event.kind !== 'kept' && events.push(event))
  await lane.load()
  const add = (fileName: string, more: { replaces?: string; held?: boolean } = {}) =>
    lane.add({ formRunGuid: 'run', bytes: new Blob([`${fileName}!`]), fileName, mimeType: 'text/plain', held: false, ...more })
  const cut = () => {
    connection.isReachable = false
    server.before = () => away
  }
  const heal = () => {
    connection.isReachable = true
    connection.now = 'online'
    server.before = () => undefined
    server.after = () => undefined
    lane.flush()
  }
  const idle = () => vi.waitFor(() => expect(lane.isBusy('run')).toBe(false), onABusyMachine)
  const phases = () => lane.pending('run').map(({ record, phase }) => [record.fileName, phase])
  return { lane, server, api, clock, pieces, places, add, cut, heal, idle, events, connection, check, phases }
}

describe('the way of a file', () => {
  test('whose name something on the way refuses is announced once more in another form', async () => {
    const { api, server, add, idle } = await arrange()
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
    const { lane, api, server, pieces, idle, events } = await arrange()
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
    const { lane, api, pieces, phases, connection, events } = await arrange()
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
    const { add, idle } = await arrange(places, createServer(), { store, onError: () => {} })
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
    const { lane, api, clock, cut, heal, idle } = await arrange()
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
    const { lane, server, add, events } = await arrange()
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
    const { lane, server, places, add, idle, events } = await arrange()
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
    const { lane, server, add, idle, phases } = await arrange()
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
    const { lane, server, add, idle } = await arrange(undefined, undefined, { store: { ...real, keep } })
    const stored = [add('a'), add('held', { held: true })]
    const released = lane.release('run')
    expect([lane.isBusy('run'), lane.isBusy('another')]).toEqual([true, false])
    keepOn()
    await Promise.all([...stored, released])
    await idle()
    expect(server.names()).toEqual(['a', 'held'])
  })

  test('waits while the network is gone, survives the page, and ends on the server as it was', async () => {
    const { lane, server, api, places, add, cut, check, phases } = await arrange()
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
    const later = await arrange(places, { server, api })
    later.lane.flush()
    await later.idle()
    expect([...server.files.values()].map(({ text }) => text)).toEqual(['a!', 'b!'])
  })

  test('leads to one file where the answer to its upload was lost', async () => {
    const { server, add, heal, idle, check } = await arrange()
    server.after = () => away
    await add('a')
    await settle()
    expect([server.names(), check.mock.calls.length]).toEqual([['a'], 1])
    heal()
    await idle()
    expect([server.made, server.names()]).toEqual([['a', 'a'], ['a']])
  })

  test('ends with a reason where the server refuses it, and the next goes on', async () => {
    const { lane, server, places, add, idle, events } = await arrange()
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
    const { server, add, idle, events, lane, heal } = await arrange()
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
    const { server, add, idle, events, lane, connection } = await arrange()
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
    const { server, add, idle, heal } = await arrange()
    server.after = () => ({ ok: true, value: { guid: 'another' } })
    await add('a')
    await settle()
    heal()
    await idle()
    expect(server.made).toEqual(['a', 'a'])
  })

  test('ends where the browser has lost its bytes, with that as the reason', async () => {
    const { lane, places, add, cut, heal, events, idle } = await arrange()
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

describe('a store that fails', () => {
  test('to take out what the server has, or has refused, holds up nothing; the next page sends it once more', async () => {
    const places = createMemoryStore()
    const world = createServer()
    const isOut = () => Promise.reject(new Error('The store is out of order'))
    const onError = vi.fn()
    const { add, idle, server, lane } = await arrange(places, world, {
      store: { ...memoryUploads(places), remove: isOut, acknowledge: isOut, setAside: isOut },
      onError,
    })
    server.before = (name) => (name === 'bad' ? refusal('INVALID_FILE') : undefined)
    for (const name of ['a', 'bad', 'b']) await add(name)
    await idle()
    expect(server.names()).toEqual(['a', 'b'])
    expect(onError).toHaveBeenCalledTimes(3)
    lane.stop()
    const next = await arrange(places, world)
    next.heal()
    await next.idle()
    expect(server.names()).toEqual(['a', 'b', 'bad'])
    expect(await places.list('uploads', '')).toMatchObject(Array(3).fill({ value: { acknowledged: true } }))
  })

  test('to give a file is asked again without anybody’s doing', async () => {
    const places = createMemoryStore()
    const real = memoryUploads(places)
    const bytesOf = vi.fn(real.bytesOf).mockRejectedValueOnce(new Error('The store is out of order'))
    const { add, idle, server } = await arrange(places, createServer(), { store: { ...real, bytesOf }, onError: vi.fn() })
    await add('a')
    await vi.advanceTimersByTimeAsync(60_000)
    await idle()
    expect(server.names()).toEqual(['a'])
  })
})

describe('a file that is not wanted', () => {
  // UP-309
  test('is deleted before the one that replaces it comes', async () => {
    const { lane, server, add, idle } = await arrange()
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
    const { lane, server, add, idle } = await arrange()
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
    const { lane, server, add, cut, heal, idle, connection } = await arrange()
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
    const { lane, events, idle } = await arrange()
    await lane.delete('run', { guid: 'gone', fileName: 'a', mimeType: '', fileSize: 1 })
    await idle()
    expect(events).toMatchObject([{ kind: 'done', record: { kind: 'delete' } }])
  })
})

test('whatever fails on the way, and whenever the page is loaded again, every file ends on the server once', async () => {
  const fault = fc.constantFrom('none', 'before', 'after', 'cut', 'reload', 'full')
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { minLength: 1, maxLength: 8 }), async (faults) => {
      const world = createServer()
      const places = createMemoryStore()
      let page = await arrange(places, world)
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
          page = await arrange(places, world)
        }
        page.heal()
      }
      await page.idle()
      expect(world.server.names().sort()).toEqual(expected.sort())
    }),
    { numRuns: 40 },
  )
})

describe('a large file', () => {
  const large = new Blob([new Uint8Array(largestPieceBytes + 1)])
  const chosen = { formRunGuid: 'run', bytes: large, fileName: 'film', mimeType: 'video/mp4', held: false }
  const entry = (guid: string): UploadedFile => ({
    guid,
    fileName: 'film',
    mimeType: 'video/mp4',
    dateTimeUploaded: 'now',
    fileSize: large.size,
  })

  test('is announced with its hash first, then sent in pieces, and done once the server says that it is there', async () => {
    const { lane, server, pieces, idle, events } = await arrange()
    const steps: string[] = []
    let received = 0
    server.announce = ({ requestId, sha256, fileSize }) => {
      steps.push(`announced ${sha256.slice(0, 7)} ${fileSize === large.size}`)
      return { ok: true, value: { received, ...(received === large.size && { file: entry(requestId) }) } }
    }
    pieces.send = async (_guid, bytes, { onProgress }) => {
      onProgress(7)
      steps.push(`sent ${bytes.size === large.size}, shown ${lane.pending('run')[0]?.sent}`)
      received = large.size
      return { ok: true, value: undefined }
    }
    await lane.add(chosen)
    await idle()
    expect(steps).toEqual(['announced hash of true', 'sent true, shown 7', 'announced hash of true'])
    expect(events.map(({ kind }) => kind)).toEqual(['done'])
    expect(server.made).toEqual([])
  })

  test('goes on after a cut, on this page and on the next, without its hash being reckoned again', async () => {
    const first = await arrange()
    const { lane, pieces, places, phases } = first
    pieces.send = async () => away
    first.server.announce = () => ({ ok: true, value: { received: 5 } })
    await lane.add(chosen)
    await vi.waitFor(() => expect(phases()).toEqual([['film', 'waiting']]), onABusyMachine)
    lane.stop()

    const hashes: Blob[] = []
    const second = await arrange(places, createServer(), { hashes })
    let whole: UploadedFile | undefined
    second.server.announce = ({ requestId, sha256 }) => {
      expect(sha256).toMatch(/^hash of /)
      return { ok: true, value: { received: 5, ...(whole?.guid === requestId && { file: whole }) } }
    }
    second.pieces.send = async (guid) => {
      whole = entry(guid)
      return { ok: true, value: undefined }
    }
    second.lane.flush()
    await second.idle()
    expect(second.events.map(({ kind }) => kind)).toEqual(['done'])
    expect(hashes).toEqual([])
  })

  test('holds no announcement up: what is chosen while its bytes take long is told of at once', async () => {
    const { lane, server, pieces, add, phases } = await arrange()
    const reported: string[] = []
    server.announce = ({ fileName }) => {
      reported.push(fileName)
      return { ok: true, value: { received: 0 } }
    }
    pieces.send = () => new Promise(() => {})
    await lane.add(chosen)
    await vi.waitFor(() => expect(phases()).toEqual([['film', 'sending']]), onABusyMachine)
    await add('notes')
    await add('held', { held: true })
    await vi.waitFor(() => expect(reported).toEqual(['film', 'notes', 'held']), onABusyMachine)
    expect(server.made).toEqual([])
  })

  test('whose bytes were spoilt on their way is sent again, and set aside once that went wrong as often as may be', async () => {
    const { lane, pieces, events } = await arrange()
    let tries = 0
    pieces.send = async () => {
      tries += 1
      return refusal('WRONG_HASH')
    }
    await lane.add(chosen)
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(30_000)
      expect(events.map(({ kind }) => kind)).toEqual(['set-aside'])
    }, onABusyMachine)
    expect(tries).toBe(mostFailures)
  })
})

test('a file whose announcement was taken is not too large because something on the way says so: it is sent again', async () => {
  const { add, server, heal, events, idle } = await arrange()
  server.before = () => refusal('BODY_TOO_LARGE')
  await add('photo')
  await vi.waitFor(() => expect(server.made).toEqual(['photo']), onABusyMachine)
  await settle()
  expect(events).toEqual([])
  heal()
  await idle()
  expect([server.names(), events.map(({ kind }) => kind)]).toEqual([['photo'], ['done']])
})

test('a file whose announcement is called too large by something on the way, and not by the server, is announced again', async () => {
  const { add, server, heal, events, idle } = await arrange()
  server.announce = () => ({ ...refusal('BODY_TOO_LARGE'), isFromBetween: true })
  await add('photo')
  await settle()
  expect(events).toEqual([])
  server.announce = () => ({ ok: true, value: { received: 0 } })
  heal()
  await idle()
  expect([server.names(), events.map(({ kind }) => kind)]).toEqual([['photo'], ['done']])
})

test('a file that the server itself calls too large, as it is announced, is refused at once', async () => {
  const { add, server, events } = await arrange()
  server.announce = () => refusal('BODY_TOO_LARGE')
  await add('photo')
  await vi.waitFor(() => expect(events).toMatchObject([{ kind: 'set-aside', reason: 'BODY_TOO_LARGE' }]), onABusyMachine)
  expect(server.made).toEqual([])
})

describe('a server that was set back', () => {
  test('is sent again what it lacks of what it had acknowledged, by a later page too, and nothing else', async () => {
    const world = createServer()
    const first = await arrange(undefined, world)
    for (const name of ['a', 'b', 'c']) await first.add(name)
    await first.idle()
    first.lane.stop()
    const guids = [...world.server.files.keys()]
    for (const guid of guids.slice(1)) world.server.files.delete(guid)
    world.server.made.splice(0)

    const { lane, idle, events } = await arrange(first.places, world)
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
    const world = createServer()
    const first = await arrange(undefined, world)
    await first.add('a')
    await first.idle()
    const [file] = [...world.server.files.values()]
    if (!file) throw new Error('The file did not arrive')
    await first.lane.delete('run', file)
    await first.idle()
    first.lane.stop()
    expect(world.server.names()).toEqual([])
    world.server.files.set(file.guid, file)

    const { lane, idle } = await arrange(first.places, world)
    expect(lane.toAsk('run')).toEqual({ files: [], deletedFiles: [file.guid] })
    expect(await lane.compared('run', { lackingFiles: [], undeletedFiles: [file.guid] })).toBe(true)
    expect(lane.isBusy('run')).toBe(true)
    await idle()
    expect(world.server.names()).toEqual([])
    expect(await lane.compared('run', { lackingFiles: [] })).toBe(false)
  })

  test('to before the start has the form run that takes its place get all files, those that waited too', async () => {
    const world = createServer()
    const { lane, add, idle, cut, heal, server } = await arrange(undefined, world)
    await add('a')
    await idle()
    cut()
    await add('b')
    server.files.clear()
    const runs: string[] = []
    server.announce = (body) => {
      runs.push((body as Body).formRunGUID)
      return { ok: true, value: { received: 0 } }
    }
    await lane.move('run', 'new')
    expect(lane.pending('new')).toHaveLength(2)
    heal()
    await vi.waitFor(() => expect(server.names().sort()).toEqual(['a', 'b']), onABusyMachine)
    expect(new Set(runs.slice(-2))).toEqual(new Set(['new']))
  })
})
