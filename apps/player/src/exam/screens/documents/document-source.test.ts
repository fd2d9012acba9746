import type { OutcomeOf } from '@sitwell/client/outcome'
import { describe, expect, test, vi } from 'vitest'
import { fetchDocument, pieceBytes } from '../../content/fetch-document.ts'
import { openSource } from './document-source.ts'

const size = 2.5 * pieceBytes
const file = Uint8Array.from({ length: size }, (_, index) => (index * 7) % 251)
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

/** A server that knows ranges, or none, or answers as `fails` has it: one for each request, in order. */
const createServer = ({ knowsRanges = true } = {}) => {
  const asked: string[] = []
  const fails: (OutcomeOf<never> | undefined)[] = []
  const request = async (_: string, init: RequestInit): Promise<OutcomeOf<Response>> => {
    const range = new Headers(init.headers).get('range') ?? ''
    asked.push(range)
    const failure = fails.shift()
    if (failure) return failure
    if (!knowsRanges) return { ok: true, value: new Response(file) }
    const [, from = 0, to = 0] = (/^bytes=(\d+)-(\d+)$/.exec(range) ?? []).map(Number)
    const part = file.slice(from, to + 1)
    const headers = { 'content-range': `bytes ${from}-${from + part.length - 1}/${size}`, 'content-type': 'application/pdf' }
    return { ok: true, value: new Response(part, { status: 206, headers }) }
  }
  return { api: { request }, asked, fails }
}
const gone: OutcomeOf<never> = { ok: false, kind: 'unreachable', message: 'gone' }
const refused: OutcomeOf<never> = { ok: false, kind: 'refused', code: 'NOT_FOUND', status: 404, message: 'no' }

const openAt = (server: ReturnType<typeof createServer>, held: () => Blob | undefined = () => undefined) => {
  const over = new AbortController()
  const onWaiting = vi.fn()
  const waits: number[] = []
  const opening = openSource({
    ...{ api: server.api, address: 'a.pdf', held, signal: over.signal, onWaiting },
    wait: async (ms) => void waits.push(ms),
  })
  const source = async () => {
    const opened = await opening
    if (!opened.ok) throw new Error(opened.reason)
    return opened.source
  }
  return { opening, source, onWaiting, waits, over }
}

describe('the bytes of a document', () => {
  test('are asked for as they are needed, no more of them', async () => {
    const server = createServer()
    const source = await openAt(server).source()
    expect([source.size, source.first.length]).toEqual([size, 65_536])
    expect(await source.read(1000, 3000)).toEqual(file.slice(1000, 3000))
    expect(server.asked).toEqual(['bytes=0-65535', 'bytes=1000-2999'])
  })

  test('come from this device as soon as the whole file is there', async () => {
    const server = createServer()
    let blob: Blob | undefined
    const source = await openAt(server, () => blob).source()
    blob = new Blob([file])
    expect(await source.read(5, 70_000)).toEqual(file.slice(5, 70_000))
    expect(server.asked).toHaveLength(1)
    expect((await openAt(server, () => blob).source()).size).toBe(size)
    expect(server.asked).toHaveLength(1)
  })

  test('are asked for again until they come, and the learner is told meanwhile', async () => {
    const server = createServer()
    const { source, onWaiting, waits } = openAt(server)
    const opened = await source()
    server.fails.push(gone, refused, gone)
    expect(await opened.read(0, 10)).toEqual(file.slice(0, 10))
    expect([onWaiting.mock.calls, waits.length]).toEqual([[[true], [false]], 3])
  })

  test('are asked for no more once nobody reads them', async () => {
    const server = createServer()
    const { source, over } = openAt(server)
    const opened = await source()
    server.fails.push(gone)
    const reading = opened.read(0, 10)
    over.abort()
    await expect(reading).rejects.toThrow()
    expect(server.asked).toHaveLength(2)
  })

  test('of a server that knows no ranges are those of the whole file', async () => {
    const server = createServer({ knowsRanges: false })
    const source = await openAt(server).source()
    expect([source.size, await source.read(size - 5, size)]).toEqual([size, file.slice(-5)])
    expect(server.asked).toHaveLength(1)
  })

  test('that are not to be had say why', async () => {
    const server = createServer()
    server.fails.push(refused)
    expect(await openAt(server).opening).toEqual({ ok: false, reason: 'missing' })
    server.fails.push(gone)
    expect(await openAt(server).opening).toEqual({ ok: false, reason: 'unreachable' })
  })
})

describe('a document that is loaded ahead', () => {
  test('comes piece by piece, and tells how far it is', async () => {
    const server = createServer()
    const progress: number[] = []
    const outcome = await fetchDocument(server.api, 'a.pdf', ({ loaded }) => progress.push(loaded))
    expect(outcome.ok && (await bytesOf(outcome.value))).toEqual(file)
    expect(outcome.ok && outcome.value.type).toBe('application/pdf')
    expect(progress).toEqual([pieceBytes, 2 * pieceBytes, size])
  })

  test('comes whole from a server that knows no ranges, and fails where a piece does', async () => {
    const server = createServer({ knowsRanges: false })
    const outcome = await fetchDocument(server.api, 'a.pdf')
    expect(outcome.ok && outcome.value.size).toBe(size)
    const other = createServer()
    other.fails.push(undefined, gone)
    expect(await fetchDocument(other.api, 'a.pdf')).toEqual(gone)
  })
})
