import { randomBytes, randomUUID } from 'node:crypto'
import { calls, generationHeader, heardHeader } from '@sitwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sweepFiles } from '../../assessment/files/forget-files.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { beginPiece, sendEncodedPiece, sendPiece, sha256Of, tusRequest } from '../../testing/send-piece.ts'
import { startServerIn, startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { arrange, countOrganisations, doCall, refusalIn, signIn, sitExam, tryCall } from '../../testing/test-world.ts'
import { chunkBytes } from '../receive-file.ts'

/** Not a whole number of chunks. */
const large = new Uint8Array(randomBytes(2 * chunkBytes + 12_345))
const day = 24 * 3_600_000

describe.each(bothDatabases)('files that come piece by piece, on %s:', (database) => {
  const { clock, pass } = createTestClock()
  let server: TestServer
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    const config = { largestFileBytes: 6 * chunkBytes, largestFilesBytes: 6 * chunkBytes, logLevel: 'silent' } as const
    server = await startTestServer({ database, clock, config })
  })
  afterAll(() => server.stop())

  const sit = async (settings: Record<string, string> = {}, everyone = false) => {
    const at = server
    const orgId = nextOrgId()
    const world = await arrange(at, { orgId, everyone, file: { settings } })
    const { token, formRunGuid } = await sitExam(at, world)
    const announcementOf = (bytes: Uint8Array, more: object = {}) => ({
      formRunGUID: formRunGuid,
      requestId: randomUUID(),
      fileName: 'film.mp4',
      mimeType: 'video/mp4',
      fileSize: bytes.length,
      sha256: sha256Of(bytes),
      ...more,
    })
    const tryAnnounce = (bytes: Uint8Array, more: object = {}) =>
      tryCall(at, calls.announceFile, { body: announcementOf(bytes, more) }, token)
    const announce = async (bytes: Uint8Array, more: object = {}) => {
      const body = announcementOf(bytes, more)
      expect(await doCall(at, calls.announceFile, { body }, token)).toEqual({ received: 0 })
      return {
        fileGuid: body.requestId,
        again: () => doCall(at, calls.announceFile, { body }, token),
        tryAgain: () => tryCall(at, calls.announceFile, { body }, token),
      }
    }
    return {
      ...world,
      token,
      formRunGuid,
      announce,
      tryAnnounce,
      head: async (fileGuid: string) =>
        (await tusRequest(at, fileGuid, { token, method: 'HEAD' })).headers.get('upload-offset'),
      piece: (fileGuid: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
        sendPiece(at, { fileGuid, token, offset }, bytes),
      list: () => doCall(at, calls.uploadedFiles, { params: { formRunGuid } }, token),
      chunks: () => at.db.kysely.selectFrom('file_chunk').select('number').where('org_id', '=', world.orgId).execute(),
      ledger: async () =>
        (
          await at.db.kysely
            .selectFrom('form_run_event')
            .select(['kind', 'details'])
            .where('form_run_guid', '=', formRunGuid)
            .orderBy('number')
            .execute()
        ).flatMap(({ kind, details }) => (kind === 'file' ? [(JSON.parse(details) as { what: string }).what] : [])),
    }
  }

  test('one goes on where it broke off, however often, and is there once all of it has come', async () => {
    const { announce, token, head, piece, list, chunks, ledger } = await sit()
    const { fileGuid, again } = await announce(large)
    expect(await head(fileGuid)).toBe('0')
    const offsets = [0]
    for (const more of [1, 700]) {
      const offset = offsets.at(-1) ?? 0
      const rest = large.subarray(offset)
      const begun = beginPiece(server, { fileGuid, token, offset, length: rest.length }, rest.subarray(0, chunkBytes + more))
      const row = server.db.kysely.selectFrom('announced_file').select('received').where('file_guid', '=', fileGuid)
      const hasCome = async () => expect((await row.executeTakeFirst())?.received).toBe(offset + chunkBytes)
      await vi.waitFor(hasCome, { timeout: 20_000 })
      begun.destroy()
      await vi.waitFor(async () => expect(Number(await head(fileGuid))).toBeGreaterThan(offset), { timeout: 20_000 })
      offsets.push(Number(await head(fileGuid)))
      expect([await list(), await again()]).toEqual([[], { received: offsets.at(-1) }])
    }
    const offset = offsets.at(-1) ?? 0
    expect(offset).toBeLessThanOrEqual(2 * chunkBytes + 701)
    const last = await piece(fileGuid, offset, large.slice(offset))
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(large.length)])
    expect(last.headers.get(heardHeader)).toBe(String(clock.nowMs()))
    expect(last.headers.get(generationHeader)).toBeTruthy()
    expect(last.headers.get('access-control-allow-origin')).toBeNull()
    const [file] = await list()
    expect(file).toMatchObject({ guid: fileGuid, fileName: 'film.mp4', mimeType: 'video/mp4', fileSize: large.length })
    expect(await again()).toEqual({ received: large.length, file })
    const back = await fetch(`${server.origin}/files/api/Files/download/${fileGuid}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(Buffer.compare(new Uint8Array(await back.arrayBuffer()), large)).toBe(0)
    expect(await ledger()).toEqual(['announced', 'arrived'])
    // The last answer was lost.
    expect(await head(fileGuid)).toBe(String(large.length))
    expect((await chunks()).length).toBeGreaterThan(2)
  })

  test('another server over the same database goes on with it', async () => {
    const { announce, token, piece, list } = await sit()
    const { fileGuid } = await announce(large)
    expect((await piece(fileGuid, 0, large.slice(0, chunkBytes + 5))).status).toBe(204)
    if (database === 'postgres') {
      const other = await startServerIn({ ...server.config, port: 0 }, { clock })
      expect((await sendPiece(other, { fileGuid, token, offset: chunkBytes + 5 }, large.slice(chunkBytes + 5))).status).toBe(
        204,
      )
      await other.stop()
    } else expect((await piece(fileGuid, chunkBytes + 5, large.slice(chunkBytes + 5))).status).toBe(204)
    expect(await list()).toMatchObject([{ guid: fileGuid, fileSize: large.length }])
  })

  test('bytes that make another hash are refused and thrown away; the right ones may come after them', async () => {
    const { announce, piece, list, chunks, head, ledger, token, formRunGuid } = await sit()
    const { fileGuid, again } = await announce(large)
    const forged = large.map((byte, index) => (index === 7 ? byte ^ 1 : byte))
    for (const _ of [1, 2]) {
      expect(refusalIn(await piece(fileGuid, 0, forged))).toMatchObject({ status: 422, code: 'WRONG_HASH' })
      expect([await head(fileGuid), await list(), await chunks()]).toEqual(['0', [], []])
    }
    const whole = { body: { formRunGUID: formRunGuid, requestId: fileGuid }, file: new File([forged], 'film.mp4') }
    expect(refusalIn(await tryCall(server, calls.uploadFile, whole, token)).code).toBe('WRONG_HASH')
    expect(await chunks()).toEqual([])
    expect((await piece(fileGuid, 0, large)).status).toBe(204)
    expect((await again()).file).toMatchObject({ guid: fileGuid })
    expect(await ledger()).toEqual(['announced', 'refused', 'arrived'])
  })

  test('neither another learner nor somebody who isn’t signed in learns of an upload, goes on with it, or ends it', async () => {
    const { announce, piece, head, list, orgId, ...rest } = await sit({}, true)
    const { fileGuid } = await announce(large)
    expect((await piece(fileGuid, 0, large.slice(0, 1000))).status).toBe(204)
    const stranger = await sit()
    const { access_token: classmate, UserGUID: userGuid } = await signIn(server, { orgId }, 'other')
    for (const token of [stranger.token, classmate]) {
      expect((await tusRequest(server, fileGuid, { token, method: 'HEAD' })).status).toBe(404)
      expect(refusalIn(await sendPiece(server, { fileGuid, token, offset: 1000 }, large.slice(1000))).code).toBe('NOT_FOUND')
    }
    expect((await tusRequest(server, fileGuid, { method: 'HEAD' })).status).toBe(401)
    expect(refusalIn(await sendPiece(server, { fileGuid, offset: 1000 }, large.slice(1000))).code).toBe('NO_AUTHORISATION')
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await tusRequest(server, fileGuid, { token: rest.token, method })).status, method).toBe(404)
    const other = await stranger.tryAnnounce(large, { formRunGUID: rest.formRunGuid })
    expect(refusalIn(other).code).toBe('NOT_FOUND')
    const own = server.db.kysely.selectFrom('schedule').selectAll().where('schedule_guid', '=', rest.entry.scheduleGuid)
    const scheduleGuid = randomUUID()
    const schedule = { ...(await own.executeTakeFirstOrThrow()), schedule_guid: scheduleGuid, user_guid: userGuid }
    await server.db.kysely.insertInto('schedule').values(schedule).execute()
    const entry = { ...rest.entry, userGuid, scheduleGuid }
    const { formRunGUID } = await doCall(server, calls.start, { query: entry }, classmate)
    const deletion = { params: { fileGuid }, query: { formRunGUID } }
    expect(refusalIn(await tryCall(server, calls.deleteFile, deletion, classmate)).code).toBe('NOT_FOUND')
    expect([await head(fileGuid), await list()]).toEqual(['1000', []])
  })

  test('a piece is taken in base64 as it is taken without, wherever it is cut, and where it isn’t whole', async () => {
    const { announce, token, piece, head, list } = await sit()
    const { fileGuid, again } = await announce(large)
    const encoded = (offset: number, signs: string) => sendEncodedPiece(server, { fileGuid, token, offset }, signs)
    const signsOf = (from: number, to?: number) => Buffer.from(large.slice(from, to)).toString('base64')
    expect((await piece(fileGuid, 0, large.slice(0, 1000))).status).toBe(204)
    const part = await encoded(1000, signsOf(1000, chunkBytes + 77))
    expect([part.status, part.headers.get('upload-offset')]).toEqual([204, String(chunkBytes + 77)])
    expect((await encoded(1000, signsOf(1000))).status).toBe(409)
    expect((await encoded(chunkBytes + 77, `${signsOf(chunkBytes + 77)}AAAA`)).status).toBe(413)
    const offset = Number(await head(fileGuid))
    expect(offset).toBeGreaterThanOrEqual(chunkBytes + 77)
    if (offset < large.length) expect((await encoded(offset, signsOf(offset))).status).toBe(204)
    expect(await again()).toMatchObject({ received: large.length, file: { fileSize: large.length } })
    expect(await list()).toHaveLength(1)
  })

  test('pieces that don’t follow, are too long, or say nothing of the protocol change nothing', async () => {
    const { announce, piece, head, token, tryAnnounce } = await sit()
    const { fileGuid } = await announce(large)
    expect((await piece(fileGuid, 0, large.slice(0, 1000))).status).toBe(204)
    for (const offset of [0, 999, 1001]) expect((await piece(fileGuid, offset, large.slice(offset))).status).toBe(409)
    expect((await piece(fileGuid, 1000, large)).status).toBe(413)
    const bare = await tusRequest(server, fileGuid, {
      token,
      method: 'PATCH',
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    })
    expect(bare.status).toBeGreaterThanOrEqual(400)
    expect(await head(fileGuid)).toBe('1000')
    expect(refusalIn(await tryAnnounce(large, { requestId: fileGuid, sha256: 'a'.repeat(64) })).code).toBe('INVALID_REQUEST')
    expect(refusalIn(await tryAnnounce(large, { requestId: fileGuid, fileSize: 7 })).code).toBe('INVALID_REQUEST')
  })

  test('what may not be is refused before a byte is kept: its type, its size, one too many, and where others take the room', async () => {
    const { announce, tryAnnounce, piece, chunks, list, token, formRunGuid } = await sit({
      AssignmentUploadLimits: '{"maxUploaded":1}',
    })
    expect(refusalIn(await tryAnnounce(large, { fileName: 'film.exe' })).code).toBe('INVALID_FILE')
    expect(refusalIn(await tryAnnounce(large, { fileSize: 6 * chunkBytes })).code).toBe('BODY_TOO_LARGE')
    expect(refusalIn(await tryAnnounce(large, { question: 'none-such' })).code).toBe('INVALID_REQUEST')
    const { fileGuid } = await announce(large)
    const small = { body: { formRunGUID: formRunGuid }, file: new File(['x'], 'a.txt') }
    await doCall(server, calls.uploadFile, small, token)
    expect(refusalIn(await piece(fileGuid, 0, large)).code).toBe('TOO_MANY_FILES')
    expect([(await chunks()).length, (await list()).length]).toEqual([1, 1])

    const crowded = await sit()
    const first = await crowded.announce(new Uint8Array(4 * chunkBytes))
    const second = await crowded.announce(new Uint8Array(4 * chunkBytes + 1))
    expect((await crowded.piece(first.fileGuid, 0, new Uint8Array(3 * chunkBytes))).status).toBe(204)
    const refused = await crowded.piece(second.fileGuid, 0, new Uint8Array(10))
    expect(refusalIn(refused)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
    pass(60_001)
    expect((await crowded.piece(second.fileGuid, 0, new Uint8Array(10))).status).toBe(204)
    expect([await crowded.head(first.fileGuid), await crowded.head(second.fileGuid)]).toEqual(['0', '10'])
  })

  test('one that is deleted while it comes is thrown away, and stays deleted', async () => {
    const { announce, piece, list, chunks, token, formRunGuid, ledger } = await sit()
    const { fileGuid, again } = await announce(large)
    await piece(fileGuid, 0, large.slice(0, chunkBytes))
    const remove = { params: { fileGuid }, query: { formRunGUID: formRunGuid } }
    for (const _ of [1, 2]) expect((await tryCall(server, calls.deleteFile, remove, token)).status).toBe(200)
    expect((await again()).file?.guid).toBe(fileGuid)
    expect((await piece(fileGuid, chunkBytes, large.slice(chunkBytes))).status).toBeGreaterThanOrEqual(400)
    expect([await list(), await chunks()]).toEqual([[], []])
    expect(await ledger()).toEqual(['announced', 'deleted'])
  })

  test('bytes of one that never ends go a day after the last of them, and may come anew', async () => {
    const { announce, piece, chunks, head, token, formRunGuid } = await sit()
    const { fileGuid } = await announce(large)
    await piece(fileGuid, 0, large.slice(0, 1000))
    pass(day - 1)
    await server.db.kysely
      .updateTable('announced_file')
      .set({ received_at: clock.nowMs() })
      .where('form_run_guid', '=', formRunGuid)
      .execute()
    pass(2)
    await sweepFiles({ database: server.db, clock })
    expect((await chunks()).length).toBe(1)
    pass(day)
    await sweepFiles({ database: server.db, clock })
    expect(await chunks()).toEqual([])
    // Nobody is signed in any more by now.
    pass(-2 * day - 1)
    expect(await head(fileGuid)).toBe('0')
    expect((await sendPiece(server, { fileGuid, token, offset: 0 }, large)).status).toBe(204)
  })
})

test('a full disk is told while a file comes, keeps what it had of it, and takes the rest once there is room again', async () => {
  const server = await startTestServer({ database: 'sqlite', config: { logLevel: 'silent' } })
  const { token, formRunGuid } = await sitExam(server, await arrange(server))
  const requestId = randomUUID()
  const body = {
    formRunGUID: formRunGuid,
    requestId,
    fileName: 'a.dat',
    mimeType: '',
    fileSize: large.length,
    sha256: sha256Of(large),
  }
  await doCall(server, calls.announceFile, { body }, token)
  const at = async () => Number((await tusRequest(server, requestId, { token, method: 'HEAD' })).headers.get('upload-offset'))
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(server.db.kysely)
  await sql.raw(`pragma max_page_count = ${(pages.rows[0]?.page_count ?? 0) + 150}`).execute(server.db.kysely)
  const refused = await sendPiece(server, { fileGuid: requestId, token, offset: 0 }, large)
  expect(refusalIn(refused)).toMatchObject({ status: 503, code: 'CANNOT_SAVE' })
  const held = await at()
  expect(held).toBe(chunkBytes)
  await sql.raw('pragma max_page_count = 1000000').execute(server.db.kysely)
  expect((await sendPiece(server, { fileGuid: requestId, token, offset: held }, large.slice(held))).status).toBe(204)
  expect((await doCall(server, calls.announceFile, { body }, token)).file).toMatchObject({ fileSize: large.length })
  await server.stop()
})

test('where the disk has little room, a file is refused before a byte of it is kept, and its announcement stands', async () => {
  const config = { logLevel: 'silent', lowRoomBytes: Number.MAX_SAFE_INTEGER } as const
  const server = await startTestServer({ database: 'sqlite', config })
  const { token, formRunGuid } = await sitExam(server, await arrange(server))
  const requestId = randomUUID()
  const body = {
    formRunGUID: formRunGuid,
    requestId,
    fileName: 'a.dat',
    mimeType: '',
    fileSize: large.length,
    sha256: sha256Of(large),
  }
  expect(await doCall(server, calls.announceFile, { body }, token)).toEqual({ received: 0 })
  const refused = await sendPiece(server, { fileGuid: requestId, token, offset: 0 }, large)
  expect(refusalIn(refused)).toMatchObject({ status: 503, code: 'CANNOT_SAVE' })
  expect(await server.db.kysely.selectFrom('file_chunk').select('number').execute()).toEqual([])
  await server.stop()
})
