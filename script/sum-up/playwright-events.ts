import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import type { TestEvent } from './events.ts'
import { eventsPath, writeEvent } from './write-event.ts'

const messageOf = ({ message, value, location, snippet }: TestError) =>
  stripVTControlCharacters(
    [
      location && `at ${relative(process.cwd(), location.file)}:${location.line}`,
      message ?? value ?? '',
      // The failing line itself, for the marker of which the message has no room.
      snippet?.split('\n').find((line) => line.startsWith('>')),
    ]
      .filter(Boolean)
      .join('\n'),
  )

const outcomeOf = (test: TestCase, { status }: TestResult) => {
  if (status === test.expectedStatus) return status === 'skipped' ? 'skipped' : 'passed'
  // What was interrupted ran, and didn't end.
  if (status === 'interrupted') return undefined
  return status === 'skipped' ? 'left out' : 'failed'
}

/** Writes playwright's results as events, for its option `reporter`. */
export default class PlaywrightEvents implements Reporter {
  printsToStdio(): boolean {
    return false
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    const tests = suite.allTests().map((test) => {
      const [, project = '', , ...titles] = test.titlePath()
      return { id: test.id, project, file: relative(process.cwd(), test.location.file), title: titles.join(' > ') }
    })
    this.#write({ event: 'loaded', tests })
  }

  onTestBegin({ id }: TestCase): void {
    this.#write({ event: 'started', id })
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const outcome = outcomeOf(test, result)
    if (!outcome) return
    const trace = result.attachments.find(({ name }) => name === 'trace')?.path
    const messages = result.errors.map(messageOf)
    const durationMs = result.duration
    this.#write({ event: 'ended', id: test.id, outcome, messages, durationMs, ...(trace && { trace }) })
  }

  onError(error: TestError): void {
    this.#write({ event: 'broken', project: '', file: '', title: 'outside of a test', messages: [messageOf(error)], ids: [] })
  }

  onEnd(): void {
    this.#write({ event: 'through' })
  }

  #write(event: TestEvent): void {
    const path = eventsPath()
    if (path) writeEvent(path, event)
  }
}
