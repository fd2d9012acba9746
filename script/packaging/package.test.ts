import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { installedVersion } from '../../e2e/installed-version.ts'
import { readShipped, shippedPaths } from './licences.ts'

const run = promisify(execFile)

test('what is for development alone is not shipped, and all that is shipped says its licence', async () => {
  const lock = {
    packages: { '': {}, 'node_modules/a': {}, 'node_modules/b': { dev: true }, 'node_modules/@sitwell/c': { link: true } },
  }
  expect(shippedPaths(JSON.stringify(lock))).toEqual(['node_modules/a'])
  const shipped = await readShipped(process.cwd())
  expect(shipped.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'react', 'node']))
  // Code that would have to be given out under the same terms as it is; the library of sharp is loaded beside ours, as its licence asks.
  const copyleft = shipped.filter(({ licence }) => /\bA?GPL|LGPL/.test(licence)).map(({ name }) => name.replace(/-linux.*/, ''))
  expect([...new Set(copyleft)]).toEqual(['@img/sharp-libvips'])
})

describe('a package', () => {
  let folder: string
  let installed: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitwell-package-'))
    installed = join(folder, 'opt')
  })
  afterAll(() => rm(folder, { recursive: true }))

  // Each of these continues from the one before.
  test('is made without the sources of tests', async () => {
    await run('script/package', [folder])
    await mkdir(installed)
    await run('tar', ['-xzf', join(folder, `sitwell-${installedVersion}.tgz`), '--strip-components=1', '-C', installed])
    const names = ['-name', '*.test.ts', '-o', '-name', 'testing', '-o', '-name', '*.spec.ts']
    const { stdout: files } = await run('find', [installed, ...names])
    expect(files).toBe('')
  })

  test('is installed with the licences of all that it needs', async () => {
    await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: installed })
    expect(await readFile(join(installed, 'LICENCES-OF-OTHERS.txt'), 'utf8')).toMatch(/^fastify \S+: MIT$/m)
  })

  test('serves the player once it is installed, and makes a backup', async () => {
    const port = await freePort()
    // Nothing of what the tests themselves are told.
    const ofTests = (name: string) => name === 'DATABASE_URL' || name.startsWith('SITWELL_')
    const env = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTests(name))),
      SITWELL_DATA: join(folder, 'data'),
      HOST: '127.0.0.1',
      PORT: String(port),
      SCORM_PORT: '0',
      NODE_COMPILE_CACHE: undefined,
    }
    const program = join(installed, 'bin/sitwell')
    expect((await run(program, ['check-config'], { env })).stdout).toMatch(/^note {2}There is no embedded/m)
    const server = spawn(program, ['serve'], { env, stdio: ['ignore', 'inherit', 'inherit'] })
    const ended = once(server, 'exit')
    try {
      const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
      const isReady = vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), {
        timeout: 120_000,
        interval: 250,
      })
      const tooSoon = ended.then(() => Promise.reject(new Error('The installed server ended by itself.')))
      tooSoon.catch(() => {})
      await Promise.race([isReady, tooSoon])
      expect(await (await ask('/login')).text()).toContain('<script')
      expect((await run(program, ['backup'], { env })).stdout).toContain('Backed up to')
    } finally {
      server.kill()
      await ended
    }
  })
})
