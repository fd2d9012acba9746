import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { createMailer } from './mail/mailer.ts'
import { startServerIn } from './testing/start-test-server.ts'

// databases: sqlite, because it tests the modes of files on the disk

const openTo = (path: string) => (statSync(path).mode & 0o077).toString(8)

test('what a server writes into its data folder is readable for its owner alone, also what an older one left open', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'sitwell-own-'))
  const folder = join(parent, 'data')
  const config = { ...readConfig({ SITWELL_DATA: folder, HOST: '127.0.0.1', PORT: '0', SITWELL_LOG_LEVEL: 'error' }) }
  const files = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  const first = await startServerIn(config)
  await createMailer(config, first.clock).send({ to: 'a@b.example', subject: 's', text: 't' })
  const names = files().map((path) => path.slice(folder.length + 1))
  expect(names).toEqual(
    expect.arrayContaining(['sitwell.sqlite', 'sitwell.sqlite-wal', 'sitwell.sqlite-generation', 'token-secret', 'mails']),
  )
  for (const path of [folder, ...files()]) expect([path, openTo(path)]).toEqual([path, '0'])
  await first.stop()

  writeFileSync(join(folder, 'sitwell.sqlite-generation'), 'older', { mode: 0o644 })
  for (const name of ['sitwell.sqlite', 'token-secret', 'sitwell.sqlite-generation']) chmodSync(join(folder, name), 0o644)
  const second = await startServerIn(
    readConfig({ SITWELL_DATA: folder, HOST: '127.0.0.1', PORT: '0', SITWELL_LOG_LEVEL: 'error' }),
  )
  for (const path of files()) expect([path, openTo(path)]).toEqual([path, '0'])
  await second.stop()
  await rm(parent, { recursive: true })
})
