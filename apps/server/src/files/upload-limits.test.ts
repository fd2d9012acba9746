import { randomBytes, randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BegunUpload, beginUpload } from '../testing/begin-upload.ts'
import { bothDatabases } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, countOrganisations, doCall, refusalIn, sitExam, tryCall } from '../testing/test-world.ts'
import { chunkBytes } from './receive-file.ts'

/** So large that a chunk of it is written before it ends. */
const large = new Uint8Array(randomBytes(2 * chunkBytes + 12_345))

describe.each(bothDatabases)('uploads on %s', (database) => {
  let server: TestServer
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    const config = { largestFileBytes: 4 * chunkBytes, largestFilesBytes: 6 * chunkBytes, logLevel: 'silent' } as const
    server = await startTestServer({ database, config })
  })
  afterAll(() => server.stop())

  const sit = async (settings: Record<string, string> = {}) => {
    const orgId = nextOrgId()
    const world = await arrange(server, { orgId, file: { settings } })
    const sitting = await sitExam(server, world)
    const { token, formRunGuid: formRunGUID } = sitting
    const input = (bytes: Uint8Array<ArrayBuffer>, more: object = {}) => ({
      body: { formRunGUID, ...more },
      file: new File([bytes], 'x.dat'),
    })
    return {
      tryUpload: (...given: Parameters<typeof input>) => tryCall(server, calls.uploadFile, input(...given), token),
      upload: (...given: Parameters<typeof input>) => doCall(server, calls.uploadFile, input(...given), token),
      begin: (bytes: Uint8Array, headers?: Record<string, string | number>) =>
        beginUpload(server, sitting, bytes, headers && { headers }),
      chunks: () => server.db.kysely.selectFrom('file_chunk').select('number').where('org_id', '=', world.orgId).execute(),
    }
  }

  const settled = async ({ answer }: BegunUpload) => {
    const { status, text, retryAfter } = await answer
    return status === 200 ? { status } : { retryAfter, ...refusalIn({ status, text, headers: new Headers() }) }
  }

  // UP-324
  test('into a form run that has as many files as it may have are refused before a byte of them is kept', async () => {
    const { upload, begin, chunks } = await sit({ AssignmentUploadLimits: '{"maxUploaded":1}' })
    const requestId = randomUUID()
    const first = await upload(new Uint8Array(1), { requestId })
    const more = begin(large)
    expect(await settled(more)).toMatchObject({ status: 409, code: 'TOO_MANY_FILES' })
    more.request.destroy()
    expect(await chunks()).toHaveLength(1)
    expect(await upload(new Uint8Array(1), { requestId })).toEqual(first)
  })

  test('whose length alone says that there is no room, or that they are too large, are refused before a byte is kept', async () => {
    const { upload, begin, chunks } = await sit()
    for (const requestId of [randomUUID(), randomUUID()]) await upload(large, { requestId })
    const before = await chunks()
    for (const [bytes, code] of [
      [4 * chunkBytes - 1, 'TOO_MANY_FILES'],
      [5 * chunkBytes, 'BODY_TOO_LARGE'],
    ] as const) {
      const more = begin(large, { 'content-length': bytes })
      expect(await settled(more)).toMatchObject({ code })
      more.request.destroy()
    }
    expect(await chunks()).toEqual(before)
  })

  test('of one person are three at once; a fourth is asked to come later, and others are not held up', async () => {
    const { tryUpload, begin, chunks } = await sit()
    const three = [begin(large), begin(large), begin(large)] as const
    await vi.waitFor(async () => expect(await chunks()).toHaveLength(three.length), { timeout: 20_000 })
    const fourth = begin(large)
    expect(await settled(fourth)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS', retryAfter: '10' })
    fourth.request.destroy()
    const other = await sit()
    expect((await other.tryUpload(large)).status).toBe(200)
    three[0].end()
    expect(await settled(three[0])).toEqual({ status: 200 })
    expect((await tryUpload(new Uint8Array(1))).status).toBe(200)
    for (const one of three.slice(1)) one.request.destroy()
    await vi.waitFor(async () => expect(await chunks()).toHaveLength(4), { timeout: 20_000 })
    expect((await tryUpload(new Uint8Array(1))).status).toBe(200)
  })
})

test('an upload whose sender has gone silent is broken off, and nothing of it stays', async () => {
  const server = await startTestServer({ database: 'sqlite', longestSilenceMs: 500, config: { logLevel: 'silent' } })
  const upload = beginUpload(server, await sitExam(server, await arrange(server)), large)
  await expect(upload.answer).rejects.toThrow()
  const chunks = () => server.db.kysely.selectFrom('file_chunk').select('number').execute()
  await vi.waitFor(async () => expect(await chunks()).toEqual([]), { timeout: 20_000 })
  await server.stop()
})
