import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createClamav } from './clamav.ts'

/** The industry's test file, put together here so that no scanner takes this file for it. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS', '-TEST-FILE!$H+H*'].join('')

const hasDaemon = (() => {
  try {
    return execFileSync('sh', ['-c', 'command -v clamd']).length > 0
  } catch {
    return false
  }
})()

/** Pieces as they stand in the database. */
async function* piecesOf(text: string) {
  const bytes = new TextEncoder().encode(text)
  for (let from = 0; from < bytes.length; from += 1000) yield bytes.subarray(from, from + 1000)
}

// The daemon is Debian's clamav-daemon, which script/test installs; its signatures are one of our own, so nothing is downloaded.
test.skipIf(!hasDaemon)('a real ClamAV daemon finds what it knows, and nothing in anything else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-clamd-'))
  const socket = join(folder, 'clamd.sock')
  const md5 = createHash('md5').update(eicar).digest('hex')
  await writeFile(join(folder, 'own.hdb'), `${md5}:${eicar.length}:Eicar-Test\n`)
  const settings = [
    `LocalSocket ${socket}`,
    `DatabaseDirectory ${folder}`,
    `TemporaryDirectory ${folder}`,
    'Foreground yes',
    'StreamMaxLength 1M',
  ]
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  const daemon = spawn('clamd', ['-c', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  try {
    await vi.waitFor(() => expect(existsSync(socket)).toBe(true), { timeout: 120_000, interval: 200 })
    const scan = createClamav({ path: socket })
    expect(await scan(piecesOf(eicar))).toEqual({ is: 'infected', signature: expect.stringContaining('Eicar-Test') })
    expect(await scan(piecesOf('an honest essay '.repeat(10_000)))).toEqual({ is: 'clean' })
    // It hangs up with its answer, and may have done so at the very moment of a write: then it is asked again, as held files are.
    await vi.waitFor(async () => expect(await scan(piecesOf('a thesis '.repeat(300_000)))).toEqual({ is: 'too-large' }))
  } finally {
    daemon.kill()
    await rm(folder, { recursive: true, force: true })
  }
})
