import { rm } from 'node:fs/promises'
import { exitCodeOf } from './sum-up/summary.ts'
import { everyTest, quickTests } from './test-run/modes.ts'
import { runTests } from './test-run/run-tests.ts'

/** The part of script/test that runs the tests. The shell's part has installed what they need. */
const modes: Readonly<Record<string, typeof everyTest>> = { '': everyTest, '--quick': quickTests }
const [flag = ''] = process.argv.slice(2)
const lanes = modes[flag]
const folder = process.env.SITWELL_REPORT_DIR
if (!lanes || !folder) throw new Error('script/test starts this: it names the mode, and the folder of reports.')

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
const summary = await runTests(lanes, { folder, write: (output) => process.stdout.write(output), signal: stop.signal })
process.exitCode = stop.signal.aborted ? 130 : exitCodeOf(summary)
// What failed once has left a trace there, or a log.
if (process.exitCode === 0 && summary.flaky.length === 0) await rm(folder, { recursive: true })
