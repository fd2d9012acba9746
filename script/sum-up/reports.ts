import * as z from 'zod'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

const checkReport = z.object({
  passed: z.int(),
  failed: z.int(),
  failures: z.array(z.object({ title: z.string(), message: z.string() })),
})

/** A test that failed, and what it said first. */
export interface Failure {
  readonly title: string
  readonly message: string
}

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string().default(''),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string().default(''),
          status: z.string().default(''),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

const thrown = z.object({
  message: z.string().default(''),
  location: z.object({ file: z.string(), line: z.int() }).optional(),
})
const playwrightSuite = z.object({
  specs: z
    .array(
      z.object({
        file: z.string(),
        title: z.string(),
        tests: z.array(
          z.object({
            projectName: z.string().default(''),
            status: z.string(),
            results: z.array(z.object({ errors: z.array(thrown).default([]) })),
          }),
        ),
      }),
    )
    .default([]),
  get suites() {
    return z.array(playwrightSuite).default([])
  },
})
type PlaywrightSuite = z.infer<typeof playwrightSuite>

const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(thrown).default([]),
  suites: z.array(playwrightSuite).default([]),
})

export const countCheck = (report: unknown): Counts => {
  const { passed, failed } = checkReport.parse(report)
  return { passed, failed, skipped: 0 }
}

type VitestFile = z.infer<typeof vitestReport>['testResults'][number]

/** It has no tests to fail, and is one failure itself. */
const couldNotBeLoaded = ({ status, assertionResults }: VitestFile) => status === 'failed' && assertionResults.length === 0

/** A file that could not even be loaded counts as one failure. */
export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = vitestReport.parse(report)
  const notLoaded = testResults.filter(couldNotBeLoaded).length
  return { passed: numPassedTests, failed: numFailedTests + notLoaded, skipped: numPendingTests + numTodoTests }
}

/** A test that passed only when tried again has failed. */
export function countPlaywright(report: unknown): Counts {
  const { stats, errors } = playwrightReport.parse(report)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}

/** Which checks failed. */
export const failuresOfCheck = (report: unknown): Failure[] => checkReport.parse(report).failures

/** Which tests of a report failed. */
export const failuresOfVitest = (report: unknown): Failure[] =>
  vitestReport.parse(report).testResults.flatMap((file): Failure[] =>
    couldNotBeLoaded(file)
      ? [{ title: file.name, message: file.message }]
      : file.assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => ({
            title: `${file.name}: ${fullName}`,
            message: failureMessages?.[0] ?? '',
          })),
  )

const inPlace = ({ message, location }: z.infer<typeof thrown> = { message: '' }) =>
  location ? `at ${location.file}:${location.line}\n${message}` : message

/** The same of tests in a browser. */
export const failuresOfPlaywright = (report: unknown): Failure[] => {
  const { errors, suites } = playwrightReport.parse(report)
  const ofSuite = ({ specs, suites }: PlaywrightSuite): Failure[] => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, results }) => ({
          title: `${file} (${projectName}): ${title}`,
          message: inPlace(results.flatMap((result) => result.errors)[0]),
        })),
    ),
    ...suites.flatMap(ofSuite),
  ]
  return [...errors.map((one) => ({ title: 'outside of a test', message: inPlace(one) })), ...suites.flatMap(ofSuite)]
}

export const sum = (all: readonly Counts[]): Counts =>
  all.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
