import type { Api, Failure } from '@sitwell/client/api'
import type { Call, LibraryUpload } from '@sitwell/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Sent, sendUpload } from './send-upload.ts'

const away: Failure = { ok: false, kind: 'unreachable', message: 'no network' }
const refused = (code: 'BODY_TOO_LARGE' | 'NOT_FOUND' | 'CANNOT_SAVE' | 'TOO_MANY_FILES', status: number): Failure => ({
  ...{ ok: false, kind: 'refused', code, status, message: code },
})

/** What happens to one request on its way. `half`: some of the bytes of a piece come, and the answer is lost. */
const fates = ['well', 'well', 'well', 'lost', 'half', 'answer-lost', 'busy', 'too-large'] as const
type Fate = (typeof fates)[number]

interface Setting {
  readonly fates?: readonly Fate[]
  readonly pieceBytes?: number
  readonly state?: LibraryUpload['state']
  readonly received?: number
}

/** A server that takes pieces as the real one does, behind a network with these fates; once they are used up all goes well. */
const serverOf = (bytes: Uint8Array, { fates: all = [], pieceBytes = 100_000, state = 'receiving', received = 0 }: Setting) => {
  const coming = [...all]
  let there: LibraryUpload['state'] | 'none' = state
  let held = Buffer.from(bytes.subarray(0, received))
  const names: string[] = []
  const sizes: number[] = []
  const upload = () => {
    const isRead = there === 'receiving' && held.length === bytes.length
    return { uploadId: 'u', fileSize: bytes.length, received: held.length, state: isRead ? 'waiting' : there }
  }
  const take = async (offset: number, piece: Blob, most: number) => {
    const incoming = Buffer.from(await piece.arrayBuffer()).subarray(0, most)
    if (offset === held.length) held = Buffer.concat([held, incoming])
    return { ok: true, value: { received: held.length } }
  }
  const answerOf = async ({ name }: Call, input: { body?: { offset?: number }; file?: Blob }, most: number) => {
    if (name === 'officeUploadPiece') return take(input.body?.offset ?? 0, input.file ?? new Blob(), most)
    if (name === 'officeCancelUpload') {
      there = 'none'
      return { ok: true, value: {} }
    }
    if (name === 'officeBeginUpload' && there === 'none') {
      there = 'receiving'
      held = Buffer.alloc(0)
    }
    return { ok: true, value: { upload: upload(), pieceBytes } }
  }
  const call = async (of: Call, input: { body?: { offset?: number }; file?: Blob }) => {
    names.push(of.name)
    if (input.file) sizes.push(input.file.size)
    const fate = coming.shift() ?? 'well'
    if (fate === 'lost') return away
    if (fate === 'busy') return refused('CANNOT_SAVE', 503)
    if (fate === 'too-large' && input.file) return refused('BODY_TOO_LARGE', 413)
    const answer = await answerOf(
      of,
      input,
      fate === 'half' ? Math.floor((input.file?.size ?? 0) / 2) : Number.POSITIVE_INFINITY,
    )
    return fate === 'half' || fate === 'answer-lost' ? away : answer
  }
  return { call: call as unknown as Api['call'], held: () => held, names, sizes }
}

const run = async (
  bytes: Uint8Array<ArrayBuffer>,
  setting: Setting,
  change: { readonly call?: Api['call']; readonly file?: Blob; readonly abortAfter?: number } = {},
) => {
  const server = serverOf(bytes, setting)
  const abort = new AbortController()
  const waits: number[] = []
  const waiting: (Failure | undefined)[] = []
  const progress: number[] = []
  const file = Object.assign(change.file ?? new Blob([bytes]), { name: 'exam.zip', lastModified: 1 })
  const sent: Sent = await sendUpload(
    { file, uploadId: 'u' },
    {
      api: { call: change.call ?? server.call },
      send: () => () => Promise.reject(new Error('The stand-in of the server sends nothing.')),
      wait: async (delayMs) => {
        waits.push(delayMs)
        if (waits.length === change.abortAfter) abort.abort()
      },
    },
    { signal: abort.signal, onProgress: (done) => progress.push(done), onWaiting: (failure) => waiting.push(failure) },
  )
  return { ...server, sent, waits, waiting, progress }
}

