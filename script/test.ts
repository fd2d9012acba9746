import { rm } from 'node:fs/promises'
import { exitCodeOf } from './sum-up/summary.ts'
import { lanesOf } from './test-run/modes.ts'
import { runTests } from './test-run/run-tests.ts'

/** The part of script/test that runs the tests. The shell's part has installed what they need. */
const lanes = lanesOf(process.argv.slice(2))
const folder = process.env.SITWELL_REPORT_DIR
if (!lanes || !folder) throw new Error('script/test starts this: it names the mode, and the folder of reports.')

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
const summary = await runTests(lanes, { folder, write: (output) => process.stdout.write(output), signal: stop.signal })
process.exitCode = stop.signal.aborted ? 130 : exitCodeOf(summary)
// Whatever failed, once or twice, left its messages and traces there.
if (process.env.SITWELL_KEEP_REPORT) console.error(`The report is in ${folder}`)
else if (process.exitCode === 0 && summary.flaky.length === 0) await rm(folder, { recursive: true })
