import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { mutationsOf } from './mutate/mutations.ts'
import { runRelatedTests } from './mutate/related-tests.ts'

/**
 * Changes a file in one small way after the other, runs the tests without a browser that import it, and prints the changes that none of
 * them notices: `node script/mutate.ts FILE [--tests FOLDER] [--most N]`. The file is always put back as it was.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string', default: '' }, most: { type: 'string', default: '1000' } },
})
const [named] = positionals
if (named === undefined) {
  console.error(`node script/mutate.ts FILE [--tests FOLDER] [--most N]

FILE             the file to change
--tests FOLDER   only the tests below it: near ones are quick, and say whether the file is shown where it stands
--most N         no more changes than these, spread over the whole file`)
  process.exit(2)
}

const file = relative(process.cwd(), named)
const source = await readFile(file, 'utf8')
const all = mutationsOf(source, file.endsWith('x'))
const most = Math.min(Number(values.most), all.length)
const tried = Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)]).flatMap(
  (one) => one ?? [],
)

const ending = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort())

/** Milliseconds: a change may make a loop endless. */
const limits = { limitMs: 300_000, signal: ending.signal }
const began = Date.now()
const unchanged = await runRelatedTests(file, values.tests, limits)
if (unchanged.failed !== undefined || unchanged.ran === 0) {
  console.error(
    unchanged.failed === undefined
      ? `No test ${values.tests === '' ? '' : `below ${values.tests} `}imports ${file}.`
      : `They fail before anything is changed: ${unchanged.failed}.`,
  )
  process.exit(1)
}
limits.limitMs = 60_000 + 3 * (Date.now() - began)

const shown = (text: string) => JSON.stringify(text.replaceAll(/\s+/g, ' ').slice(0, 70))
let survived = 0
let done = 0
try {
  for (const { kind, line, before, after, source: changed } of tried) {
    await writeFile(file, changed)
    const { failed } = await runRelatedTests(file, values.tests, limits)
    if (ending.signal.aborted) break
    done += 1
    if (failed !== undefined) continue
    survived += 1
    console.log(`${file}:${line} ${kind}: ${shown(before)} became ${shown(after)}`)
  }
} finally {
  await writeFile(file, source)
}
console.log(
  `${file}: ${survived} of ${done} changes survived ${unchanged.ran} tests${done < all.length ? ` (${all.length} possible)` : ''}.`,
)
