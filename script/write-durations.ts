import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Durations, durationsOf } from './changed/durations.ts'
import { isTestInBrowser } from './changed/what-tests-are-about.ts'
import { readEvents } from './sum-up/events.ts'

/**
 * Writes script/changed/durations.json from the events of a whole run on a quiet machine: `SITWELL_KEEP_REPORT=1 script/test`, then
 * `node script/write-durations.ts FOLDER`, where FOLDER is what the run named. A stage without events keeps the durations that it has.
 */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('node script/write-durations.ts FOLDER')

const read = async (stage: string): Promise<Durations> => {
  const text = await readFile(join(folder, `${stage}.jsonl`), 'utf8').catch(() => '')
  if (text === '') console.log(`${stage}: no events; its durations stay as they are`)
  return durationsOf(readEvents(text))
}
const measured = { ...(await read('vitest')), ...(await read('playwright')) }

const file = new URL('changed/durations.json', import.meta.url)
// Boundary: written by this program.
const before = JSON.parse(await readFile(file, 'utf8')) as Durations
const isMeasured = (inBrowser: boolean) => Object.keys(measured).some((path) => isTestInBrowser(path) === inBrowser)
const kept = Object.entries(before).filter(([path]) => !isMeasured(isTestInBrowser(path)))
const sorted = Object.entries({ ...Object.fromEntries(kept), ...measured }).sort(([a], [b]) => (a < b ? -1 : 1))
await writeFile(file, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`)
console.log(`${sorted.length} test files in ${file.pathname}`)
