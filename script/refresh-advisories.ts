import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { readAdvisories } from './check/advisories.ts'
import { advisoriesIn } from './supply/read-audit.ts'

/** `npm run advisories`: adds what the registry knows of the packages of the lock file to the stored list. */
const path = 'script/supply/advisories.json'

/** npm ends with 1 where it finds something. */
const printed = await new Promise<string>((resolve) => {
  execFile('npm', ['audit', '--json', '--package-lock-only'], { maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) =>
    resolve(stdout),
  )
})
const held = readAdvisories(await readFile(path, 'utf8'))
const found = advisoriesIn(printed)
const others = held.advisories.filter(({ id, package: name }) => !found.some((one) => one.id === id && one.package === name))
const advisories = [...others, ...found].sort((one, other) => (one.id < other.id ? -1 : 1))
const asOf = new Date().toISOString().slice(0, 10)
await writeFile(path, `${JSON.stringify({ ...held, asOf, advisories }, null, 2)}\n`)
console.log(`${found.length} advisories are about packages that are installed; ${advisories.length} are stored.`)
