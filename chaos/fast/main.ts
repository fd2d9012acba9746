import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { examKinds } from '../exam.ts'
import { faultKinds } from '../fault-kinds.ts'
import { failureInWords, inWords, sumUp } from '../summary.ts'
import { fastPlanOf } from './fast-plan.ts'
import { playFast } from './play-fast.ts'

/** `script/chaos --fast`: plays seeds without a browser, and tells of them as `script/chaos` does. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fast: { type: 'boolean' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    only: { type: 'string' },
    exam: { type: 'string' },
  },
})
const alone = values.seed === undefined ? undefined : Number(values.seed)
const from = Number(values.from)
const count = Number(positionals[0] ?? 1000)
const seeds = alone === undefined ? Array.from({ length: count }, (_, index) => from + index) : [alone]
if (!seeds.every(Number.isSafeInteger) || seeds.length === 0)
  throw new Error(
    'Usage: script/chaos --fast [N] [--from SEED] [--only FAULT,FAULT] [--exam checked|routed], or script/chaos --fast --seed SEED',
  )
const only = values.only?.split(',').map((name) => {
  const kind = faultKinds.find((one) => one === name.trim())
  if (!kind) throw new Error(`There is no fault “${name}”. There are: ${faultKinds.join(', ')}.`)
  return kind
})

const exam = examKinds.find((name) => name === values.exam)
if (values.exam !== undefined && !exam) throw new Error(`There are the exams ${examKinds.join(', ')}.`)

/** Of the real clock: the process’ own is simulated. */
const { bigint: realNow } = process.hrtime
const started = realNow()
const seconds = () => Number(realNow() - started) / 1e9
const tellEvery = 100
const folder = await mkdtemp(join(tmpdir(), 'sitwell-chaos-trail-'))
const tell = (line: string) => {
  console.log(line)
  appendFileSync(join(folder, 'output.txt'), `${line}\n`)
}
const steered = [
  ...(values.only === undefined ? [] : [` --only "${values.only}"`]),
  ...(values.exam === undefined ? [] : [` --exam ${values.exam}`]),
].join('')
const commandOf = (seed: number) => `script/chaos --fast --seed ${seed}${steered}`
const failed: number[] = []
let done = 0
const results = await playFast({
  plans: seeds.map((seed) => fastPlanOf(seed, { ...(only && { only }), ...(exam && { exam }) })),
  trails: { folder, commandOf },
  ...(alone !== undefined && { say: tell }),
  onDone(result) {
    done += 1
    if (result.found.length > 0) {
      failed.push(result.plan.seed)
      tell(failureInWords(result))
    }
    if (done % tellEvery === 0) tell(`${done} of ${seeds.length}, ${(done / seconds()).toFixed(2)} a second`)
  },
})
tell(inWords(sumUp(results)))
tell(`${seconds().toFixed(0)} s, ${(results.length / seconds()).toFixed(2)} runs a second; times to recover are simulated`)
if (failed.length > 0) {
  console.log(`Failed: all that is left of it is in ${folder}; once more: ${failed.map(commandOf).join('; ')}`)
  process.exit(1)
}
await rm(folder, { recursive: true, force: true })
// Its timers are simulated, and keep nothing from ending.
process.exit(0)
