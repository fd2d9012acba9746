import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { durationsFile } from './changed/durations.ts'
import { planOf } from './changed/plan.ts'
import { planInWords } from './changed/plan-in-words.ts'
import { readChange, readRepository } from './changed/read-repository.ts'
import { isTestInBrowser } from './changed/what-tests-are-about.ts'

/**
 * Chooses what `script/test --changed` runs, prints why, and writes the lists for it: `node script/changed.ts FOLDER [BASE]`. FOLDER gets `vitest` and
 * `playwright`, one test file a line, the nearest first, and `change.json` for the checks.
 */
const [folder, wanted] = process.argv.slice(2)
if (folder === undefined) throw new Error('node script/changed.ts FOLDER [BASE]')

const root = process.cwd()
const { base, paths, linksChanged } = readChange(root, wanted)
const durations = durationsFile.parse(JSON.parse(await readFile(new URL('changed/durations.json', import.meta.url), 'utf8')))
const repository = readRepository(root, paths)
const plan = planOf(repository, paths, durations)
for (const line of planInWords(plan, paths, base)) console.log(line)

const lines = (inBrowser: boolean) =>
  plan.chosen.filter(({ path }) => isTestInBrowser(path) === inBrowser).map(({ path }) => `${path}\n`)
await writeFile(join(folder, 'vitest'), lines(false).join(''))
await writeFile(join(folder, 'playwright'), lines(true).join(''))
await writeFile(join(folder, 'change.json'), JSON.stringify({ paths, linksChanged }))
