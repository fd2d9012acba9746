import { randomBytes, randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { expect, test, vi } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { beginPiece, tusRequest } from '../../testing/send-piece.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { arrange, doCall, sitExam } from '../../testing/test-world.ts'
import { chunkBytes } from '../receive-file.ts'

test.each(bothDatabases)(
  'a piece of a file that breaks off leaves no word in the log, which is for what is wrong here, on %s',
  async (database) => {
    const lines: string[] = []
    const server = await startTestServer({
      database,
      config: { logLevel: 'warn' },
      logTo: { write: (line: string) => void lines.push(line) },
    })
    const world = await arrange(server)
    // A server without an organisation writes a line about that at its start.
    lines.length = 0
    const { token, formRunGuid } = await sitExam(server, world)
    const bytes = randomBytes(3 * chunkBytes)
    const requestId = randomUUID()
    const named = { fileName: 'film.mp4', mimeType: 'video/mp4', fileSize: bytes.length, sha256: '0'.repeat(64) }
    await doCall(server, calls.announceFile, { body: { formRunGUID: formRunGuid, requestId, ...named } }, token)
    const begun = beginPiece(
      server,
      { fileGuid: requestId, token, offset: 0, length: bytes.length },
      bytes.subarray(0, chunkBytes + 1),
    )
    const received = async () => {
      const row = server.db.kysely.selectFrom('announced_file').select('received').where('file_guid', '=', requestId)
      return (await row.executeTakeFirst())?.received
    }
    await vi.waitFor(async () => expect(await received()).toBe(chunkBytes), { timeout: 20_000 })
    begun.destroy()
    // Answered once the piece before has ended.
    await tusRequest(server, requestId, { token, method: 'HEAD' })
    await server.stop()
    expect(lines.filter((line) => /"level":[45]0/.test(line))).toEqual([])
  },
)
