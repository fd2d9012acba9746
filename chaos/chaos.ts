import { parseArgs } from 'node:util'
import { faultKinds, planOf } from './plan.ts'
import { playPlans } from './play-plans.ts'
import { failureInWords, inWords, sumUp } from './summary.ts'

/** `script/chaos`: plays seeds, prints what they came to, and fails where an answer was lost, overwritten or doubled. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    workers: { type: 'string', default: '4' },
    only: { type: 'string' },
    files: { type: 'boolean' },
  },
})
const alone = values.seed === undefined ? undefined : Number(values.seed)
const from = Number(values.from)
const count = Number(positionals[0] ?? 100)
const seeds = alone === undefined ? Array.from({ length: count }, (_, index) => from + index) : [alone]
if (!seeds.every(Number.isSafeInteger) || seeds.length === 0)
  throw new Error(
    'Usage: script/chaos [N] [--from SEED] [--workers N] [--only FAULT,FAULT] [--files], or script/chaos --seed SEED',
  )

const only = values.only?.split(',').map((name) => {
  const kind = faultKinds.find((one) => one === name.trim())
  if (!kind) throw new Error(`There is no fault “${name}”. There are: ${faultKinds.join(', ')}.`)
  return kind
})

const startedMs = performance.now()
const seconds = () => (performance.now() - startedMs) / 1000
const tellEvery = 25
let done = 0
const results = await playPlans({
  plans: seeds.map((seed) => planOf(seed, { ...(only && { only }), ...(values.files && { hasFiles: true }) })),
  workers: Number(values.workers),
  ...(alone !== undefined && { say: (line: string) => console.log(seconds().toFixed(2), line) }),
  onDone(result, took) {
    done += 1
    if (result.found.length > 0) console.log(failureInWords(result))
    if (alone !== undefined) console.log(`took ${took.toFixed(1)} s`)
    else if (done % tellEvery === 0)
      console.log(`${done} of ${seeds.length} after ${seconds().toFixed(0)} s, ${(done / seconds()).toFixed(2)} a second`)
  },
})
const summary = sumUp(results)
console.log(inWords(summary))
console.log(`${seconds().toFixed(0)} s, ${(summary.runs / seconds()).toFixed(2)} runs a second`)
process.exitCode = summary.failed.length === 0 ? 0 : 1
