import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Durations, durationsOfPlaywright, durationsOfVitest } from './changed/durations.ts'

/**
 * Writes script/changed/durations.json from the reports of a whole run on a quiet machine:
 * `SITWELL_REPORT_DIR=FOLDER` before `vitest run` and `playwright test`, then `node script/write-durations.ts FOLDER [ROOT]`, where ROOT
 * is the folder that the run was made in, this one unless given. A stage without a report keeps the durations that it has.
 */
const [folder, root = process.cwd()] = process.argv.slice(2)
if (folder === undefined) throw new Error('node script/write-durations.ts FOLDER [ROOT]')

const read = async (name: string): Promise<unknown> => {
  const text = await readFile(join(folder, name), 'utf8').catch(() => undefined)
  if (text === undefined) console.log(`${name}: no report; its durations stay as they are`)
  return text === undefined ? undefined : JSON.parse(text)
}
const vitest = await read('vitest.json')
const playwright = await read('playwright.json')

const file = new URL('changed/durations.json', import.meta.url)
// Boundary: written by this program.
const before = JSON.parse(await readFile(file, 'utf8')) as Durations
const isSpec = (path: string) => path.endsWith('.spec.ts')
const kept = Object.entries(before).filter(([path]) => (isSpec(path) ? playwright : vitest) === undefined)
const all = {
  ...Object.fromEntries(kept),
  ...(vitest === undefined ? {} : durationsOfVitest(vitest, root)),
  ...(playwright === undefined ? {} : durationsOfPlaywright(playwright)),
}
const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
await writeFile(file, `${JSON.stringify(sorted, undefined, 2)}\n`)
console.log(`${Object.keys(sorted).length} test files in ${file.pathname}`)
