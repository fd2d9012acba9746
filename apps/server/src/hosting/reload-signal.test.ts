import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { send } from '../testing/test-world.ts'

const program = fileURLToPath(new URL('../sitwell.ts', import.meta.url))
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

/** The program itself, as it is started by an operator. */
const serve = async (environment: Record<string, string>) => {
  const others = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^SITWELL_|^DATABASE_URL$/.test(name)))
  const child = spawn(process.execPath, [program, 'serve'], {
    env: { ...others, SITWELL_DATA: join(folder, 'data'), PORT: '0', HOST: '0.0.0.0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  served = child
  let output = ''
  for await (const part of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += String(part)
    const [, port] = /ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(output) ?? []
    if (port !== undefined) return { child, ended: once(child, 'exit'), originOf: (name: string) => `http://${name}:${port}` }
  }
  throw new Error(`It ended: ${output}`)
}

test('SIGHUP has a node read its list of databases anew, as often as it comes, and goes on serving', async () => {
  const file = join(folder, 'databases.json')
  const write = (names: readonly string[]) => {
    const databases = names.map((name) => ({ names: [name], dataFolder: join(folder, name) }))
    return writeFile(file, JSON.stringify({ otherNames: 'refused', databases }), { mode: 0o600 })
  }
  await write([north])
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
    await write(names)
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
