import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { appendFile, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { reservePort } from '../apps/server/src/testing/free-port.ts'
import { leaveNothing } from './leave-nothing.ts'

const run = promisify(execFile)

/** A PostgreSQL that can be killed and comes back at the same address with all that it had committed. */
export interface PostgresCluster {
  /** Of its database `postgres`. */
  readonly url: string
  /** SIGKILL to it and to every process of it: nothing is written or told any more. */
  kill(): Promise<void>
  /** Resolves once it has recovered from its crash and takes statements. */
  start(): Promise<void>
  /** Whether it was started, and not killed since. */
  isRunning(): boolean
  /** Ids of its processes as they are now. */
  processes(): Promise<number[]>
  /** Copies all of it while it runs, as an operator's backup does; answers the folder of the copy. */
  backUp(): Promise<string>
  /**
   * Puts a copy in its place, which isn't started. `isFailover`: as a replica that takes over, and begins another line of time; otherwise nothing
   * tells it from what it was.
   */
  putBack(copy: string, isFailover: boolean): Promise<void>
  /** Writes all that it holds as SQL. */
  dump(to: string): Promise<void>
  /** The file that it logs to. */
  readonly logFile: string
  /** Ends it and throws its data away. */
  stop(): Promise<void>
}

const isRoot = process.getuid?.() === 0

/** PostgreSQL refuses to run as root. */
export const asPostgres = (command: string, given: readonly string[]): [command: string, given: string[]] =>
  isRoot
    ? ['setpriv', ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', command, ...given]]
    : [command, [...given]]

/** Where Debian keeps a PostgreSQL server's programs, the newest version of them; or wherever PATH has them. */
const programsFolder = async (): Promise<string> => {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const folders = versions.sort((a, b) => Number(b) - Number(a)).map((version) => `/usr/lib/postgresql/${version}/bin`)
  const found = [...folders, ...(process.env.PATH ?? '').split(':')].find((folder) => existsSync(join(folder, 'initdb')))
  if (!found) throw new Error('PostgreSQL is missing. Install it (Debian: apt-get install postgresql).')
  return found
}

/** The processes that a process has started and that still run. */
const childrenOf = async (pid: number): Promise<number[]> => {
  // `ps` answers 1 where there are none.
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.split('\n').flatMap((line) => (line.trim() === '' ? [] : [Number(line)]))
}

const killIfThere = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

/** Milliseconds between two tries to reach it. */
const tryAgainMs = 50
/** Milliseconds in which it has to come up; a recovery from a crash takes well below a second on a machine that isn't busy. */
const longestStartMs = 240_000

/** Makes its own cluster in a temporary folder and starts it. Durability is left as it comes unless told: every commit is synced. */
export const openPostgresCluster = async (own: Readonly<Record<string, string>> = {}): Promise<PostgresCluster> => {
  const programs = await programsFolder()
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-chaos-postgres-'))
  const data = join(folder, 'data')
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  if (isRoot) await run('chown', ['-R', 'postgres:', folder])
  const made = ['-D', data, '-U', 'sitwell', '--pwfile', passwordFile, '--auth', 'scram-sha-256', '--encoding', 'UTF8']
  await run(...asPostgres(join(programs, 'initdb'), [...made, '--no-locale', '--no-sync']))
  const { port, release } = await reservePort()
  const logFile = join(folder, 'log')
  let copies = 0
  const url = `postgres://sitwell:${password}@127.0.0.1:${port}/postgres`
  let child: ChildProcess | undefined

  const answers = async () => {
    const { kysely, close } = openDatabase({ dialect: 'postgres', url, poolSize: 1 })
    return kysely
      .selectNoFrom((expression) => expression.lit(1).as('one'))
      .execute()
      .then(
        () => true,
        () => false,
      )
      .finally(close)
  }
  const log = await open(logFile, 'a')
  const start = async () => {
    const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200', ...own }
    const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const from = Date.now()
    while (Date.now() - from < longestStartMs) {
      if (!child || child.exitCode !== null || child.signalCode !== null)
        child = spawn(...asPostgres(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...given]), {
          stdio: ['ignore', log.fd, log.fd],
        })
      if (await answers()) return
      await new Promise((resolve) => setTimeout(resolve, tryAgainMs))
    }
    throw new Error(`PostgreSQL did not come up in ${longestStartMs} ms.`)
  }
  const processes = async () => (child?.pid === undefined ? [] : [child.pid, ...(await childrenOf(child.pid))])
  const kill = async () => {
    const killed = child
    if (!killed) return
    // What it may have started meanwhile ends by itself once its parent is gone.
    for (const pid of await processes()) killIfThere(pid)
    await ended(killed)
    child = undefined
  }
  const callOff = leaveNothing(() => {
    if (child?.pid !== undefined) killIfThere(child.pid)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  await start()
  return {
    url,
    kill,
    start,
    isRunning: () => child !== undefined,
    processes,
    logFile,
    backUp: async () => {
      copies += 1
      const copy = join(folder, `copy-${copies}`)
      const wishes = ['-D', copy, '-d', url, '--wal-method=stream', '--checkpoint=fast', '--no-sync']
      await run(...asPostgres(join(programs, 'pg_basebackup'), wishes))
      return copy
    },
    putBack: async (copy, isFailover) => {
      await kill()
      await rm(data, { recursive: true, force: true })
      await run('cp', ['-a', copy, data])
      if (!isFailover) return
      const recovery = ["restore_command = 'false'", "recovery_target = 'immediate'", "recovery_target_action = 'promote'"]
      await appendFile(join(data, 'postgresql.auto.conf'), `${recovery.join('\n')}\n`)
      await writeFile(join(data, 'recovery.signal'), '')
      if (isRoot) await run('chown', ['postgres:', join(data, 'recovery.signal')])
    },
    dump: async (to) => void (await run(join(programs, 'pg_dump'), ['--file', to, url])),
    stop: async () => {
      await kill()
      await release()
      await log.close()
      callOff()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
