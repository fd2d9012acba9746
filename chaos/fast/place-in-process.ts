import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createExamCache } from '../../apps/server/src/assessment/form-run/exam-cache.ts'
import { readHandIn } from '../../apps/server/src/assessment/hand-in/read-hand-in.ts'
import { takeHandIn } from '../../apps/server/src/assessment/hand-in/take-hand-in.ts'
import { systemClock } from '../../apps/server/src/clock.ts'
import { type Config, readConfig } from '../../apps/server/src/config.ts'
import { createServer, type SitwellServer } from '../../apps/server/src/create-server.ts'
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts'
import { selectGeneration } from '../../apps/server/src/generation/queries.ts'
import { createKeys } from '../../apps/server/src/keys.ts'
import { readOrganisation } from '../../apps/server/src/organisation/read-organisation.ts'
import { storeOrganisation } from '../../apps/server/src/organisation/store-organisation.ts'
import type { Machine } from '../../apps/server/src/server-time/machine.ts'
import { reservePort } from '../../apps/server/src/testing/free-port.ts'
import { backUp } from '../../apps/server/src/testing/set-back.ts'
import { createTestDatabase } from '../../apps/server/src/testing/start-test-server.ts'
import { type OrganisationSpec, type World, writeOrganisation } from '../../e2e/arrange.ts'
import type { RunPlace } from '../run-place.ts'
import { createFiles } from '../sqlite-files.ts'
import { readStored } from '../stored.ts'
import { holdTimeForPostgres } from './postgres-outside-of-time.ts'
import { holdTimeFor, inRealm, outsideOfTime } from './simulated-time.ts'

export interface PlaceInProcess extends RunPlace {
  /** Which start of the server it is; undefined while it is down. */
  life(): number | undefined
  arrange(spec: OrganisationSpec): Promise<World>
  /** Looks into the database, outside of time; into its file while the server is down. */
  look<T>(work: (database: Database) => Promise<T>): Promise<T>
  writeTrail(folder: string): Promise<void>
  stop(): Promise<void>
}

/** Where a commit costs nothing: no power is cut here. */
const memoryFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
/** Who signs in is of no interest here, and the real thing takes a tenth of a second. */
const passwords = { hash: async (given: string) => given, verify: async () => true, isCurrent: () => true }
const mostStarts = 50
/** Limits are no part of it: one address signs in all learners. */
const environment = {
  HOST: '127.0.0.1',
  SCORM_PORT: '0',
  SITWELL_LOG_LEVEL: 'warn',
  SITWELL_SECRET: randomUUID() + randomUUID(),
  SITWELL_LOW_ROOM_MB: '0',
  SITWELL_LATE_SAVE_GRACE_SECONDS: '2',
  SITWELL_ATTEMPTS_PER_MINUTE: '1000000',
  SITWELL_FAILED_SIGN_INS_PER_ADDRESS: '1000000',
}

/** Backups of PostgreSQL, by name: copies of the database, which no connection may use while one is made. */
const createCopies = (config: Pick<Config, 'database'>) => {
  const copies = new Map<string, Awaited<ReturnType<typeof backUp>>>()
  return {
    add: async (name: string): Promise<void> => {
      copies.set(name, await backUp(config, name))
    },
    putBack: async (name: string): Promise<void> => copies.get(name)?.restore(),
    remove: async (name: string): Promise<void> => {
      await copies.get(name)?.remove()
      copies.delete(name)
    },
    removeAll: async (): Promise<void> => {
      for (const copy of copies.values()) await copy.remove()
    },
  }
}

/**
 * The server itself, with SQLite on a file or with PostgreSQL, in this process and in simulated time. A killed server is stopped at once and forgets all that
 * it had in its memory; that a process loses what isn't on the disk is shown in their own processes.
 */
