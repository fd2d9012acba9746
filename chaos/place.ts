import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { copyFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneByOne } from '@sitwell/client/one-by-one'
import { createExamCache } from '../apps/server/src/assessment/form-run/exam-cache.ts'
import { readHandIn } from '../apps/server/src/assessment/hand-in/read-hand-in.ts'
import { takeHandIn } from '../apps/server/src/assessment/hand-in/take-hand-in.ts'
import { systemClock } from '../apps/server/src/clock.ts'
import { importCourse } from '../apps/server/src/commands/import-course.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { type Database, type DatabaseConfig, openDatabase } from '../apps/server/src/db/database.ts'
import { selectGeneration } from '../apps/server/src/generation/queries.ts'
import { createKeys } from '../apps/server/src/keys.ts'
import { reservePort } from '../apps/server/src/testing/free-port.ts'
import type { OrganisationSpec, World } from '../e2e/arrange.ts'
import { arrangeIn } from './arrange-in.ts'
import type { BuiltServer } from './build-server.ts'
import { chaosCmi5 } from './cmi5-course.ts'
import { chaosCourse } from './course.ts'
import type { FileFault } from './fault-kinds.ts'
import { leaveNothing } from './leave-nothing.ts'
import { openPostgresCluster } from './postgres-cluster.ts'
import { createFiles } from './sqlite-files.ts'
import { readStored, type Stored } from './stored.ts'
import { readStoredCmi5 } from './stored-cmi5.ts'
import { readStoredCourse } from './stored-course.ts'

export interface PlaceWishes {
  readonly database: 'sqlite' | 'postgres'
  /** A built player other than apps/player/dist. */
  readonly playerFolder?: string
  /** Of the server, beside those that a place sets. */
  readonly environment?: Readonly<Record<string, string>>
  /** Modules that the server's process loads before its own, as `--import` names them. */
  readonly preload?: readonly string[]
  /** The server's program; its sources unless one is built. */
  readonly server?: Pick<BuiltServer, 'file' | 'compiled'>
  /** Where browsers reach the courses; the address where the server has them unless told. */
  readonly coursesAt?: string
  /** Of PostgreSQL, by their names in its configuration. */
  readonly postgresSettings?: Readonly<Record<string, string>>
}

/** A copy of a database: the file of SQLite, or the folder of PostgreSQL's cluster. */
export interface Backup {
  readonly path: string
}

export interface SetBack {
  /** PostgreSQL: another cluster takes over, while the server runs; otherwise the server is stopped for it. */
  readonly isFailover: boolean
  /** What stands beside the database is put back too, and no server remembers: nothing tells of it. */
  readonly isQuiet: boolean
}

