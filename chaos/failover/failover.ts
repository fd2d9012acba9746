import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { systemClock } from '../../apps/server/src/clock.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { createSessions } from '../../apps/server/src/http/caller.ts'
import { percentileOf } from '../../bench/durations.ts'
import { inSeconds, whole } from '../../bench/figures.ts'
import { seatLearners } from '../../bench/learners.ts'
import { copyLearner } from '../../bench/many-learners.ts'
import { arrangeIn } from '../arrange-in.ts'
import { compareSaves } from './compare-saves.ts'
import { openEngine } from './engine.ts'
import { failoverFaults } from './faults.ts'
import { openNetwork } from './network.ts'
import { openNode, openProxy } from './nodes.ts'
import { type SentSave, sitDown } from './sit.ts'
import { storedSaves, waitsOf } from './stored-saves.ts'

/** `script/failover`, in its own namespaces, in which it may do as it likes. */
const { values } = parseArgs({
  options: { short: { type: 'boolean' }, only: { type: 'string' }, learners: { type: 'string', default: '200' } },
})
const named = values.short ? ['primary killed'] : values.only?.split(',').map((name) => name.trim())
const faults = failoverFaults.filter(({ name }) => !named || named.includes(name))
if (named && faults.length < named.length)
  throw new Error(`There are the faults ${failoverFaults.map(({ name }) => `“${name}”`).join(', ')}.`)

/** Milliseconds between two saves of one learner; of quiet before a fault and after it is mended. */
const everyMs = 3000
const quietMs = 3000
const origin = 'http://127.0.0.1:8080'

const folder = await mkdtemp(join(tmpdir(), 'sitwell-failover-'))
// Each machine's own folder is closed to others; the way to it isn't.
await chmod(folder, 0o755)
const secret = randomBytes(32).toString('hex')
const startedMs = performance.now()
const tell = (line: string) => console.log(`${inSeconds(performance.now() - startedMs).padStart(8)}  ${line}`)

await openNetwork()
const engine = await openEngine(folder)
tell(`${await engine.leader()} leads, ${await engine.synchronousStandby()} follows synchronously`)
const proxy = await openProxy(folder, 2)
const databaseUrl = engine.urlAt('127.0.0.1')
const nodes = await Promise.all([0, 1].map((node) => openNode(folder, node, secret, databaseUrl)))
for (const service of [...nodes, proxy]) await service.up()

const config = { dialect: 'postgres', url: databaseUrl, poolSize: 2 } as const
const database = openDatabase(config)
const arrange = async (spec: Parameters<typeof arrangeIn>[2]) => ({ ...(await arrangeIn(database, folder, spec)), origin })
const [first] = await seatLearners({ origin, arrange }, 1)
if (!first) throw new Error('Nobody sits.')
const { running } = await copyLearner(config, secret, first, { running: Number(values.learners), waiting: 0 })
await engine.whole()
tell(`${running.length} learners sit, each with a save every ${everyMs / 1000} s, at two nodes`)

const problems: string[] = []
/** Of all faults so far: what was there after one has to be there after the others. */
const known: SentSave[] = []
const sessions = createSessions(database, { tokenSecret: new TextEncoder().encode(secret) }, systemClock)
for (const { name, strike } of faults) {
  // A token is good for a quarter of an hour.
  for (const learner of running) learner.token = await sessions.sign({ ...learner, admin: false })
  const { saves, stop } = sitDown([origin], running, everyMs)
  await wait(quietMs)
  const struckMs = performance.now()
  const mend = await strike({ engine, nodes, proxy })
  const replacedMs = performance.now() - struckMs
  // Whoever was away comes back while learners save with whoever took over.
  await wait(quietMs)
  await mend()
  await engine.whole()
  await wait(quietMs)
  await stop()
  const { history, answers } = await storedSaves(database, first.orgId)
  known.push(...saves)
  const wrong = compareSaves(known, history, answers)
  problems.push(...wrong.map((problem) => `${name}: ${problem}`))
  const waits = waitsOf(saves)
  const acknowledged = saves.filter(({ acknowledgedMs }) => acknowledgedMs !== undefined).length
  tell(
    `${name}: ${whole(saves.length)} saves, ${whole(acknowledged)} acknowledged, ${wrong.length} wrong; waits ` +
      `${inSeconds(percentileOf(waits, 50))} in the middle, ${inSeconds(Math.max(...waits))} the longest; ` +
      `replaced after ${inSeconds(replacedMs)}`,
  )
}
await database.close()
for (const problem of problems.slice(0, 50)) console.log(problem)
if (problems.length === 0) await rm(folder, { recursive: true })
console.log(
  problems.length === 0 ? 'No acknowledged answer is missing or doubled.' : `${problems.length} wrong; ${folder} is left.`,
)
process.exit(problems.length === 0 ? 0 : 1)
