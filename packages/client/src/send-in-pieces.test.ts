import { encodedBodyType, encodedPieceBytes, largestPieceBytes, resumableFilePath } from '@sitwell/contract'
import { expect, test, vi } from 'vitest'
import type { Api } from './api.ts'
import type { Failure } from './outcome.ts'
import { sendInPieces } from './send-in-pieces.ts'

// What a browser gets of the package; Node is given another half of it, which knows no blobs.
vi.mock('tus-js-client', () => import('../../../node_modules/tus-js-client/lib.esm/browser/index.js' as string))

const sizeBytes = 2 * largestPieceBytes + 1000
const file = new Blob([Uint8Array.from({ length: sizeBytes }, (_, index) => index % 251)])
const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer())

/** A server that has some bytes of the file; `until` is how many it takes before all connections to it break off. */
const createServer = (held = 0, until = Number.POSITIVE_INFINITY, failure?: Failure) => {
  const server = { received: [] as Buffer[], held, asked: [] as string[], signals: [] as AbortSignal[] }
  const lost: Failure = failure ?? { ok: false, kind: 'unreachable', message: 'gone' }
  const request: Api['request'] = async (path, { method = '', headers, body }, options) => {
    const sent = new Headers(headers)
    server.asked.push(`${method} ${path} ${sent.get('upload-offset') ?? ''}`.trim())
    if (options?.signal) server.signals.push(options.signal)
    const answer = (status: number) =>
      ({
        ok: true,
        value: new Response(null, {
          status,
          headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': String(server.held), 'Upload-Length': String(sizeBytes) },
        }),
      }) as const
    if (method === 'HEAD') return answer(200)
    if (server.held >= until) return lost
    const isEncoded = sent.get('content-type') === encodedBodyType
    const bytes = isEncoded ? Buffer.from(String(body), 'base64') : await bytesOf(body as Blob)
    server.received.push(bytes)
    server.held += bytes.length
    return answer(204)
  }
  return { server, api: { request } }
}
const send = (api: Pick<Api, 'request'>, more: { inBase64?: boolean; signal?: AbortSignal } = {}) => {
  const progress: number[] = []
  const outcome = sendInPieces(api, 'f1', file, {
    signal: new AbortController().signal,
    onProgress: (bytes) => progress.push(bytes),
    ...more,
  })
  return { outcome, progress }
}
const path = resumableFilePath('f1')

test('a file is sent in pieces, each from the end of the last one, and arrives complete', async () => {
  const { server, api } = createServer()
  const { outcome, progress } = send(api)
  expect(await outcome).toEqual({ ok: true, value: undefined })
  expect(server.asked).toEqual([`HEAD ${path}`, ...[0, 1, 2].map((piece) => `PATCH ${path} ${piece * largestPieceBytes}`)])
  expect(Buffer.concat(server.received).equals(await bytesOf(file))).toBe(true)
  expect(progress.at(-1)).toBe(sizeBytes)
})

test('an interrupted upload continues with the missing bytes, and nothing is sent twice', async () => {
  const { server, api } = createServer(0, largestPieceBytes)
  expect(await send(api).outcome).toEqual({ ok: false, kind: 'unreachable', message: 'gone' })
  expect(server.held).toBe(largestPieceBytes)
  const again = createServer(server.held)
  expect(await send(again.api).outcome).toMatchObject({ ok: true })
  expect(again.server.asked[1]).toBe(`PATCH ${path} ${largestPieceBytes}`)
  expect(Buffer.concat([...server.received, ...again.server.received]).equals(await bytesOf(file))).toBe(true)
  // All of it is there, and only its last reply was lost.
  const whole = createServer(sizeBytes)
  expect(await send(whole.api).outcome).toMatchObject({ ok: true })
  expect(whole.server.asked).toEqual([`HEAD ${path}`])
})

test('past a firewall it goes in base64, in smaller pieces, and is the same', async () => {
  const { server, api } = createServer()
  expect(await send(api, { inBase64: true }).outcome).toMatchObject({ ok: true })
  expect(Math.max(...server.received.map(({ length }) => length))).toBe(encodedPieceBytes)
  expect(Buffer.concat(server.received).equals(await bytesOf(file))).toBe(true)
})

test('the server’s reason for refusing a piece is returned unchanged', async () => {
  const refused: Failure = { ok: false, kind: 'refused', code: 'BODY_TOO_LARGE', status: 413, message: 'no' }
  expect(await send(createServer(0, 0, refused).api).outcome).toEqual(refused)
})

test('who gives it up ends what is under way', async () => {
  const abort = new AbortController()
  const { server } = createServer()
  const hanging: Pick<Api, 'request'> = {
    request: (_path, _init, options) => {
      if (options?.signal) server.signals.push(options.signal)
      return new Promise(() => {})
    },
  }
  const { outcome } = send(hanging, { signal: abort.signal })
  await expect.poll(() => server.signals.length).toBe(1)
  abort.abort()
  expect(await outcome).toEqual({ ok: false, kind: 'unreachable', message: 'aborted' })
  expect(server.signals[0]?.aborted).toBe(true)
})
