import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts'
import { runStatement } from '../../apps/server/src/testing/run-statement.ts'
import { withBrowser } from '../../bench/with-browser.ts'
import { exam, organisation, radio } from '../../e2e/arrange.ts'
import { signIn, startExam } from '../../e2e/sign-in.ts'
import { openPlace } from '../place.ts'
import { asPostgres } from '../postgres-cluster.ts'
import { readStored } from '../stored.ts'

/** `script/point-in-time`: a running exam's database is set back by pgBackRest, and its page sends again what that lacks. */
const run = promisify(execFile)
const patience = { timeout: 120_000 }
const folder = await mkdtemp(join(tmpdir(), 'sitwell-point-in-time-'))
const configuration = join(folder, 'pgbackrest.conf')
const postgresSettings = {
  unix_socket_directories: folder,
  archive_mode: 'on',
  archive_command: `pgbackrest --config=${configuration} --stanza=sitwell archive-push %p`,
  log_line_prefix: '%m ',
}
// PostgreSQL's user writes there.
const own = (path: string) => (process.getuid?.() === 0 ? run('chown', ['-R', 'postgres:', path]) : undefined)
await own(folder)
const place = await openPlace({ database: 'postgres', postgresSettings })
const open = () =>
  openDatabase({ dialect: 'postgres', url: place.config.dialect === 'postgres' ? place.config.url : '', poolSize: 1 })
const asked = async <T>(ask: (database: Database) => Promise<T>): Promise<T> => {
  const database = open()
  return ask(database).finally(database.close)
}
const one = (statement: string) =>
  asked(async (database) => (await runStatement<{ value: string }>(database, statement))[0]?.value ?? '')
const tell = (line: string) => console.log(`${new Date().toISOString().slice(11, 23)}  ${line}`)

const data = await one('select setting as value from pg_settings where name = $$data_directory$$')
const { port, password } = new URL(place.config.dialect === 'postgres' ? place.config.url : '')
const shipped = await readFile(new URL('../../deploy/engine/pgbackrest.conf', import.meta.url), 'utf8')
const filled = shipped
  .replace('/var/lib/pgbackrest', join(folder, 'repository'))
  .replace('/var/lib/postgresql/15/sitwell', data)
  .replace('pg1-port=5432', `pg1-port=${port}`)
  .replace('/var/run/postgresql', folder)
  .replace('pg1-user=postgres', 'pg1-user=sitwell\npg1-database=postgres')
await writeFile(configuration, `${filled}\n[global:archive-push]\nlog-level-console=error\n`, { mode: 0o644 })
await own(folder)
const env = { ...process.env, PGPASSWORD: password, HOME: folder }
const pgBackRest = (...words: string[]) => {
  const common = [`--config=${configuration}`, '--stanza=sitwell', `--log-path=${folder}`, `--lock-path=${folder}`]
  return run(...asPostgres('pgbackrest', [...common, ...words]), { env })
}

const answer = async (page: Page, number: number) => {
  await page.getByRole('button', { name: new RegExp(`^Question ${number}\\b`) }).click()
  await expect(page.getByRole('heading', { name: `Question ${number}`, exact: true })).toBeVisible(patience)
  await page.getByRole('radio', { name: 'Beech' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved', patience)
}

try {
  await pgBackRest('stanza-create')
  await pgBackRest('--type=full', 'backup')
  tell('a full backup is made')
  const questions = [1, 2, 3, 4, 5].map((number) => radio(`Which is tree ${number}?`, ['Ash', 'Beech'], 0))
  const world = await place.arrange(organisation({ exams: [exam({ settings: { examTime: 3600 }, questions })] }))
  const held = () =>
    asked(async (database) =>
      (await readStored(database, world)).answers
        .map(({ questionId }) => world.exams[0]?.questionIds.indexOf(questionId))
        .sort(),
    )
  await withBrowser(async (browser) => {
    const page = await (await browser.newContext({ baseURL: place.origin })).newPage()
    await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
    await startExam(page)
    await answer(page, 1)
    await answer(page, 2)
    const target = await one('select clock_timestamp()::text as value')
    await wait(1500)
    await answer(page, 3)
    await answer(page, 4)
    expect(await held()).toEqual([0, 1, 2, 3])
    const segment = await one('select pg_walfile_name(pg_switch_wal()) as value')
    const isArchived = () => one('select coalesce(last_archived_wal, $$$$) as value from pg_stat_archiver')
    await expect.poll(async () => (await isArchived()) >= segment, patience).toBe(true)
    tell(`four answers are saved; the database is set back to ${target}, when two were`)

    await place.killDatabase()
    await rm(data, { recursive: true })
    await pgBackRest('restore', '--type=time', `--target=${target}`, '--target-action=promote')
    await place.startDatabase()
    await expect.poll(() => one('select pg_is_in_recovery()::text as value'), patience).toBe('false')
    const stopped = await one('select timeline_id::text as value from pg_control_checkpoint()')
    tell(`it serves again, on timeline ${stopped}`)
    // Nobody touches the page.
    await expect.poll(held, patience).toEqual([0, 1, 2, 3])
    const received = await asked(async (database) =>
      (await readStored(database, world)).events.map(({ receivedAt }) => receivedAt),
    )
    const since = Date.parse(target)
    const again = received.filter((at) => at > since).length
    expect(received.length - again).toBe(2)
    await answer(page, 5)
    expect(await held()).toEqual([0, 1, 2, 3, 4])
    tell(`all that the page had acknowledged is there again: ${again} came from it, and a fifth answer was saved`)
  })
} finally {
  await place.stop()
  await rm(folder, { recursive: true, force: true })
}