/** A server and its database in their own processes, which can be killed and started again. */
export interface Place {
  readonly database: 'sqlite' | 'postgres'
  /** Of the database, for a connection of one's own. */
  readonly config: DatabaseConfig
  /** `http://127.0.0.1:PORT`: the same after each start. */
  readonly origin: string
  /** Where the server has its courses. */
  readonly courseOrigin: string
  /** Gives the learner of an arranged organisation the course of `course.ts`, or the one of `cmi5-course.ts`, while the server runs or not; answers its guid. */
  giveCourse(world: World, isCmi5: boolean): Promise<string>
  /** What the database holds of that course. */
  storedCourse(world: World, isCmi5: boolean): Promise<Stored>
  /** Puts an organisation into the database, while the server runs or not. */
  arrange(spec: OrganisationSpec): Promise<World>
  /** Its server, if it was built with switches, lacks this safeguard from now on; or none. It is started again for it. */
  serveWithout(safeguard: string | undefined): Promise<void>
  /** SIGKILL. Resolves once the process is gone. */
  killServer(): Promise<void>
  /** Resolves once `/ping` answers 200; does nothing if the server runs, or over a spoilt file: who mends that starts it. */
  startServer(): Promise<void>
  /**
   * SIGKILL to PostgreSQL and all of its processes. SQLite has no process of its own: it lives in the server's, which is what is
   * killed then.
   */
  killDatabase(): Promise<void>
  /** Resolves once the database has recovered, and the server answers again by itself. Starts the server on SQLite. */
  startDatabase(): Promise<void>
  /** Ids of the processes of the server and of its database. */
  processes(): Promise<number[]>
  /** A copy of the database as it is now, taken while it serves. */
  backUp(): Promise<Backup>
  /** Puts a copy in the place of the database, as an operator does, or as a replica that takes over; it serves again when this resolves. */
  setBack(backup: Backup, how: SetBack): Promise<void>
  /** Of SQLite, while the server runs: its file is deleted, another takes its place, or an older one is written over it. */
  spoilFile(how: FileFault, backup: Backup): Promise<void>
  /** Throws a copy away. */
  forget(backup: Backup): Promise<void>
  /** What an operator does about that, once the server has said so: they put back what the server has saved of it, or the copy, and start the server again. */
  mendFile(how: FileFault, backup: Backup): Promise<void>
  /**
   * The clock of the server's machine is off by this many milliseconds from now on. `isRestarted`: the machine is switched off and on again,
   * and comes back with that clock.
   */
  setClock(byMs: number, isRestarted: boolean): Promise<void>
  /** Writes a copy of the database, and what server and database have logged, into a folder. */
  writeTrail(folder: string): Promise<void>
  /** Takes a file of answers that a learner has handed in, as `sitwell hand-in` does; answers why it isn't taken. */
  handIn(world: World, content: string): Promise<string | undefined>
  /** What the database holds of a learner: the first one unless named. */
  stored(world: World, username?: string): Promise<Stored>
  /** Ends everything and throws the data away. */
  stop(): Promise<void>
}

const turnedMachine = fileURLToPath(new URL('./turned-machine.js', import.meta.url))
const serveSources = fileURLToPath(new URL('./serve.ts', import.meta.url))

/** Milliseconds between two pings of a server that comes up, that one of them may take, and in which it has to come up on a busy machine. */
const pingAgainMs = 25
const longestPingMs = 20_000
/** Milliseconds in which a server that runs has to find that its file was spoilt: its signs of life are written each four seconds. */
const longestUnnoticedMs = 30_000
const mostStarts = 5
const longestStartMs = 240_000

/** Limits are no part of the chaos: one address signs in all learners, again and again. */
const withoutLimits = { SITWELL_ATTEMPTS_PER_MINUTE: '1000000', SITWELL_FAILED_SIGN_INS_PER_ADDRESS: '1000000' }

