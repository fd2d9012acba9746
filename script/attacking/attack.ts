import { parseArgs } from 'node:util'
import { beginActivity } from '../hangs/activity.ts'
import { type Verdict, writeVerdicts } from '../sum-up/write-verdicts.ts'
import { attackCallers } from './callers.ts'
import { fuzz } from './fuzz.ts'
import { floodHalfOpen } from './half-open.ts'
import { attackLimits } from './limits.ts'
import { openPlace } from './place.ts'
import { floodSlowReaders } from './slow-readers.ts'

/** `script/attack`: attacks its own server in every way that is known here, prints the result of it, and fails on a finding. */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'at-once': { type: 'string', default: '16' },
    database: { type: 'string' },
  },
})
const count = Number(values.calls)
const seed = Number(values.seed)
const atOnce = Number(values['at-once'])
if (![count, seed, atOnce].every((one) => Number.isSafeInteger(one) && one >= 0) || atOnce === 0)
  throw new Error('Usage: script/attack [--calls N] [--seed N] [--at-once N] [--database sqlite|postgres]')
const databases = (['sqlite', 'postgres'] as const).filter((one) => values.database === undefined || one === values.database)

/** Megabytes that the process may have grown by, once everything was loaded and tried. */
const mayGrowMegabytes = 400
const megabytes = () => Math.round(process.memoryUsage().rss / 1_000_000)
const found: string[] = []
const verdicts: Verdict[] = []
const activity = beginActivity('the attack')
const tell = (what: string, findings: readonly string[], counted: string) => {
  console.log(`${findings.length === 0 ? 'held ' : 'FOUND'}  ${what}: ${counted}`)
  for (const finding of findings) console.log(`  ${finding}`)
  found.push(...findings)
  verdicts.push({ title: what, ok: findings.length === 0, detail: findings.join('\n') })
}

for (const database of databases) {
  let done = 0
  // Follows from the calls, so that a seed means the same at any speed; a token holds for all of them.
  const from = Date.now()
  const place = await openPlace({
    ...{ database, exams: Math.ceil(count / 1000) + 20 },
    clock: { nowMs: () => from + Math.floor(done / 4) },
  })
  const callers = await attackCallers(place)
  tell(`every call by every kind of caller, on ${database}`, callers.findings, `${callers.calls} calls`)
  const begunMs = performance.now()
  let settledMegabytes = 0
  const { counts, findings } = await fuzz(place, {
    ...{ count, seed, atOnce },
    onThousand: ({ calls }) => {
      done = calls
      activity.at(`${calls} calls`)
      if (calls <= 20_000) settledMegabytes = megabytes()
      if (calls % 50_000 === 0) {
        const seconds = (performance.now() - begunMs) / 1000
        console.log(`  ${calls} calls, ${Math.round(calls / seconds)} a second, ${megabytes()} MB`)
      }
    },
  })
  const grown = megabytes() - settledMegabytes
  const statuses = [...counts.byStatus].sort(([one], [other]) => one - other).map(([status, number]) => `${status}: ${number}`)
  const summary = `${counts.calls} calls of seed ${seed} (${statuses.join(', ')}), ${counts.succeeded.size} calls of the contract succeeded, slowest answer ${Math.round(counts.slowestMs)} ms, ${counts.slow} above a second, ${grown} MB more`
  const tooMuch = grown > mayGrowMegabytes ? [`memory grew by ${grown} MB`] : []
  tell(`calls with wrong input, on ${database}`, [...findings, ...tooMuch], summary)
  const limits = await attackLimits(place)
  tell(`limits from many addresses, on ${database}`, limits.findings, limits.counted)
  await place.server.stop()
  const flood = await floodHalfOpen(database, { connections: 2000 })
  tell(`half-sent requests, on ${database}`, flood.findings, flood.counted)
  const unread = await floodSlowReaders(database, { connections: 200, saves: 100, isTimed: true })
  tell(`answers that nobody reads, on ${database}`, unread.findings, unread.counted)
}
console.log(found.length === 0 ? 'Nothing was found.' : `${found.length} findings.`)
writeVerdicts(verdicts)
process.exitCode = found.length === 0 ? 0 : 1
