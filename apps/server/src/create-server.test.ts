import { Agent } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { beginUpload } from './testing/begin-upload.ts'
import { bothDatabases } from './testing/databases.ts'
import { startTestServer } from './testing/start-test-server.ts'
import { arrange, sitExam } from './testing/test-world.ts'

// databases: sqlite, because it tests how a server stops

/** Longer than any test. */
const neverMs = 2 ** 31 - 1

const withUpload = async (longestStopMs: number) => {
  const server = await startTestServer({ database: 'sqlite', longestStopMs, config: { logLevel: 'silent' } })
  const agent = new Agent({ keepAlive: true })
  const upload = beginUpload(server, await sitExam(server, await arrange(server)), new Uint8Array(1_200_000), { agent })
  const chunks = () => server.db.kysely.selectFrom('file_chunk').select('number').execute()
  await vi.waitFor(async () => expect(await chunks()).toHaveLength(1), { timeout: 20_000 })
  return { server, agent, upload }
}

test('a stop lets a request under way end and be answered, and then waits for nothing more on its connection', async () => {
  const { server, agent, upload } = await withUpload(neverMs)
  const stopped = server.stop()
  upload.end()
  expect((await upload.answer).status).toBe(200)
  await stopped
  agent.destroy()
})

test('a stop waits for a sender that went silent only so long', async () => {
  const { server, agent, upload } = await withUpload(100)
  await server.stop()
  await expect(upload.answer).rejects.toThrow()
  agent.destroy()
})

test.each(bothDatabases)('a server that was stopped is let go of, with all that it held, on %s', async (database) => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const sitAndStop = async () => {
    const server = await startTestServer({ database })
    await sitExam(server, await arrange(server))
    await server.stop()
    return new WeakRef(server.db)
  }
  const stopped = [await sitAndStop(), await sitAndStop(), await sitAndStop()]
  // Numbers alone: an assertion that fails holds what it compared. Whatever runs yet may hold the last one.
  const held = () => stopped.slice(0, 2).filter((one) => one.deref() !== undefined).length
  await vi.waitFor(
    () => {
      collectGarbage()
      expect(held()).toBe(0)
    },
    { timeout: 30_000, interval: 250 },
  )
})
