import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = process.cwd()

/** How many changes of the migrations are looked back over. */
const mostChanges = 10

/** The commits before each that changed the list of migrations, the newest first. Throws where the history doesn't reach that far. */
const commitsBefore = async (): Promise<string[]> => {
  const path = 'apps/server/src/db/migrate.ts'
  const { stdout } = await run('git', ['log', `-${mostChanges}`, '--format=%P', '--', path])
  const parents = stdout.split('\n').flatMap((line) => line.split(' ').slice(0, 1).filter(Boolean))
  if (parents.length === 0) throw new Error('The history of this clone is too short: git fetch --unshallow.')
  return parents
}

/** Every entry of a folder of packages but our own, as links. */
const linkPackages = async (from: string, to: string) => {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from).catch(() => []))
    if (name !== '@sitwell' && !name.startsWith('.')) await symlink(join(from, name), join(to, name))
}

/**
 * The sources of a commit in a folder of their own, with the installed packages of this one beside them.
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

/** The newest version before the last changes of the migrations whose server starts, checked out. */
export const checkOutBefore = async (): Promise<{ commit: string; folder: string }> => {
  for (const commit of await commitsBefore()) {
    const folder = await checkOut(commit)
    if (await loads(folder)) return { commit, folder }
    await rm(folder, { recursive: true })
  }
  throw new Error(`None of the last ${mostChanges} versions starts: name a commit.`)
}