const bytesOf = (size: number) => Uint8Array.from({ length: size }, (_, at) => at % 251)

test('whatever the network does on the way, the server ends with exactly the bytes of the file', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 400_000 }),
      fc.array(fc.constantFrom(...fates.filter((fate) => fate !== 'too-large')), { maxLength: 25 }),
      async (size, all) => {
        const bytes = bytesOf(size)
        const { sent, held, progress } = await run(bytes, { fates: all })
        expect(sent.is).toBe('sent')
        expect(Buffer.compare(held(), bytes)).toBe(0)
        expect(progress.every((done) => done >= 0 && done <= size)).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})

test('it goes on from where the server is, and an upload that was read already sends nothing', async () => {
  const bytes = bytesOf(250_000)
  const { sizes, sent } = await run(bytes, { received: 200_000 })
  expect([sizes, sent.is]).toEqual([[50_000], 'sent'])
  const read = await run(bytes, { state: 'ready', received: 250_000 })
  expect([read.names, read.sent]).toMatchObject([['officeBeginUpload'], { is: 'sent', upload: { state: 'ready' } }])
})

test('what was refused or stored before is cancelled and sent anew', async () => {
  const bytes = bytesOf(10)
  for (const state of ['refused', 'stored'] as const) {
    const { names, held } = await run(bytes, { state, received: 10 })
    expect(names.slice(0, 4)).toEqual(['officeBeginUpload', 'officeCancelUpload', 'officeBeginUpload', 'officeUploadPiece'])
    expect(held()).toHaveLength(10)
  }
})

test('it waits longer each time while the server is away, says why, and tries again until it is given up', async () => {
  const lost = Array.from({ length: 8 }, () => 'lost' as const)
  const { sent, waits, waiting } = await run(bytesOf(10), { fates: lost })
  expect([sent.is, waits]).toEqual(['sent', [1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000]])
  expect(waiting.slice(0, 8)).toEqual(lost.map(() => away))
  expect(waiting.at(-1)).toBeUndefined()
  const cancelled = await run(bytesOf(10), { fates: lost }, { abortAfter: 3 })
  expect([cancelled.sent, cancelled.names]).toEqual([{ is: 'cancelled' }, Array(3).fill('officeBeginUpload')])
})

test('pieces become smaller if something on the way takes no large ones, and no smaller than 64 KB', async () => {
  const refusing = Array.from({ length: 3 }, () => 'too-large' as const)
  const { sizes, sent } = await run(bytesOf(900_000), { pieceBytes: 800_000, fates: ['well', ...refusing.slice(0, 2)] })
  expect([sizes.slice(0, 3), sent.is]).toEqual([[800_000, 200_000, 65_536], 'sent'])
  const small = await run(bytesOf(900_000), { pieceBytes: 70_000, fates: ['well', 'too-large', 'too-large'] })
  expect(small.sent).toMatchObject({ is: 'failed', failure: { code: 'BODY_TOO_LARGE' } })
})

test('a refusal that stands ends it, and so does a file that can’t be read any more', async () => {
  for (const failure of [refused('TOO_MANY_FILES', 409), refused('NOT_FOUND', 404)]) {
    const { sent, waits } = await run(bytesOf(10), {}, { call: (async () => failure) as unknown as Api['call'] })
    expect([sent, waits]).toEqual([{ is: 'failed', failure }, []])
  }
  const moved = Object.assign(new Blob(['0123456789']), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('moved')) }),
  })
  expect((await run(bytesOf(10), {}, { file: moved as unknown as Blob })).sent).toEqual({ is: 'unreadable' })
})
