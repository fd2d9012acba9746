import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { knownMigrations } from '../../apps/server/src/db/known-migrations.ts'

const run = promisify(execFile)
const root = process.cwd()

/** How many changes of the migrations are looked back over. */
const mostChanges = 10

const migrations = 'apps/server/src/db/migrations'

/** Whether this version continues from the tables of a commit: each of its migrations is known here, and there are fewer of them. */
const hasFewer = async (commit: string): Promise<boolean> => {
  const { stdout } = await run('git', ['ls-tree', '--name-only', commit, `${migrations}/`])
  const names = stdout.split('\n').flatMap((path) => (path ? [basename(path, '.ts')] : []))
  const isKnown = (name: string) => knownMigrations.some((migration) => migration.name === name)
  return names.length > 0 && names.length < knownMigrations.length && names.every(isKnown)
}

/** The commits before each that added a migration, the newest first. Throws if the history doesn't reach that far. */
const commitsBefore = async (): Promise<string[]> => {
  const { stdout } = await run('git', ['log', `-${mostChanges}`, '--format=%P', '--', migrations])
  const parents = stdout.split('\n').flatMap((line) => line.split(' ').slice(0, 1).filter(Boolean))
  if (parents.length === 0) throw new Error('The history of this clone is too short: git fetch --unshallow.')
  const fewer: string[] = []
  for (const commit of parents) if (await hasFewer(commit)) fewer.push(commit)
  return fewer
}

/** Every entry of a folder of packages but our own, as links. */
const linkPackages = async (from: string, to: string) => {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from).catch(() => []))
    if (name !== '@sitwell' && !name.startsWith('.')) await symlink(join(from, name), join(to, name))
}

/**
 * The sources of a commit in their own folder, with the installed packages of this one beside them.
 */
export const checkOut = async (commit: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-before-'))
  await run('bash', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, folder])
  const [before, now] = await Promise.all([folder, root].map((one) => readFile(join(one, 'package-lock.json'), 'utf8')))
  await linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'))
  if (before !== now) console.log('Its lock file differs: it runs with the packages of this version.')
  await mkdir(join(folder, 'node_modules/@sitwell'))
  for (const rooms of ['packages', 'apps'])
    for (const name of await readdir(join(folder, rooms))) {
      await symlink(join(folder, rooms, name), join(folder, 'node_modules/@sitwell', name))
      await linkPackages(join(root, rooms, name, 'node_modules'), join(folder, rooms, name, 'node_modules'))
    }
  return folder
}

/** Whether the server of a version starts at all: a commit in the middle of a piece of work may not. */
const loads = (sources: string): Promise<boolean> =>
  run(process.execPath, ['-e', 'await import(process.argv[1])', join(sources, 'apps/server/src/create-server.ts')]).then(
    () => true,
    () => false,
  )

/** A migration that a next version might have: a table, a column of a table in use, and one with a default. */
const trial = `import type { Migration } from '../migration.ts'

export const trial: Migration = {
  name: '2999-01-01-trial',
  statements: () => [
    'create table trial (org_id bigint primary key)',
    'alter table form_run add column trial text',
    'alter table answer_event add column trial bigint not null default 0',
  ],
}
`

/** The next version, as it might be: this one, with what git has of its uncommitted changes and one migration more. */
const makeNext = async (): Promise<string> => {
  const { stdout } = await run('git', ['stash', 'create'])
  const folder = await checkOut(stdout.trim() || 'HEAD')
  await writeFile(join(folder, migrations, '2999-01-01-trial.ts'), trial)
  const list = join(folder, 'apps/server/src/db/known-migrations.ts')
  const text = await readFile(list, 'utf8')
  const listed = text.replace(/(knownMigrations: readonly Migration\[\] = \[[^\]]*?),?\s*\]/, '$1, trial]')
  if (listed === text) throw new Error(`The list of migrations was not found in ${list}.`)
  await writeFile(list, `import { trial } from './migrations/2999-01-01-trial.ts'\n${listed}`)
  return folder
}

/** Two versions of which the second has more migrations: the sources of both, and what the first one is. */
export interface TwoVersions {
  readonly commit: string
  readonly before: string
  readonly after: string
}

/**
 * The newest version with fewer migrations whose server starts, and this one. If there is none, this version, and a next one that is made
 * up: two nodes over one database have to be tried before each release, also before the first that adds a migration.
 */
export const checkOutTwoVersions = async (): Promise<TwoVersions> => {
  for (const commit of await commitsBefore()) {
    const before = await checkOut(commit)
    if (await loads(before)) return { commit, before, after: root }
    await rm(before, { recursive: true })
  }
  return { commit: 'HEAD', before: await checkOut('HEAD'), after: await makeNext() }
}
