import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'
import type { TestEvent, TestRef } from './events.ts'
import { eventsPath, writeEvent } from './write-event.ts'

type Errors = readonly (SerializedError & { diff?: string })[]

const fileOf = ({ moduleId }: { moduleId: string }) => relative(process.cwd(), moduleId)

/** The first line of a stack that is ours. */
const placeIn = (stack = '') =>
  /\(?((?:file:\/\/)?\/(?:(?!node_modules|\s).)*?:\d+):\d+\)?$/m.exec(
    stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line) && !line.includes('/node_modules/') && !line.includes('node:'))
      .join('\n'),
  )?.[1]

const messagesOf = (errors: Errors): string[] =>
  errors.map(({ name, message, stack, diff, cause }) => {
    const place = placeIn(stack)
    const path = place && relative(process.cwd(), place.replace('file://', ''))
    // Vitest's advice to allow more time is no advice here.
    const said = message.replace(/\nIf this is a long-running (test|hook),.*/, '')
    const parts = [path && `at ${path}`, name === 'AssertionError' ? said : `${name}: ${said}`, diff]
    return stripVTControlCharacters([...parts, cause && `Caused by: ${cause.message}`].filter(Boolean).join('\n'))
  })

const refOf = (test: TestCase): TestRef => ({
  id: test.id,
  project: test.project.name,
  file: fileOf(test.module),
  title: test.fullName,
})

const idsOf = (suite: TestSuite | TestModule) => [...suite.children.allTests()].map(({ id }) => id)

/** Writes vitest's results as events. */
class VitestEvents implements Reporter {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  onTestModuleCollected(module: TestModule): void {
    this.#write({ event: 'loaded', tests: [...module.children.allTests()].map(refOf) })
  }

  onTestCaseReady(test: TestCase): void {
    if (test.options.mode === 'run') this.#write({ event: 'started', id: test.id })
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result()
    if (result.state === 'pending') return
    const wasToRun = result.state === 'skipped' && test.options.mode === 'run' && result.note === undefined
    const outcome = wasToRun ? 'left out' : result.state
    const durationMs = test.diagnostic()?.duration ?? 0
    this.#write({ event: 'ended', id: test.id, outcome, messages: messagesOf(result.errors ?? []), durationMs })
  }

  onTestSuiteResult(suite: TestSuite): void {
    if (suite.errors().length === 0) return
    const of = { project: suite.project.name, file: fileOf(suite.module), title: `${suite.fullName} (beforeAll or afterAll)` }
    this.#write({ event: 'broken', ...of, messages: messagesOf(suite.errors()), ids: idsOf(suite) })
  }

  onTestModuleEnd(module: TestModule): void {
    this.#write({ event: 'file', file: fileOf(module), durationMs: Math.round(module.diagnostic().duration) })
    if (module.errors().length === 0) return
    // With tests in it, it was loaded, and a hook of the whole file failed. Without, loading it failed.
    const ids = idsOf(module)
    const of = {
      project: module.project.name,
      file: fileOf(module),
      title: ids.length > 0 ? '(beforeAll or afterAll)' : '(not loaded)',
    }
    this.#write({ event: 'broken', ...of, messages: messagesOf(module.errors()), ids })
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const unfinished = modules.filter((module) => module.state() === 'pending' || module.state() === 'queued')
    const endOf = ({ moduleId }: TestModule) =>
      errors.find(({ message, cause }) => `${message} ${cause?.message}`.includes(moduleId))
    for (const module of unfinished) {
      const cause = endOf(module)?.cause?.message ?? 'Its process ended.'
      const of = {
        project: module.project.name,
        file: fileOf(module),
        messages: [cause.replace(/ while running test files? .*/, '')],
      }
      const ids = [...module.children.allTests()].filter((test) => test.result().state === 'pending').map(({ id }) => id)
      this.#write(ids.length > 0 ? { event: 'cut', ...of, ids } : { event: 'broken', ...of, title: '(not loaded)', ids })
    }
    const explained = new Set(unfinished.map(endOf))
    for (const error of errors.filter((one) => !explained.has(one)))
      this.#write({
        event: 'broken',
        project: '',
        file: '',
        title: 'outside of a test',
        messages: messagesOf([error]),
        ids: [],
      })
    this.#write({ event: 'through' })
  }

  #write(event: TestEvent): void {
    writeEvent(this.#path, event)
  }
}

/** Reporters for vitest's configuration: dots and events in script/test, vitest's own elsewhere. */
export const vitestReporters = (): (string | Reporter)[] => {
  const path = eventsPath()
  return path ? ['dot', new VitestEvents(path)] : ['default']
}