export const openPlace = async (wishes: PlaceWishes): Promise<Place> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-chaos-'))
  const cluster = wishes.database === 'postgres' ? await openPostgresCluster(wishes.postgresSettings) : undefined
  const data = join(folder, 'data')
  const config: DatabaseConfig = cluster
    ? { dialect: 'postgres', url: cluster.url, poolSize: 2 }
    : { dialect: 'sqlite', path: join(data, 'sitwell.sqlite') }
  const machineFile = join(folder, 'machine.json')
  const serverLog = join(folder, 'server.log')
  const log = await open(serverLog, 'a')
  const files = createFiles(join(data, 'sitwell.sqlite'))
  /** What a server over PostgreSQL remembers of its generation. */
  const witness = join(data, 'postgres-generation')
  let copies = 0
  // Held until the place is stopped: its server is killed and started again, and nobody may have its ports meanwhile.
  const ports = [await reservePort(), await reservePort()] as const
  const [{ port }, { port: coursePort }] = ports
  const origin = `http://127.0.0.1:${port}`
  const courseOrigin = `http://127.0.0.1:${coursePort}`
  const { DATABASE_URL: _, NODE_OPTIONS: __, ...inherited } = process.env
  const environment = {
    ...inherited,
    HOST: '127.0.0.1',
    PORT: String(port),
    SCORM_PORT: String(coursePort),
    SITWELL_SCORM_URL: wishes.coursesAt ?? courseOrigin,
    SITWELL_DATA: data,
    SITWELL_PING_INTERVAL_MS: '1000',
    SITWELL_LOG_LEVEL: 'warn',
    // Who is away over the end of the time isn't waited for longer than a run takes.
    SITWELL_LATE_SAVE_GRACE_SECONDS: '2',
    SITWELL_CHAOS_MACHINE: machineFile,
    ...withoutLimits,
    NODE_COMPILE_CACHE: wishes.server?.compiled ?? process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled'),
    ...(cluster && { DATABASE_URL: cluster.url }),
    ...wishes.environment,
  }
  const program = wishes.server?.file ?? serveSources
  const preload = [turnedMachine, ...(wishes.preload ?? [])].flatMap((module) => ['--import', module])
  const command = [...preload, program, ...(wishes.playerFolder === undefined ? [] : [wishes.playerFolder])]
  let child: ChildProcess | undefined
  let lacking: string | undefined
  let turned: { byMs: number; bootId?: string; upSinceMs?: number } = { byMs: 0 }
  /** The file of the database isn't there, or is none: who opens it now makes another. */
  let isSpoilt = false
  /** One connection for all that the harness asks. It is gone before a server or a database is: what comes back is alone with its files. */
  let own: Database | undefined
  const database = () => {
    if (isSpoilt) throw new Error('The file of the database is spoilt.')
    own ??= openDatabase(config)
    return own
  }
  const closeOwn = async () => {
    const closing = own
    own = undefined
    await closing?.close().catch(() => undefined)
  }
  const callOff = leaveNothing(() => {
    child?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const answersPing = () =>
    fetch(`${origin}/ping`, { signal: AbortSignal.timeout(longestPingMs) }).then(
      ({ status }) => status === 200,
      () => false,
    )
  const whenItServes = async () => {
    const from = Date.now()
    while (!(await answersPing())) {
      if (!isRunning()) {
        const why = child?.signalCode ?? `code ${child?.exitCode}`
        throw new Error(`The server ended with ${why}. Its log ends so:\n${(await readFile(serverLog, 'utf8')).slice(-2000)}`)
      }
      if (Date.now() - from > longestStartMs) throw new Error(`The server did not answer in ${longestStartMs} ms.`)
      await new Promise((resolve) => setTimeout(resolve, pingAgainMs))
    }
  }
  const launch = () => {
    if (isRunning()) return
    child = spawn(process.execPath, command, {
      env: { ...environment, ...(lacking !== undefined && { SITWELL_CHAOS_WITHOUT: lacking }) },
      stdio: ['ignore', log.fd, log.fd],
    })
  }
  const startOnce = async () => {
    launch()
    await whenItServes()
  }
  /** Again where it ended: its database may be starting too, and who runs servers has them started again. */
  const startServer = async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await startOnce()
      } catch (error) {
        if (isRunning() || tries === mostStarts) throw error
      }
    }
  }
  /** One that comes back before its database serves only once that is there, which comes back after it. */
  const startUnlessSpoilt = async () => {
    if (isSpoilt) return
    if (cluster?.isRunning() === false) launch()
    else await startServer()
  }
  const killServer = async () => {
    const killed = child
    if (!killed || !isRunning()) return
    await closeOwn()
    const gone = new Promise((resolve) => killed.once('exit', resolve))
    killed.kill('SIGKILL')
    await gone
  }

  const whileAway = async (work: () => Promise<unknown>) => {
    await closeOwn()
    await killServer()
    await work()
    await startServer()
  }

  /**
   * One thing after another befalls the server and its database: one that is killed while it comes back is killed once it is there, and
   * none comes back while its database is being put back.
   */
  const turns = oneByOne()
  const inTurn =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      turns(() => work(...args))

  await startServer()
  return {
    database: wishes.database,
    config,
    origin,
    arrange: async (spec) => ({ ...(await arrangeIn(database(), folder, spec)), origin }),
    courseOrigin,
    async giveCourse({ orgId, people }, isCmi5) {
      const wishesOfImport = { orgId, learners: [people[0].username], again: false }
      const course = await (isCmi5 ? chaosCmi5() : chaosCourse())
      const imported = await importCourse(database(), course, wishesOfImport)
      await rm(dirname(course), { recursive: true })
      if (!imported?.ok) throw new Error(JSON.stringify(imported))
      const given = await database()
        .kysely.selectFrom('course_attempt')
        .select('course_attempt_guid')
        .where('org_id', '=', orgId)
        .executeTakeFirstOrThrow()
      return given.course_attempt_guid
    },
    storedCourse: async (world, isCmi5) => (isCmi5 ? readStoredCmi5 : readStoredCourse)(database(), world),
    serveWithout: inTurn(async (safeguard) => {
      if (safeguard === lacking) return
      lacking = safeguard
      await whileAway(async () => undefined)
    }),
    killServer: inTurn(killServer),
    startServer: inTurn(startUnlessSpoilt),
    killDatabase: inTurn(async () => {
      if (!cluster) return killServer()
      await closeOwn()
      await cluster.kill()
    }),
    startDatabase: inTurn(async () => {
      if (!cluster) return startUnlessSpoilt()
      await cluster.start()
      if (isRunning()) await startServer()
    }),
    processes: async () => [...(child?.pid === undefined ? [] : [child.pid]), ...((await cluster?.processes()) ?? [])],
    backUp: inTurn(async () => {
      if (cluster) {
        const copied = await cluster.backUp()
        await copyFile(witness, `${copied}-generation`)
        return { path: copied }
      }
      copies += 1
      const path = join(folder, `copy-${copies}.sqlite`)
      await files.copyTo(path)
      return { path }
    }),
    setBack: inTurn(async ({ path }, { isFailover, isQuiet }) => {
      if (!cluster) {
        await whileAway(() => files.putBack(path, isQuiet))
        isSpoilt = false
        return
      }
      await closeOwn()
      // A server that runs on remembers what it knew of its database.
      if (isQuiet) await killServer()
      await cluster.putBack(path, isFailover)
      if (isQuiet) await copyFile(`${path}-generation`, witness)
      await cluster.start()
      await startServer()
    }),
    spoilFile: inTurn(async (how, { path }) => {
      await closeOwn()
      isSpoilt = true
      await files.spoil(how, path)
    }),
    mendFile: inTurn(async (how, { path }) => {
      // A copy that was put back meanwhile has mended it.
      if (!isSpoilt) return
      const end = Date.now() + longestUnnoticedMs
      let isNoticed = !(await answersPing())
      while (!isNoticed && Date.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, pingAgainMs))
        isNoticed = !(await answersPing())
      }
      // Mended in any case: another run comes after this one.
      await whileAway(() => files.mend(path))
      isSpoilt = false
      if (!isNoticed) throw new Error(`The server goes on though its file was ${how.slice('file '.length)}.`)
    }),
    forget: async ({ path }) => {
      for (const one of [path, `${path}-generation`]) await rm(one, { recursive: true, force: true })
    },
    setClock: inTurn(async (byMs, isRestarted) => {
      const machine = isRestarted ? { byMs, bootId: randomUUID(), upSinceMs: Date.now() } : { ...turned, byMs }
      turned = machine
      const write = () => writeFile(machineFile, JSON.stringify(machine))
      await (isRestarted ? whileAway(write) : write())
    }),
    writeTrail: async (to) => {
      await copyFile(serverLog, join(to, 'server.log'))
      if (cluster) await copyFile(cluster.logFile, join(to, 'postgres.log'))
      if (!cluster) await files.copyTo(join(to, 'database.sqlite'))
      else await cluster.dump(join(to, 'database.sql'))
    },
    handIn: async ({ orgId }, content) => {
      const served = readConfig(environment)
      const keys = createKeys(served.tokenSecret)
      const handed = await readHandIn(content, { keys, orgId, allowsUnsealed: false })
      if ('why' in handed) return handed.why
      const generation = (await selectGeneration(database()))?.generation
      const exams = createExamCache(database(), systemClock.nowMs)
      const taken = await takeHandIn(
        { database: database(), config: served, keys, clock: systemClock, generation, exams },
        handed,
      )
      return 'why' in taken ? taken.why : undefined
    },
    stored: async (world, username) => readStored(database(), world, username),
    stop: inTurn(async () => {
      await closeOwn()
      await killServer()
      await cluster?.stop()
      for (const reserved of ports) await reserved.release()
      await log.close()
      callOff()
      await rm(folder, { recursive: true, force: true })
    }),
  }
}
