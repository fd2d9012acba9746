import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { collectReplay } from '../assessment/evidence/replay/collect-replay.ts'
import { createExamCache } from '../assessment/form-run/exam-cache.ts'
import { oneDatabase } from '../testing/databases.ts'
import { sendPiece, sha256Of } from '../testing/send-piece.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, countOrganisations, doCall, sitExam } from '../testing/test-world.ts'
import { printHistory } from './history.ts'
import { verify } from './verify.ts'

const bytes = new Uint8Array(Buffer.from('The bytes of a film'))

describe.each(oneDatabase)('what is told of the files of a form run, on %s:', (database) => {
  let server: TestServer
  const nextOrgId = countOrganisations()
  const output: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ database })
    for (const stream of ['log', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((line: string) => void output.push(line))
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await server.stop()
  })

  /** A film that was announced and came in pieces, notes that came in one, and a picture that was deleted. */
  const sit = async () => {
    const orgId = nextOrgId()
    const world = await arrange(server, { orgId })
    const { token, formRunGuid } = await sitExam(server, world)
    const film = randomUUID()
    const facts = { fileName: 'film.mp4', mimeType: '', fileSize: bytes.length, sha256: sha256Of(bytes) }
    await doCall(server, calls.announceFile, { body: { formRunGUID: formRunGuid, requestId: film, ...facts } }, token)
    await sendPiece(server, { fileGuid: film, token, offset: 0 }, bytes.slice(0, 7))
    await sendPiece(server, { fileGuid: film, token, offset: 7 }, bytes.slice(7))
    const upload = (name: string) =>
      doCall(server, calls.uploadFile, { body: { formRunGUID: formRunGuid }, file: new File([name], name) }, token)
    const notes = (await upload('notes.txt')).guid
    const picture = (await upload('a.dat')).guid
    await doCall(server, calls.deleteFile, { params: { fileGuid: picture }, query: {} }, token)
    const verified = async () => {
      output.splice(0)
      const code = await verify(server.db, { orgId: world.orgId, given: formRunGuid, examGuid: undefined, head: false })
      return { code, output: output.splice(0).join('\n') }
    }
    const files = (guid: string) => server.db.kysely.updateTable('uploaded_file').where('file_guid', '=', guid)
    return { ...world, formRunGuid, film, notes, picture, verified, files }
  }

  test('each stands in the ledger, the history and the replay as it came and went, and verify finds them whole', async () => {
    const { formRunGuid, orgId, film, verified } = await sit()
    expect(await verified()).toMatchObject({
      code: 0,
      output: expect.stringContaining('files: 3 files, each as the ledger tells of it'),
    })
    expect(await printHistory(server.db, orgId, formRunGuid)).toBe(0)
    expect(output.filter((line) => line.includes(`File ${film}`)).map((line) => /, (\w+) at/.exec(line)?.[1])).toEqual([
      'announced',
      'arrived',
    ])
    const run = await server.db.kysely
      .selectFrom('form_run')
      .selectAll()
      .where('form_run_guid', '=', formRunGuid)
      .executeTakeFirstOrThrow()
    const context = { database: server.db, exams: createExamCache(server.db, server.clock.nowMs), clock: server.clock }
    const lines = (await collectReplay(context, run)).lines.map(({ what }) => what)
    expect(lines).toContain(`A file of ${bytes.length} bytes was announced, with its hash.`)
    expect(lines.filter((line) => line === 'The bytes of a file had come.')).toHaveLength(3)
  })

  test('verify names a file that is gone, was put in, is another one, has other bytes, or was deleted or brought back by nobody', async () => {
    const { film, notes, picture, verified, files } = await sit()
    const { kysely } = server.db
    await files(film).set({ file_name: 'renamed.mp4' }).execute()
    const [row] = await kysely.selectFrom('uploaded_file').selectAll().where('file_guid', '=', film).execute()
    if (!row) throw new Error('no file')
    const chunks = kysely.selectFrom('file_chunk').selectAll().where('content_guid', '=', row.content_guid)
    const [first] = await chunks.orderBy('number').execute()
    const bend = (to: Uint8Array) =>
      kysely
        .updateTable('file_chunk')
        .set({ bytes: to })
        .where('content_guid', '=', row.content_guid)
        .where('number', '=', 0)
        .execute()
    await bend(new Uint8Array(7))
    expect((await verified()).output).toContain(`The file ${film} has other bytes than came.`)
    await bend(first?.bytes ?? new Uint8Array())

    await files(film)
      .set({ sha256: 'b'.repeat(64) })
      .execute()
    expect((await verified()).output).toContain(`The file ${film} has other bytes than came.`)
    await files(film).set({ sha256: row.sha256, file_size: row.file_size }).execute()
    await files(notes).set({ deleted_at: 1 }).execute()
    expect((await verified()).output).toContain(`The file ${notes} is deleted, of which the ledger tells nothing.`)
    await files(notes).set({ deleted_at: null, in_ledger: 0 }).execute()
    expect((await verified()).output).toContain(`The file ${notes} is not the one of which the ledger tells.`)
    await files(notes).set({ in_ledger: 1 }).execute()

    await kysely
      .insertInto('uploaded_file')
      .values({ ...row, file_guid: 'put-in' })
      .execute()
    expect((await verified()).output).toContain('The file put-in was put in: the ledger tells of none such.')
    await kysely.deleteFrom('uploaded_file').where('file_guid', 'in', ['put-in', picture]).execute()
    expect(await verified()).toMatchObject({ code: 1, output: expect.stringContaining(`The file ${picture} is gone`) })
  })
})
