import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { exportFiles } from '../../commands/files.ts'
import { sha256 } from '../../sha256.ts'
import { type ClamavStandIn, harmful, startClamavStandIn } from '../../testing/clamav-stand-in.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { sendPiece } from '../../testing/send-piece.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, countOrganisations, doCall, refusalIn, sitExam, tryCall } from '../../testing/test-world.ts'
import { createClamav, readScannerAddress } from './clamav.ts'
import { scanWaiting } from './scan-waiting.ts'

describe.each(bothDatabases)('uploaded files before a scanner on %s', (database) => {
  let scanner: ClamavStandIn
  let server: TestServer
  let nowMs = Date.parse('2026-11-22T09:00:00Z')
  const nextOrgId = countOrganisations()
  beforeAll(async () => {
    scanner = await startClamavStandIn()
    const config = { clamav: scanner.address, logLevel: 'silent' as const }
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config })
  })
  afterAll(async () => {
    await server.stop()
    await scanner.stop()
  })

  const sit = async () => {
    const orgId = nextOrgId()
    const world = await arrange(server, { orgId })
    const { token, formRunGuid } = await sitExam(server, world)
    const input = (name: string, content: string) => ({ body: { formRunGUID: formRunGuid }, file: new File([content], name) })
    return {
      ...world,
      token,
      formRunGuid,
      upload: (name: string, content: string) => tryCall(server, calls.uploadFile, input(name, content), token),
      list: () => doCall(server, calls.uploadedFiles, { params: { formRunGuid } }, token),
      chunks: () => server.db.kysely.selectFrom('file_chunk').selectAll().where('org_id', '=', world.orgId).execute(),
      retry: () => {
        const securityLog = { note: () => {}, settled: async () => {}, stop: async () => {} }
        const log = { error: () => {} } as never
        return scanWaiting({
          database: server.db,
          clock: server.clock,
          scanner: createClamav(scanner.address),
          securityLog,
          log,
        })
      },
    }
  }

  test('are sent to it whole, and taken where it finds nothing', async () => {
    const { upload, list } = await sit()
    const words = 'word '.repeat(300_000)
    expect((await upload('long.txt', words)).status).toBe(200)
    expect(scanner.seen.at(-1)).toBe(words.length)
    expect(await list()).toEqual([expect.not.objectContaining({ unscanned: true })])
  })

  test('are refused where it finds something, and nothing of them stays, also where they came in pieces', async () => {
    const { upload, list, chunks, formRunGuid, token, orgId } = await sit()
    expect(refusalIn(await upload('a.txt', `so ${harmful}`))).toMatchObject({
      code: 'INVALID_FILE',
      message: expect.stringContaining('harmful'),
    })
    const content = `in pieces ${harmful}`
    const requestId = randomUUID()
    const facts = { fileName: 'b.txt', mimeType: '', fileSize: content.length, sha256: sha256(content) }
    await doCall(server, calls.announceFile, { body: { formRunGUID: formRunGuid, requestId, ...facts } }, token)
    const bytes = new TextEncoder().encode(content)
    await sendPiece(server, { fileGuid: requestId, token, offset: 0 }, bytes.slice(0, 12))
    const last = await sendPiece(server, { fileGuid: requestId, token, offset: 12 }, bytes.slice(12))
    expect(last.status).toBe(422)
    expect(await list()).toEqual([])
    expect(await chunks()).toEqual([])
    await vi.waitFor(async () => {
      const events = server.db.kysely.selectFrom('security_event').select(['kind', 'content']).where('org_id', '=', orgId)
      const found = (await events.execute()).filter(({ kind }) => kind === 'file-refused')
      expect(found.map(({ content }) => JSON.parse(content ?? '{}').what)).toContain('infected: Test.Harmful')
    })
  })

  test('are kept and held where it is down, told as such, and looked at once it is there again', async () => {
    const { upload, list, retry, orgId, formRunGuid, token } = await sit()
    const { port } = scanner.address
    await scanner.stop()
    expect((await upload('good.txt', 'an answer')).status).toBe(200)
    expect((await upload('bad.txt', `an ${harmful}`)).status).toBe(200)
    expect(await list()).toMatchObject([{ unscanned: true }, { unscanned: true }])
    const folder = await mkdtemp(join(tmpdir(), 'sitwell-held-'))
    for (const stream of ['log', 'error'] as const) vi.spyOn(console, stream).mockImplementation(() => {})
    expect(await exportFiles(server.db, orgId, formRunGuid, folder)).toBe(1)
    expect(await readdir(folder)).toEqual([])

    nowMs += 61_000
    await retry()
    expect(await list()).toMatchObject([{ unscanned: true }, { unscanned: true }])
    scanner = await startClamavStandIn(port)
    nowMs += 61_000
    await retry()
    const [good, bad] = await list()
    expect(good).not.toHaveProperty('unscanned')
    expect(bad).toMatchObject({ infected: true })
    const download = { params: { fileGuid: bad?.guid ?? '' } }
    expect((await tryCall(server, calls.downloadFile, download, token)).status).toBe(404)
    expect(await exportFiles(server.db, orgId, formRunGuid, folder)).toBe(1)
    expect(await readdir(folder)).toEqual(['1 good.txt'])
    vi.restoreAllMocks()
    await rm(folder, { recursive: true })
  })

  test('that are larger than it takes are kept and held, staff may have them unscanned, and a scanner that takes more looks at them', async () => {
    const { upload, list, retry, orgId, formRunGuid } = await sit()
    const { port } = scanner.address
    await scanner.stop()
    scanner = await startClamavStandIn(port, 1000)
    const words = 'word '.repeat(1000)
    expect((await upload('thesis.txt', words)).status).toBe(200)
    expect(await list()).toMatchObject([{ unscanned: true }])
    nowMs += 61_000
    await retry()
    const folder = await mkdtemp(join(tmpdir(), 'sitwell-held-'))
    const output: string[] = []
    for (const stream of ['log', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((line: string) => void output.push(line))
    expect(await exportFiles(server.db, orgId, formRunGuid, folder)).toBe(1)
    expect(output.join()).toContain('StreamMaxLength')
    expect(await exportFiles(server.db, orgId, formRunGuid, folder, { unscanned: true })).toBe(0)
    expect(output.join()).toContain('NOT SCANNED')
    vi.restoreAllMocks()
    expect(await readdir(folder)).toEqual(['1 thesis.txt'])
    await rm(folder, { recursive: true })
    await scanner.stop()
    scanner = await startClamavStandIn(port)
    nowMs += 58 * 60_000
    await retry()
    // Whoever uploaded it has no token any more by now.
    const file = () =>
      server.db.kysely.selectFrom('uploaded_file').select('scan').where('org_id', '=', orgId).executeTakeFirst()
    expect(await file()).toEqual({ scan: 'too-large' })
    nowMs += 2 * 60_000
    await retry()
    expect(await file()).toEqual({ scan: 'clean' })
  })

  test('that are programs, empty, or something else than their names say are refused before it sees them', async () => {
    const { upload, list } = await sit()
    const before = scanner.seen.length
    for (const [name, content, why] of [
      ['essay.pdf', `MZ${'\0'.repeat(64)}`, 'program'],
      ['essay.pdf', 'no PDF', 'other'],
    ] as const)
      expect(refusalIn(await upload(name, content))).toMatchObject({
        code: 'INVALID_FILE',
        details: [{ path: 'body.file', message: why }],
      })
    expect(refusalIn(await upload('essay.docx', ''))).toMatchObject({ code: 'INVALID_FILE' })
    expect(scanner.seen.length).toBe(before)
    expect(await list()).toEqual([])
  })
})

test('a scanner that breaks off, says nonsense or is nowhere is unknown, and never an error', async () => {
  const bytes = async function* () {
    yield new TextEncoder().encode('x')
  }
  expect(await createClamav({ path: '/nowhere/clamd' })(bytes())).toMatchObject({ is: 'unknown' })
  expect(await createClamav({ host: '127.0.0.1', port: 1 })(bytes())).toMatchObject({ is: 'unknown' })
})

test('its address is a port or a socket', () => {
  expect(readScannerAddress('tcp://127.0.0.1:3310')).toEqual({ host: '127.0.0.1', port: 3310 })
  expect(readScannerAddress('tcp://[::1]:3310')).toEqual({ host: '::1', port: 3310 })
  expect(readScannerAddress('unix:/run/clamd.ctl')).toEqual({ path: '/run/clamd.ctl' })
  for (const wrong of ['', 'localhost', 'http://x:1', 'tcp://x', 'unix:clamd'])
    expect(readScannerAddress(wrong)).toBeUndefined()
})
