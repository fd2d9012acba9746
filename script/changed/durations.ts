import * as z from 'zod'
import { isTestInBrowser } from './what-tests-are-about.ts'

/** How long each test file takes by itself, in seconds, as the last recorded whole run measured it. */
export type Durations = Readonly<Record<string, number>>

export const durationsFile = z.record(z.string(), z.number())

const vitestReport = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
})

const playwrightSuite = z.object({
  specs: z
    .array(
      z.object({
        file: z.string(),
        tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
      }),
    )
    .default([]),
  get suites() {
    return z.array(playwrightSuite).default([])
  },
})
type PlaywrightSuite = z.infer<typeof playwrightSuite>
const playwrightReport = z.object({ suites: z.array(playwrightSuite).default([]) })

const inTenths = (ms: number) => Math.round(ms / 100) / 10

/** From vitest's report of a whole run; `root` is where it ran. */
export function durationsOfVitest(report: unknown, root: string): Durations {
  const { testResults } = vitestReport.parse(report)
  return Object.fromEntries(
    testResults.map(({ name, startTime, endTime }) => [name.replace(`${root}/`, ''), inTenths(endTime - startTime)]),
  )
}

/** From playwright's report of a whole run, whose files are named from the root already. */
export function durationsOfPlaywright(report: unknown): Durations {
  const sums = new Map<string, number>()
  const add = ({ specs, suites }: PlaywrightSuite): void => {
    for (const { file, tests } of specs)
      for (const { duration } of tests.flatMap(({ results }) => results)) sums.set(file, (sums.get(file) ?? 0) + duration)
    suites.forEach(add)
  }
  playwrightReport.parse(report).suites.forEach(add)
  return Object.fromEntries([...sums].map(([file, ms]) => [file, inTenths(ms)]))
}

/** Seconds that a test takes on average, for a file that no whole run has measured yet. */
const ofOneTest = { inBrowser: 5, ofProgram: 0.4, ofRule: 0.02 }
const overheadSeconds = 0.1

/** Seconds of a file: as measured, or else guessed by how many tests are written in it. */
export function secondsOf(path: string, durations: Durations, text = ''): number {
  const measured = durations[path]
  if (measured !== undefined) return measured
  const tests = [...text.matchAll(/^\s*test(\.each|\.prop|\()/gm)].length || 1
  if (isTestInBrowser(path)) return tests * ofOneTest.inBrowser
  return (
    overheadSeconds + tests * (/^(packages|apps\/(player|scorm-host))\//.test(path) ? ofOneTest.ofRule : ofOneTest.ofProgram)
  )
}