export const openPlaceInProcess = async (kind: 'postgres' | 'sqlite' = 'sqlite'): Promise<PlaceInProcess> => {
  if (kind === 'postgres') holdTimeForPostgres()
  const postgres = kind === 'postgres' ? await createTestDatabase() : undefined
  const folder = await mkdtemp(join(memoryFolder, 'sitwell-chaos-'))
  const data = join(folder, 'data')
  const path = join(data, 'sitwell.sqlite')
  const { port, release: releasePort } = await reservePort()
  const config = readConfig({ ...environment, SITWELL_DATA: data, PORT: String(port), DATABASE_URL: postgres?.url })
  const postgresCopies = createCopies(config)
  const files = createFiles(path)
  const log: string[] = []
  let copies = 0
  let starts = 0
  let isSpoilt = false
  let turned = { byMs: 0, bootId: 'first', upSinceMs: 0 }
  const machine: Machine = {
    read: () => ({ wallMs: Date.now() + turned.byMs, steadyMs: machine.steadyMs() }),
    steadyMs: () => performance.now() - turned.upSinceMs + 60_000,
    uptimeMs: () => Math.round(machine.steadyMs()),
    get bootId() {
      return turned.bootId
    },
  }
  let server: SitwellServer | undefined
  let release = () => {}
  let own: Database | undefined
  const database = () => {
    if (isSpoilt) throw new Error('The file of the database is spoilt.')
    if (server) return server.database
    own ??= openDatabase(config.database)
    return own
  }
  const closeOwn = async () => {
    const closing = own
    own = undefined
    await closing?.close().catch(() => undefined)
  }
  /** As code of no page, and outside of time. */
  const alone = <T>(work: () => Promise<T>) => inRealm(undefined, () => outsideOfTime(work))

  const startOnce = async () => {
    const overrides = { machine, passwords, logTo: { write: (line: string) => void log.push(line) }, longestStopMs: 1 }
    const made = await createServer(config, overrides)
    release = holdTimeFor(() => made.database.waiting())
    await made.start().catch(async (error: unknown) => {
      release()
      await made.stop().catch(() => undefined)
      throw error
    })
    starts += 1
    server = made
  }
  const start = async () => {
    for (let tries = 1; !server && !isSpoilt; tries += 1)
      await startOnce().catch(async (error: unknown) => {
        // A program that knows of no reservation has the port for a moment, while no server was here.
        if (Object(error).code !== 'EADDRINUSE' || tries === mostStarts) throw error
        await new Promise<void>((resolve) => setImmediate(resolve))
      })
  }
  const kill = async () => {
    const killed = server
    server = undefined
    release()
    // Its file may be gone.
    await killed?.stop().catch((error: unknown) => void log.push(String(error)))
  }
  const whileAway = async (work: () => Promise<unknown>) => {
    await closeOwn()
    await kill()
    await work()
    await start()
  }
  await alone(start)

  return {
    origin: `http://127.0.0.1:${port}`,
    arrange: (spec) =>
      alone(async () => {
        const at = await mkdtemp(join(folder, 'organisation-'))
        const { file, world } = await writeOrganisation(spec, at)
        const organisationPath = join(at, 'organisation.json')
        await writeFile(organisationPath, JSON.stringify(file))
        const reading = await readOrganisation(organisationPath)
        if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
        await storeOrganisation(database(), systemClock, reading.organisation)
        await rm(at, { recursive: true })
        return { ...world, origin: `http://127.0.0.1:${port}` }
      }),
    life: () => (server ? starts : undefined),
    look: (work) => alone(() => work(database())),
    giveCourse: () => Promise.reject(new Error('There are no courses here.')),
    storedCourse: () => Promise.reject(new Error('There are no courses here.')),
    stored: (world) => alone(() => readStored(database(), world)),
    killServer: () => alone(kill),
    startServer: () => alone(start),
    killDatabase: () => alone(kill),
    startDatabase: () => alone(start),
    backUp: () =>
      alone(async () => {
        copies += 1
        if (postgres) {
          const copy = `copy_${copies}`
          await whileAway(() => postgresCopies.add(copy))
          return { path: copy }
        }
        const copy = join(folder, `copy-${copies}.sqlite`)
        await files.copyTo(copy)
        return { path: copy }
      }),
    setBack: ({ path: copy }, { isQuiet }) =>
      alone(() => whileAway(() => (postgres ? postgresCopies.putBack(copy) : files.putBack(copy, isQuiet)))),
    spoilFile: (how, { path: copy }) =>
      alone(async () => {
        await closeOwn()
        isSpoilt = true
        await files.spoil(how, copy)
      }),
    mendFile: (_, { path: copy }) =>
      alone(() =>
        whileAway(async () => {
          await files.mend(copy)
          isSpoilt = false
        }),
      ),
    forget: ({ path: copy }) =>
      alone(async () => {
        await postgresCopies.remove(copy)
        for (const one of postgres ? [] : [copy, `${copy}-generation`]) await rm(one, { force: true })
      }),
    setClock: (byMs, isRestarted) =>
      alone(async () => {
        const turn = async () => {
          turned = isRestarted ? { byMs, bootId: randomUUID(), upSinceMs: performance.now() } : { ...turned, byMs }
        }
        await (isRestarted ? whileAway(turn) : turn())
      }),
    handIn: ({ orgId }, content) =>
      alone(async () => {
        const keys = createKeys(config.tokenSecret)
        const handed = await readHandIn(content, { keys, orgId, allowsUnsealed: false })
        if ('why' in handed) return handed.why
        const generation = (await selectGeneration(database()))?.generation
        const exams = createExamCache(database(), systemClock.nowMs)
        const taken = await takeHandIn({ database: database(), config, keys, clock: systemClock, generation, exams }, handed)
        return 'why' in taken ? taken.why : undefined
      }),
    writeTrail: (to) =>
      alone(async () => {
        await writeFile(join(to, 'server.log'), log.join(''))
        if (postgres) return
        await files.copyTo(join(folder, 'trail.sqlite'))
        await copyFile(join(folder, 'trail.sqlite'), join(to, 'database.sqlite'))
        await rm(join(folder, 'trail.sqlite'))
      }),
    stop: () =>
      alone(async () => {
        await closeOwn()
        await kill()
        await releasePort()
        await postgresCopies.removeAll()
        await postgres?.drop()
        await rm(folder, { recursive: true, force: true })
      }),
  }
}
