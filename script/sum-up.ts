import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Counts, countCheck, countPlaywright, countVitest, sum } from './sum-up/counts.ts'

/**
 * Adds up what the parts of script/test reported, and prints one line for each and the closing line of all.
 * `node script/sum-up.ts FOLDER NAME=EXITCODE…`, where FOLDER holds the reports NAME.json.
 */
const countOf: Record<string, (report: unknown) => Counts> = {
  check: countCheck,
  vitest: countVitest,
  playwright: countPlaywright,
  chaos: countVitest,
}

const [folder = '.', ...parts] = process.argv.slice(2)
const all: Counts[] = []
for (const part of parts) {
  const [name = '', exitCode] = part.split('=')
  const counts = await readFile(join(folder, `${name}.json`), 'utf8')
    .then((text) => countOf[name]?.(JSON.parse(text)))
    .catch(() => undefined)
  // A part that left no report, or ended badly without naming a test, has failed all the same.
  const unexplained = counts === undefined || (exitCode !== '0' && counts.failed === 0)
  const counted = sum([counts ?? { passed: 0, failed: 0, skipped: 0 }, { passed: 0, failed: unexplained ? 1 : 0, skipped: 0 }])
  all.push(counted)
  console.log(
    `${name}: ${inWords(counted)}${unexplained ? ` (it ended with exit code ${exitCode} before it was through)` : ''}`,
  )
}
const total = sum(all)
console.log(inWords(total))
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

function inWords({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
