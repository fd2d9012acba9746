import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sweepFiles } from '../assessment/files/forget-files.ts'
import { exportFiles } from '../commands/files.ts'
import { pathOf } from '../http/register.ts'
import { beginUpload } from '../testing/begin-upload.ts'
import { bothDatabases } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, countOrganisations, doCall, examOf, refusalIn, send, sitExam, tryCall } from '../testing/test-world.ts'
import { chunkBytes } from './receive-file.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
/** Not a whole number of chunks. */
const large = new Uint8Array(randomBytes(2 * chunkBytes + 12_345))

describe.each(bothDatabases)('uploaded files on %s', (database) => {
  let nowMs = Date.parse('2026-11-22T09:00:00Z')
  let server: TestServer
  const nextOrgId = countOrganisations()
  const grace = 30_000

  beforeAll(async () => {
    server = await startTestServer({
      database,
      clock: { nowMs: () => nowMs },
      config: {
        largestFileBytes: 4 * chunkBytes,
        largestFilesBytes: 6 * chunkBytes,
        useResetScheduleCheat: true,
        logLevel: 'silent',
      },
    })
  })
  afterAll(() => server.stop())

  /** A learner of their own organisation, in a running exam. */
  const sit = async (settings: Record<string, string> = {}, uploadFileTypes?: string[]) => {
    const orgId = nextOrgId()
    const prefix = `o${orgId}`
    const exam = examOf(prefix, uploadFileTypes && { settings: { examTime: 600, uploadFileTypes } })
    const world = await arrange(server, { orgId, exam, file: { settings } })
    const { token, formRunGuid } = await sitExam(server, world)
    const input = (name: string, content: Uint8Array<ArrayBuffer> | string, more: object = {}, type = '') => ({
      body: { formRunGUID: formRunGuid, ...more },
      file: new File([content], name, { type }),
    })
    return {
      ...world,
      token,
      formRunGuid,
      tryUpload: (...given: Parameters<typeof input>) => tryCall(server, calls.uploadFile, input(...given), token),
      upload: (...given: Parameters<typeof input>) => doCall(server, calls.uploadFile, input(...given), token),
      list: () => doCall(server, calls.uploadedFiles, { params: { formRunGuid } }, token),
      names: async () =>
        (await doCall(server, calls.uploadedFiles, { params: { formRunGuid } }, token)).map(({ fileName }) => fileName),
      remove: (fileGuid: string, query: { formRunGUID?: string } = {}) =>
        tryCall(server, calls.deleteFile, { params: { fileGuid }, query }, token),
      download: (fileGuid: string) =>
        fetch(server.origin + pathOf(calls.downloadFile).replace(':fileGuid', fileGuid), {
          headers: { authorization: `Bearer ${token}` },
        }),
      complete: () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 1 } }, token),
      /** An upload whose bytes have begun to come. */
      beginUpload: async () => {
        const upload = beginUpload(server, { token, formRunGuid }, large)
        const chunks = server.db.kysely.selectFrom('file_chunk').selectAll().where('org_id', '=', world.orgId)
        await vi.waitFor(async () => expect((await chunks.execute()).length).toBeGreaterThan(0), { timeout: 20_000 })
        return upload
      },
      rows: () => server.db.kysely.selectFrom('uploaded_file').selectAll().where('form_run_guid', '=', formRunGuid).execute(),
      chunks: () => server.db.kysely.selectFrom('file_chunk').selectAll().where('org_id', '=', world.orgId).execute(),
    }
  }

  test('a file whose bytes the database has lost is refused in the one shape, and not as a file', async () => {
    const { upload, download, orgId } = await sit()
    const { guid } = await upload('essay.txt', 'an answer')
    await server.db.kysely.deleteFrom('file_chunk').where('org_id', '=', orgId).execute()
    const answer = await download(guid)
    const { status, headers } = answer
    expect(refusalIn({ status, headers, text: await answer.text() })).toMatchObject({ status: 500, code: 'SERVER_ERROR' })
    expect(headers.get('content-disposition')).toBeNull()
  })

  // API-311 API-312 API-313 API-314 ENT-317 UP-306
  test('are listed, and come back byte for byte under their names, until they are deleted', async () => {
    const { upload, list, download, remove, rows, chunks } = await sit()
    const small = await upload('notes.txt', 'Words', {}, 'text/plain')
    const short = await upload('short.dat', 'x')
    const video = await upload(
      'long "take" 1.mp4',
      large,
      { fileName: 'long "take" 1.mp4', requestId: randomUUID() },
      'video/mp4',
    )
    expect(await list()).toEqual([small, short, video])
    expect(video).toEqual({
      guid: expect.stringMatching(/^[\w-]{36}$/),
      fileName: 'long "take" 1.mp4',
      mimeType: 'video/mp4',
      dateTimeUploaded: '2026-11-22T09:00:00.000Z',
      fileSize: large.length,
    })
    const back = new Uint8Array(await (await download(video.guid)).arrayBuffer())
    expect(Buffer.compare(back, large)).toBe(0)
    expect((await rows()).map(({ sha256 }) => sha256)).toContain(createHash('sha256').update(large).digest('hex'))
    expect(await (await download(small.guid)).text()).toBe('Words')
    expect((await (await download(short.guid)).arrayBuffer()).byteLength).toBe(1)

    // A second time as the first, as when its answer was lost.
    for (const _ of [1, 2]) expect((await remove(video.guid)).status).toBe(200)
    expect(await list()).toEqual([small, short])
    expect((await download(video.guid)).status).toBe(404)
    expect((await chunks()).length).toBe(2)
    expect(refusalIn(await remove(randomUUID())).code).toBe('NOT_FOUND')
  })

  test('whose request is repeated are there once, whether one after the other or at once, and stay deleted', async () => {
    const { upload, tryUpload, list, remove, chunks, formRunGuid } = await sit()
    const requestId = randomUUID()
    const first = await upload('a.txt', 'first', { requestId })
    expect(first.guid).toBe(requestId)
    expect(await upload('a.txt', 'first', { requestId })).toEqual(first)
    const twice = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => upload('b.bin.dat', large, { requestId: twice })))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect((await list()).map(({ guid }) => guid)).toEqual([requestId, twice])
    expect((await chunks()).length).toBe(1 + 3)
    await remove(requestId)
    expect(await upload('a.txt', 'first', { requestId })).toEqual(first)
    expect((await list()).map(({ guid }) => guid)).toEqual([twice])

    const other = await sit()
    expect((await other.upload('a.txt', 'theirs', { requestId })).guid).toBe(requestId)
    expect(refusalIn(await tryUpload('a.txt', 'x', { formRunGUID: other.formRunGuid })).code).toBe('NOT_FOUND')
    expect(formRunGuid).not.toBe(other.formRunGuid)
  })

  test('that are deleted before they have come stay deleted when they come after all', async () => {
    const { upload, list, remove, chunks, rows, formRunGuid } = await sit()
    const requestId = randomUUID()
    for (const _ of [1, 2]) expect((await remove(requestId, { formRunGUID: formRunGuid })).status).toBe(200)
    expect((await upload('a.txt', 'too late', { requestId })).guid).toBe(requestId)
    const raced = randomUUID()
    const coming = upload('b.dat', large, { requestId: raced })
    expect((await remove(raced, { formRunGUID: formRunGuid })).status).toBe(200)
    await coming
    expect([await list(), await chunks()]).toEqual([[], []])
    expect((await rows()).every(({ deleted_at }) => deleted_at !== null)).toBe(true)

    const other = await sit()
    expect(refusalIn(await other.remove(randomUUID(), { formRunGUID: formRunGuid })).code).toBe('NOT_FOUND')
    const theirs = await upload('c.txt', 'c')
    expect(refusalIn(await other.remove(theirs.guid, { formRunGUID: formRunGuid })).code).toBe('NOT_FOUND')
    expect((await list()).map(({ guid }) => guid)).toEqual([theirs.guid])
    await other.complete()
    nowMs += grace + 1
    expect(refusalIn(await other.remove(randomUUID(), { formRunGUID: other.formRunGuid })).code).toBe('NOT_FOUND')
    expect(await other.rows()).toEqual([])
  })

  test('that break off on their way, and those without a file, leave nothing', async () => {
    const { token, formRunGuid, list, chunks, beginUpload } = await sit()
    const half = await beginUpload()
    half.request.destroy()
    await expect(half.answer).rejects.toThrow()
    await vi.waitFor(async () => expect(await chunks()).toEqual([]), { timeout: 20_000 })

    const post = (parts: FormData) =>
      send(server, pathOf(calls.uploadFile), { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: parts })
    const file = new File(['x'], 'a.txt')
    const wrong = new FormData()
    wrong.append('file', file)
    wrong.append('formRunGUID', formRunGuid)
    expect(refusalIn(await post(wrong))).toMatchObject({ status: 400, details: [{ path: 'body.formRunGUID' }] })
    const none = new FormData()
    none.append('formRunGUID', formRunGuid)
    none.append('evidence', file)
    expect(refusalIn(await post(none))).toMatchObject({ status: 400, details: [{ path: 'body.file' }] })
    const poisoned = new FormData()
    poisoned.append('__proto__', 'x')
    poisoned.append('file', file)
    expect(refusalIn(await post(poisoned)).status).toBe(400)
    const json = {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    }
    expect(refusalIn(await send(server, pathOf(calls.uploadFile), json)).code).toBe('UNSUPPORTED_MEDIA_TYPE')
    expect(await list()).toEqual([])
    expect(await chunks()).toEqual([])
  })

  // START-125 UP-102 UP-316 UP-317 UP-318 UP-319
  test('are held against types and sizes once more, by the limits that the settings tell the player', async () => {
    const AssignmentUploadLimits = JSON.stringify({ rejected: ['image/*'], minSize: 2, maxSize: 10, maxQueued: 3 })
    const { tryUpload, upload, names, chunks, orgId, token } = await sit({ AssignmentUploadLimits })
    for (const [name, type] of [
      ['a.exe', ''],
      ['noending', 'application/x-odd'],
      ['a.png', 'image/png'],
      ['a.pdf\u202etxt.exe', ''],
    ] as const)
      expect(refusalIn(await tryUpload(name, 'xxx', {}, type)), name).toMatchObject({ status: 422, code: 'INVALID_FILE' })
    expect(refusalIn(await tryUpload('a.pdf', 'x')).code).toBe('INVALID_FILE')
    for (const size of [10, 11, 5 * chunkBytes])
      expect(refusalIn(await tryUpload('a.pdf', new Uint8Array(size)))).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
    await upload('a.ZIP', 'PK')
    await upload('b.pdf', '%PDF-1.4\n')
    expect(await names()).toEqual(['a.ZIP', 'b.pdf'])
    expect((await chunks()).length).toBe(2)
    const setting = async (settingName: string) =>
      (await doCall(server, calls.setting, { query: { orgID: orgId, settingName } }, token)).value ?? ''
    expect((await setting('AllowedAssignmentUploadFileTypes')).split(', ')).toEqual(expect.arrayContaining(['pdf', 'zip']))
    expect(JSON.parse(await setting('AssignmentUploadLimits'))).toMatchObject({ maxSize: 10, maxQueued: 3, instant: true })

    const open = await sit({ AllowedAssignmentUploadFileTypes: 'pdf' }, ['image/*'])
    expect(refusalIn(await open.tryUpload('a.pdf', 'x', {}, 'application/pdf')).code).toBe('INVALID_FILE')
    await open.upload('a', 'x', {}, 'image/png')
    expect(refusalIn(await open.tryUpload('b', new Uint8Array(4 * chunkBytes), {}, 'image/png')).code).toBe('BODY_TOO_LARGE')
  })

  // UP-324
  test('are as many as the organisation lets be, and as much as the server takes, also where they come at once', async () => {
    const { tryUpload, upload, list, remove, chunks } = await sit({ AssignmentUploadLimits: '{"maxUploaded":2}' })
    await upload('a.txt', 'x')
    const answers = await Promise.all(['b.txt', 'c.txt', 'd.txt'].map((name) => tryUpload(name, 'x')))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map((answer) => refusalIn(answer).code)).toEqual(['TOO_MANY_FILES', 'TOO_MANY_FILES'])
    expect((await chunks()).length).toBe(2)
    const [first] = await list()
    await remove(first?.guid ?? '')
    expect((await tryUpload('e.txt', 'x')).status).toBe(200)

    const whole = await sit()
    for (const name of ['a.dat', 'b.dat']) await whole.upload(name, large)
    expect(refusalIn(await whole.tryUpload('c.dat', large)).code).toBe('TOO_MANY_FILES')
  })

  test('are a thousand at most, deleted ones among them', async () => {
    const { upload, tryUpload, remove, rows } = await sit()
    const { guid } = await upload('first.txt', 'x')
    await remove(guid)
    const [row] = await rows()
    if (!row) throw new Error('The first file is gone')
    const more = Array.from({ length: 998 }, (_, index) => ({ ...row, file_guid: `${guid}-${index}`, position: index + 2 }))
    for (let from = 0; from < more.length; from += 50)
      await server.db.kysely
        .insertInto('uploaded_file')
        .values(more.slice(from, from + 50))
        .execute()
    expect((await tryUpload('last.txt', 'x')).status).toBe(200)
    expect(refusalIn(await tryUpload('over.txt', 'x')).code).toBe('TOO_MANY_FILES')
  })

  test('have hostile names that stay text, and are never shown by a browser whatever they claim to be', async () => {
    const { upload, download, names } = await sit({ AllowedAssignmentUploadFileTypes: 'svg, html, txt' })
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const hostile = ['../../etc/a.svg', 'a\r\nset-cookie: x=1\r\n\r\n.svg', 'x\';%00"<b>.html', 'ملف 😀.txt']
    const files = []
    for (const fileName of hostile) files.push(await upload('x.svg', script, { fileName }, 'image/svg+xml'))
    expect(await names()).toEqual(['a.svg', 'aset-cookie: x=1.svg', 'x\';%00"<b>.html', 'ملف 😀.txt'])
    for (const { guid, fileName } of files) {
      const { headers } = await download(guid)
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('content-type')).toBe('application/octet-stream')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      const written = /^attachment; filename="[\w.()-]+"; filename\*=UTF-8''([\w.~!&+%^`|$#-]+)$/.exec(
        headers.get('content-disposition') ?? '',
      )
      expect(decodeURIComponent(written?.[1] ?? '')).toBe(fileName)
    }
    const odd = await upload('y.txt', 'x', {}, 'text/html"; x=<script>')
    expect(odd.mimeType).toMatch(/^application\/octet-stream$|^text\/html$/)
  })

  test('are written into a folder for whoever marks them, the deleted ones not', async () => {
    const { upload, remove, formRunGuid, orgId } = await sit()
    await upload('a "photo".dat', large, { fileName: '../a "photo".dat' })
    await remove((await upload('b.txt', 'b')).guid)
    await upload('c.txt', 'c')
    const folder = await mkdtemp(join(tmpdir(), 'sitwell-files-'))
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await exportFiles(server.db, orgId, formRunGuid, join(folder, 'deep'))).toBe(0)
    expect((await readdir(join(folder, 'deep'))).sort()).toEqual(['1 a "photo".dat', '2 c.txt'])
    expect(Buffer.compare(await readFile(join(folder, 'deep', '1 a "photo".dat')), large)).toBe(0)
    expect(log.mock.calls).toHaveLength(2)
    expect(await exportFiles(server.db, orgId, 'nobody', folder)).toBe(1)
    vi.restoreAllMocks()
    await rm(folder, { recursive: true })
  })

  // UP-309
  test('take the place of the one that they replace', async () => {
    const { upload, remove, names } = await sit()
    const old = await upload('a.txt', 'old')
    await upload('b.txt', 'b')
    await remove(old.guid)
    await upload('a.txt', 'new', { replaces: old.guid })
    await upload('c.txt', 'c')
    expect(await names()).toEqual(['a.txt', 'b.txt', 'c.txt'])
  })

  test('come within the grace after the completion, and neither come nor go after it', async () => {
    const { upload, tryUpload, remove, complete, names, rows, chunks } = await sit()
    const first = await upload('a.txt', 'a')
    nowMs += 500_000
    await upload('b.txt', 'b')
    await complete()
    nowMs += grace
    const requestId = randomUUID()
    const third = await upload('c.txt', 'c', { requestId })
    await remove(first.guid)
    nowMs += 1
    expect(refusalIn(await tryUpload('d.txt', 'd'))).toMatchObject({ status: 409, code: 'FORM_RUN_COMPLETED' })
    expect(refusalIn(await remove(third.guid))).toMatchObject({ status: 409, code: 'FORM_RUN_COMPLETED' })
    // Their answers were lost.
    expect(await upload('c.txt', 'c', { requestId })).toEqual(third)
    expect((await remove(first.guid)).status).toBe(200)
    expect(await names()).toEqual(['b.txt', 'c.txt'])
    expect((await chunks()).length).toBe(2)
    expect((await rows()).map(({ file_name, late_ms }) => [file_name, late_ms]).sort()).toEqual([
      ['a.txt', null],
      ['b.txt', null],
      ['c.txt', null],
    ])
  })

  test('that began in time and end after the grace are refused, and nothing of them stays', async () => {
    const { beginUpload, complete, chunks, names } = await sit()
    const upload = await beginUpload()
    await complete()
    nowMs += grace + 1
    upload.end()
    expect((await upload.answer).status).toBe(409)
    expect([await names(), await chunks()]).toEqual([[], []])
  })

  test('go with a form run that is reset; what an upload left that never ended goes after a day', async () => {
    const { upload, entry, token, rows, chunks, orgId } = await sit()
    await upload('a.dat', large)
    const orphan = { org_id: orgId, content_guid: 'nobody', number: 0, bytes: bytesOf('x') }
    await server.db.kysely
      .insertInto('file_chunk')
      .values({ ...orphan, received_at: nowMs })
      .execute()
    nowMs += 23 * 3_600_000
    await sweepFiles({ database: server.db, clock: server.clock })
    expect((await chunks()).length).toBe(4)
    nowMs += 3_600_001
    await sweepFiles({ database: server.db, clock: server.clock })
    expect((await chunks()).length).toBe(3)
    // A day later nobody is signed in any more.
    nowMs -= 24 * 3_600_000
    await doCall(server, calls.reset, { query: entry }, token)
    expect(await rows()).toEqual([])
    expect(await chunks()).toEqual([])
  })
})

test('a full disk leaves nothing of a file, and takes it once there is room again', async () => {
  const server = await startTestServer({ database: 'sqlite', config: { logLevel: 'silent' } })
  const world = await arrange(server)
  const { token, formRunGuid } = await sitExam(server, world)
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(server.db.kysely)
  await sql.raw(`pragma max_page_count = ${(pages.rows[0]?.page_count ?? 0) + 150}`).execute(server.db.kysely)
  const input = { body: { formRunGUID: formRunGuid, requestId: randomUUID() }, file: new File([large], 'a.dat') }
  const refused = refusalIn(await tryCall(server, calls.uploadFile, input, token))
  expect(refused).toMatchObject({ status: 503, code: 'CANNOT_SAVE' })
  expect(await server.db.kysely.selectFrom('file_chunk').select('number').execute()).toEqual([])
  await sql.raw('pragma max_page_count = 1000000').execute(server.db.kysely)
  expect((await tryCall(server, calls.uploadFile, input, token)).status).toBe(200)
  await server.stop()
})
