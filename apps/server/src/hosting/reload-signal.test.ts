import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { programEnvironment, serveProgram, writeDatabases } from '../testing/serve-program.ts'
import { send } from '../testing/test-world.ts'

// databases: sqlite, because it tests a signal to the process

const [north, south] = ['127.0.0.2', '127.0.0.3']

let folder: string
let served: ChildProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitwell-signal-'))
})
afterEach(async () => {
  served?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const serve = async (environment: Record<string, string>) => {
  const given = { SITWELL_DATA: join(folder, 'data'), PORT: '0', HOST: '0.0.0.0', ...environment }
  const { child, ready } = serveProgram(programEnvironment(given))
  served = child
  const port = await ready
  return { child, ended: once(child, 'exit'), originOf: (name: string) => `http://${name}:${port}` }
}

test('SIGHUP has a node read its list of databases anew, as often as it comes, and goes on serving', async () => {
  const file = await writeDatabases(folder, [north])
  const { child, ended, originOf } = await serve({ SITWELL_DATABASES: file })
  const statuses = async () =>
    Promise.all([north, south].map(async (name) => (await send({ origin: originOf(name) }, '/ping')).status))
  const wait = { timeout: 60_000, interval: 50 }
  expect(await statuses()).toEqual([200, 421])
  for (const [names, expected] of [
    [
      [north, south],
      [200, 200],
    ],
    [[south], [421, 200]],
  ] as const) {
    await writeDatabases(folder, names)
    child.kill('SIGHUP')
    await vi.waitFor(async () => expect(await statuses()).toEqual(expected), wait)
  }
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('SIGHUP stops a server without a list in an orderly way, for whoever started it to start it again', async () => {
  const { child, ended, originOf } = await serve({})
  expect((await send({ origin: originOf(north) }, '/ping')).status).toBe(200)
  child.kill('SIGHUP')
  expect(await ended).toEqual([0, null])
})
