import { largestPieceBytes, type UploadedFile } from '@sitwell/contract'
import { onABusyMachine } from '@sitwell/request-queue/testing/on-a-busy-machine'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { arrangeUploads, away, createUploadServer, refusal, settle } from '../testing/arrange-uploads.ts'
import { mostFailures } from './upload-lane.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

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
    const { lane, server, pieces, idle, events } = await arrangeUploads()
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
    const first = await arrangeUploads()
    const { lane, pieces, places, phases } = first
    pieces.send = async () => away
    first.server.announce = () => ({ ok: true, value: { received: 5 } })
    await lane.add(chosen)
    await vi.waitFor(() => expect(phases()).toEqual([['film', 'waiting']]), onABusyMachine)
    lane.stop()

    const hashes: Blob[] = []
    const second = await arrangeUploads(places, createUploadServer(), { hashes })
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
    const { lane, server, pieces, add, phases } = await arrangeUploads()
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
    const { lane, pieces, events } = await arrangeUploads()
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
  const { add, server, heal, events, idle } = await arrangeUploads()
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
  const { add, server, heal, events, idle } = await arrangeUploads()
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
  const { add, server, events } = await arrangeUploads()
  server.announce = () => refusal('BODY_TOO_LARGE')
  await add('photo')
  await vi.waitFor(() => expect(events).toMatchObject([{ kind: 'set-aside', reason: 'BODY_TOO_LARGE' }]), onABusyMachine)
  expect(server.made).toEqual([])
})
