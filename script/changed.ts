import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { durationsFile } from './changed/durations.ts'
import { planOf } from './changed/plan.ts'
import { planInWords } from './changed/plan-in-words.ts'
import { readChange, readRepository } from './changed/read-repository.ts'
import { isTestInBrowser } from './changed/what-tests-are-about.ts'

/**
 * Chooses what `script/test --changed` runs, prints why, and writes it for the run: `node script/changed.ts FOLDER [BASE]`. FOLDER gets
 * `chosen.json`, the nearest tests first, and `change.json` for the checks.
 */
const [folder, wanted] = process.argv.slice(2)
if (folder === undefined) throw new Error('node script/changed.ts FOLDER [BASE]')

const root = process.cwd()
const { base, paths, linksChanged } = readChange(root, wanted)
const durations = durationsFile.parse(JSON.parse(await readFile(new URL('changed/durations.json', import.meta.url), 'utf8')))
const repository = readRepository(root, paths)
const plan = planOf(repository, paths, durations)
for (const line of planInWords(plan, paths, base)) console.log(line)

const chosenPaths = (inBrowser: boolean) =>
  plan.chosen.map(({ path }) => path).filter((path) => isTestInBrowser(path) === inBrowser)
const change = join(folder, 'change.json')
await writeFile(change, JSON.stringify({ paths, linksChanged }))
await writeFile(
  join(folder, 'chosen.json'),
  JSON.stringify({ check: ['--change', change], vitest: chosenPaths(false), playwright: chosenPaths(true) }),
)
