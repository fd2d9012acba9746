import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import {
  type Counts,
  countCheck,
  countPlaywright,
  countVitest,
  type Failure,
  failuresOfCheck,
  failuresOfPlaywright,
  failuresOfVitest,
  sum,
} from './sum-up/reports.ts'

/**
 * Adds up what the parts of script/test reported, and prints which tests failed and what each said first, for those who see only the
 * end of a long output, then one line for each part and the closing line of all.
 * `node script/sum-up.ts FOLDER NAME=EXITCODE…`, where FOLDER holds the reports NAME.json.
 */
const readers: Record<string, { counts(report: unknown): Counts; failures(report: unknown): Failure[] }> = {
  check: { counts: countCheck, failures: failuresOfCheck },
  vitest: { counts: countVitest, failures: failuresOfVitest },
  playwright: { counts: countPlaywright, failures: failuresOfPlaywright },
  chaos: { counts: countVitest, failures: failuresOfVitest },
}
/** Of what a test said: a hundred failures still fit on a screen or two. */
const shownLines = 6

const [folder = '.', ...parts] = process.argv.slice(2)
const all: Counts[] = []
const lines: string[] = []
for (const part of parts) {
  const [name = '', exitCode] = part.split('=')
  const reader = readers[name]
  const report = await readFile(join(folder, `${name}.json`), 'utf8')
    .then((text): unknown => JSON.parse(text))
    .then((written) => reader && { counts: reader.counts(written), failures: reader.failures(written) })
    .catch(() => undefined)
  const counts = report?.counts
  for (const failure of report?.failures ?? []) console.log(inLines(failure))
  // A part that left no report, or ended badly without naming a test, has failed all the same.
  const unexplained = counts === undefined || (exitCode !== '0' && counts.failed === 0)
  const counted = sum([counts ?? { passed: 0, failed: 0, skipped: 0 }, { passed: 0, failed: unexplained ? 1 : 0, skipped: 0 }])
  all.push(counted)
  lines.push(`${name}: ${inWords(counted)}${unexplained ? ` (it ended with exit code ${exitCode} before it was through)` : ''}`)
}
const total = sum(all)
for (const line of [...lines, inWords(total)]) console.log(line)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

function inWords({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function inLines({ title, message }: Failure): string {
  const said = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [`failed: ${title}`, ...said.slice(0, shownLines).map((line) => `    ${line.slice(0, 300)}`)].join('\n')
}
