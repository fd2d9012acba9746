import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DatabaseConfig, openDatabase } from '../../apps/server/src/db/database.ts'
import { program, programEnvironment, serveProgram } from '../../apps/server/src/testing/serve-program.ts'
import { createTestDatabase } from '../../apps/server/src/testing/start-test-server.ts'
import { send } from '../../apps/server/src/testing/test-world.ts'
import { leaveNothing } from '../leave-nothing.ts'
import { type CommandLine, commandLinesOf, everyCommand } from './command-lines.ts'
import { saveOn } from './save-on.ts'
import { arrangeBeside, openWorld } from './world.ts'

export interface BesideWishes {
  readonly database: DatabaseConfig['dialect']
  /** Rounds of all commands, at most. */
  readonly rounds: number
  /** Seconds after which no further round begins. */
  readonly longestSeconds: number
}

/** A command line that has ended. */
interface Ended extends CommandLine {
  readonly exit: number
  readonly output: string
}

export interface PlayedBeside {
  readonly ended: readonly Ended[]
  /** Sequences of the saves that the server acknowledged, and of those that are in the database at the end. */
  readonly acknowledged: readonly number[]
  readonly stored: ReadonlySet<number>
  /** Saves and pings that were not answered with 200. */
  readonly refused: readonly string[]
  /** How often the server doubted the files of its database; undefined on PostgreSQL. */
  readonly doubts: number | undefined
}

/** Commands that run at once. */
const lanes = 2
/** Commands that need what another one has done in the same round. The program names each of those earlier. */
const after: Readonly<Record<string, string>> = {
  schedule: 'import',
  person: 'import',
  'move-organisation': 'schedule',
  'remove-organisation': 'move-organisation',
  restore: 'backup',
}
const metricsToken = 'a-token-for-figures'

/** Checkpoints in a process without Sitwell, as SQLite's own tools make them: they move the log into the file and begin it again. */
const checkpoints = `
  const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(process.argv[1], { timeout: 5000 })
  for (const mode of ['passive', 'full', 'restart', 'truncate']) database.exec('pragma wal_checkpoint(' + mode + ')')
  database.close()
`

const runNode = (args: readonly string[], env: NodeJS.ProcessEnv) =>
  new Promise<{ exit: number; output: string }>((resolve) => {
    execFile(process.execPath, args, { env, maxBuffer: 2 ** 28 }, (error, out, err) =>
      resolve({ exit: typeof error?.code === 'number' ? error.code : error ? -1 : 0, output: out + err }),
    )
  })

const storedSequences = async (config: DatabaseConfig, formRunGuid: string) => {
  const { kysely, close } = openDatabase(config)
  const events = kysely.selectFrom('answer_event').select('sequence').where('form_run_guid', '=', formRunGuid)
  const rows = await events.execute().finally(close)
  return new Set(rows.map(({ sequence }) => sequence))
}

const playIn = async (
  folder: string,
  config: DatabaseConfig,
  { rounds, longestSeconds }: BesideWishes,
): Promise<PlayedBeside> => {
  const env = programEnvironment({
    ...{
      SITWELL_DATA: join(folder, 'data'),
      HOST: '127.0.0.1',
      PORT: '0',
      SCORM_PORT: '0',
      SITWELL_METRICS_TOKEN: metricsToken,
    },
    ...{ SITWELL_ATTEMPTS_PER_MINUTE: '1000000', SITWELL_LOW_ROOM_MB: '0' },
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled'),
    // Several nodes may serve from PostgreSQL, so `check-config` expects a secret that they share.
    ...(config.dialect === 'postgres' && { DATABASE_URL: config.url, SITWELL_SECRET: randomUUID() + randomUUID() }),
  })
  const arranged = await arrangeBeside(config)
  const server = serveProgram(env)
  const callOff = leaveNothing(() => server.child.kill('SIGKILL'))
  try {
    const address = { origin: `http://127.0.0.1:${await server.ready}` }
    const { world, sitting } = await openWorld(folder, address, arranged, { rounds, config })
    const saving = saveOn(address, sitting)
    const ended: Ended[] = []
    const runCommand = async (command: string, round: number) => {
      for (const line of commandLinesOf(command, world, round))
        ended.push({ ...line, ...(await runNode([program, ...line.args], env)) })
      if (config.dialect === 'sqlite') await runNode(['-e', checkpoints, config.path], env)
    }
    const endMs = performance.now() + longestSeconds * 1000
    for (let round = 1; round <= rounds && performance.now() < endMs; round += 1) {
      const waiting = [...everyCommand]
      const running = new Map<string, Promise<void>>()
      const runInTurn = async (command: string) => {
        await running.get(after[command] ?? '')
        await runCommand(command, round)
      }
      const work = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const run = runInTurn(next)
          running.set(next, run)
          await run
        }
      }
      await Promise.all(Array.from({ length: lanes }, work))
    }
    await saving.stop()
    const figures = await send(address, '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
    const [, doubts] = /^sitwell_database_files_doubted_total (\d+)$/m.exec(figures.text) ?? []
    return {
      ended,
      acknowledged: saving.acknowledged,
      refused: saving.refused,
      stored: await storedSequences(config, sitting.formRunGuid),
      doubts: doubts === undefined ? undefined : Number(doubts),
    }
  } finally {
    server.child.kill('SIGKILL')
    callOff()
  }
}

/** Runs every command beside a server that saves all the time. */
export const playBeside = async (wishes: BesideWishes): Promise<PlayedBeside> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-beside-'))
  const postgres = wishes.database === 'postgres' ? await createTestDatabase() : undefined
  const config: DatabaseConfig = postgres
    ? { dialect: 'postgres', url: postgres.url }
    : { dialect: 'sqlite', path: join(folder, 'data', 'sitwell.sqlite') }
  try {
    return await playIn(folder, config, wishes)
  } finally {
    await postgres?.drop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
