import { glob, readFile } from 'node:fs/promises'
import type { Finding } from './run-tool.ts'

/** What makes a test in a browser depend on how fast the machine is, and what to write in its place. */
const refused: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  {
    pattern: /\.clock\.\w+\([^\n]*?(?<!=> )\bDate\.now\(\)/,
    instead:
      'sets the page’s clock by the clock of the test: use holdClock of e2e/pass-time.ts, or take the moment from the page',
  },
  { pattern: /\bwaitForTimeout\(/, instead: 'waits for real time: wait for a condition, or move the clock (e2e/pass-time.ts)' },
  {
    pattern: /\bsetTimeout\(\s*(?:resolve|done|go)\b/,
    instead: 'sleeps in real time: wait for a condition, move the clock (e2e/pass-time.ts), or use e2e/after-timers.ts',
  },
]

/** What one spec does with real time, a line each: `file:line` and what to write in its place. */
export const realTimeIn = (source: string, file: string): string[] =>
  source
    .split('\n')
    .flatMap((line, at) =>
      refused.flatMap(({ pattern, instead }) => (pattern.test(line) ? [`${file}:${at + 1} ${instead}`] : [])),
    )

/** No spec depends on real time. */
export const checkRealTime = async (): Promise<Finding> => {
  const found: string[] = []
  let count = 0
  for await (const file of glob(['e2e/**/*.spec.ts', 'apps/*/src/**/*.spec.ts', 'packages/*/src/**/*.spec.ts'])) {
    count += 1
    found.push(...realTimeIn(await readFile(file, 'utf8'), file))
  }
  return found.length === 0 ? { ok: true, detail: `${count} specs` } : { ok: false, detail: found.sort().join('\n') }
}
