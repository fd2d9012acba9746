import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { examKinds } from './exam.ts'
import { faultKinds } from './fault-kinds.ts'
import { planOf } from './plan.ts'
import { playPlans } from './play-plans.ts'
import { failureInWords, inWords, sumUp } from './summary.ts'

const databases = ['sqlite', 'postgres'] as const

/** `script/chaos`: plays seeds, prints what they came to, and fails where an answer was lost, overwritten or doubled. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    workers: { type: 'string', default: '4' },
    only: { type: 'string' },
    files: { type: 'boolean' },
    courses: { type: 'boolean' },
    cmi5: { type: 'boolean' },
    exam: { type: 'string' },
    database: { type: 'string' },
  },
})
const alone = values.seed === undefined ? undefined : Number(values.seed)
const from = Number(values.from)
const count = Number(positionals[0] ?? 100)
const seeds = alone === undefined ? Array.from({ length: count }, (_, index) => from + index) : [alone]
if (!seeds.every(Number.isSafeInteger) || seeds.length === 0)
  throw new Error(
    'Usage: script/chaos [N] [--from SEED] [--workers N] [--only FAULT,FAULT] [--files] [--courses] [--cmi5] [--exam checked|routed] [--database sqlite|postgres], or script/chaos --seed SEED',
  )

const only = values.only?.split(',').map((name) => {
  const kind = faultKinds.find((one) => one === name.trim())
  if (!kind) throw new Error(`There is no fault “${name}”. There are: ${faultKinds.join(', ')}.`)
  return kind
})

const database = databases.find((name) => name === values.database)
if (values.database !== undefined && !database) throw new Error(`There are the databases ${databases.join(' and ')}.`)

const exam = examKinds.find((name) => name === values.exam)
if (values.exam !== undefined && !exam) throw new Error(`There are the exams ${examKinds.join(', ')}.`)

const startedMs = performance.now()
const seconds = () => (performance.now() - startedMs) / 1000
const tellEvery = 25
let done = 0

/** All that is printed, and of each run that failed all that is left: thrown away if none did. */
const folder = await mkdtemp(join(tmpdir(), 'sitwell-chaos-trail-'))
const tell = (line: string) => {
  console.log(line)
  appendFileSync(join(folder, 'output.txt'), `${line}\n`)
}
const steered = [
  ...(values.only === undefined ? [] : [`--only "${values.only}"`]),
  ...(values.files ? ['--files'] : []),
  ...(values.courses ? ['--courses'] : []),
  ...(values.cmi5 ? ['--cmi5'] : []),
  ...(values.exam === undefined ? [] : [`--exam ${values.exam}`]),
  ...(values.database === undefined ? [] : [`--database ${values.database}`]),
]
const commandOf = (seed: number) => ['script/chaos', '--seed', String(seed), ...steered].join(' ')
/** The last line says where all of it is, and what plays it again. */
const tellOfFailure = (failed: readonly number[]): never => {
  const again = failed.length === 0 ? `script/chaos ${process.argv.slice(2).join(' ')}` : failed.map(commandOf).join('; ')
  console.log(`Failed: all that is left of it is in ${folder}; once more: ${again}`)
  process.exit(1)
}
const tellOfError = (error: unknown) => {
  tell(error instanceof Error ? (error.stack ?? error.message) : String(error))
  tellOfFailure(failed)
}
const failed: number[] = []
process.once('uncaughtException', tellOfError)

try {
  const results = await playPlans({
    plans: seeds.map((seed) =>
      planOf(seed, {
        ...(only && { only }),
        ...(values.files && { hasFiles: true }),
        ...(values.courses && { isCourse: true }),
        ...(values.cmi5 && { isCmi5: true }),
        ...(exam && { exam }),
        ...(database && { database }),
      }),
    ),
    workers: Number(values.workers),
    trails: { folder, commandOf },
    ...(alone !== undefined && { say: (line: string) => tell(`${seconds().toFixed(2)} ${line}`) }),
    onDone(result, took) {
      done += 1
      if (result.found.length > 0) {
        failed.push(result.plan.seed)
        tell(failureInWords(result))
      }
      if (alone !== undefined) tell(`took ${took.toFixed(1)} s`)
      else if (done % tellEvery === 0)
        tell(`${done} of ${seeds.length} after ${seconds().toFixed(0)} s, ${(done / seconds()).toFixed(2)} a second`)
    },
  })
  const summary = sumUp(results)
  tell(inWords(summary))
  tell(`${seconds().toFixed(0)} s, ${(summary.runs / seconds()).toFixed(2)} runs a second`)
  if (summary.runs < seeds.length) throw new Error(`Only ${summary.runs} of ${seeds.length} runs were played.`)
} catch (error) {
  tellOfError(error)
}
if (failed.length > 0) tellOfFailure(failed)
await rm(folder, { recursive: true, force: true })
