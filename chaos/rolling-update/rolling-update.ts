import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { type Ask, finish, openExam, signIn } from '../../bench/arrive.ts'
import { percentileOf } from '../../bench/durations.ts'
import { inSeconds, whole } from '../../bench/figures.ts'
import { KeepAlive } from '../../bench/keep-alive.ts'
import { examOf } from '../../bench/learners.ts'
import { organisation, person, writeOrganisation } from '../../e2e/arrange.ts'
import { compareSaves } from '../failover/compare-saves.ts'
import { sitDown } from '../failover/sit.ts'
import { storedSaves, waitsOf } from '../failover/stored-saves.ts'
import { leaveNothing } from '../leave-nothing.ts'
import { openPostgresCluster } from '../postgres-cluster.ts'
import { checkOut, checkOutTwoVersions, type TwoVersions } from './version-before.ts'

/** `script/rolling-update [COMMIT]`: from that version to this one, or from this one to a next one, while learners sit. */
const learners = 100
const everyMs = 2000
const quietMs = 5000
const longestStartMs = 240_000
const run = promisify(execFile)

const named = process.argv[2]
const versions: TwoVersions = named
  ? { commit: named, before: await checkOut(named), after: process.cwd() }
  : await checkOutTwoVersions()
const { commit, before, after } = versions
const folder = await mkdtemp(join(tmpdir(), 'sitwell-rolling-'))
const cluster = await openPostgresCluster()
const started = new Set<ChildProcess>()
leaveNothing(() => {
  for (const child of started) child.kill('SIGKILL')
})
const env = {
  PATH: process.env.PATH,
  HOST: '127.0.0.1',
  SCORM_PORT: '0',
  SITWELL_SECRET: randomBytes(32).toString('hex'),
  DATABASE_URL: cluster.url,
  SITWELL_ATTEMPTS_PER_MINUTE: '1000000',
}
const programOf = (sources: string) => join(sources, 'apps/server/src/sitwell.ts')
const tell = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`)

let nodes = 0
const openNode = async (sources: string, port: number) => {
  nodes += 1
  const data = join(folder, `node${nodes}`)
  await mkdir(data)
  const log = await open(join(data, 'log'), 'a')
  const own = {
    ...env,
    PORT: String(port),
    SITWELL_DATA: data,
    NODE_COMPILE_CACHE: join(sources, 'node_modules/.sitwell-compiled'),
  }
  const child = spawn(process.execPath, [programOf(sources), 'serve'], { env: own, stdio: ['ignore', log.fd, log.fd] })
  await log.close()
  started.add(child)
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  // The version before may lack newer calls.
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
  return {
    ended,
    ready: async () => {
      const end = performance.now() + longestStartMs
      while (!(await isReady())) {
        if (child.exitCode !== null || performance.now() > end) throw new Error(`A node did not start; ${data} is left.`)
        await wait(100)
      }
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const ports = [await freePort(), await freePort()] as const
const origins = ports.map((port) => `http://127.0.0.1:${port}`)
const newestOf = async () => {
  const database = openDatabase({ dialect: 'postgres', url: cluster.url, poolSize: 1 })
  const rows = await database.kysely.selectFrom('migration_applied').select('name').orderBy('name').execute()
  await database.close()
  return rows.at(-1)?.name ?? 'none'
}

const orgId = 900
const people = Array.from({ length: learners }, (_, index) => person({ username: `learner-${index}` }))
const exam = organisation({ orgId, people, exams: [examOf(10)], schedules: people.map(({ username }) => ({ username })) })
await writeFile(join(folder, 'organisation.json'), JSON.stringify((await writeOrganisation(exam, folder)).file))
for (const words of [['migrate'], ['import', folder]])
  await run(process.execPath, [programOf(before), ...words], { env: { ...env, SITWELL_DATA: folder } })
const old = [await openNode(before, ports[0]), await openNode(before, ports[1])]
for (const node of old) await node.ready()
tell(`two nodes of ${commit.slice(0, 10)}, at migration ${await newestOf()}`)

const seat = async ({ username, password }: { username: string; password: string }) => {
  const account = { username, password, orgId }
  const ask =
    (token?: string): Ask =>
    async (kind, send) => {
      const connection = new KeepAlive(origins[0] ?? '', token)
      const { status, body } = await send(connection)
      connection.close()
      if (status !== 200) throw new Error(`${kind}: ${status} ${body}`)
      return body
    }
  const tokens = await signIn(ask(), account)
  return openExam(ask(tokens.access), account, tokens)
}
const sitting = []
for (const one of people) sitting.push(await seat(one))
const { saves, stop } = sitDown(origins, sitting, everyMs)
await wait(quietMs)

for (const [index, port] of ports.entries()) {
  // A place of its own to start at: the one that it replaces serves until it is told to end.
  const trial = await openNode(after, await freePort())
  await trial.ready()
  tell(`a node of the next version serves, at migration ${await newestOf()}; nodes of both versions go on`)
  await wait(quietMs)
  await old[index]?.stop()
  await (await openNode(after, port)).ready()
  await trial.stop()
  await wait(quietMs)
}
const refused = await openNode(before, await freePort())
const code = await Promise.race([refused.ended, refused.ready().then(() => 'served' as const)])
tell(`a node of the previous version that is started now ${code === 'served' ? 'serves' : `ends with ${code}`}`)
await stop()

for (const learner of sitting) {
  const connection = new KeepAlive(origins[1] ?? '', learner.token)
  const ask: Ask = async (kind, send) => {
    const { status, body } = await send(connection)
    if (status !== 200) throw new Error(`${kind}: ${status} ${body}`)
    return body
  }
  await finish(ask, learner.formRunGuid, crypto.randomUUID())
  connection.close()
}
const database = openDatabase({ dialect: 'postgres', url: cluster.url, poolSize: 1 })
const { history, answers } = await storedSaves(database, orgId)
await database.close()
const wrong = compareSaves(saves, history, answers)
const waits = waitsOf(saves)
tell(
  `${whole(saves.length)} saves, ${wrong.length} wrong; waits ${inSeconds(percentileOf(waits, 50))} in the middle, ` +
    `${inSeconds(Math.max(...waits))} the longest; ${learners} exams are finished`,
)
for (const problem of wrong.slice(0, 50)) console.log(problem)
const running = [...started].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
// A node that ends still writes into the folders that are removed below.
await Promise.all(
  running.map((child) => {
    const ends = once(child, 'exit')
    child.kill('SIGTERM')
    return ends
  }),
)
await cluster.stop()
if (wrong.length === 0)
  await Promise.all([folder, before, ...(after === process.cwd() ? [] : [after])].map((one) => rm(one, { recursive: true })))
process.exit(wrong.length === 0 ? 0 : 1)
