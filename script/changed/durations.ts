import * as z from 'zod'
import type { TestEvent } from '../sum-up/events.ts'
import { isTestInBrowser } from './what-tests-are-about.ts'

/** How long each test file takes by itself, in seconds, as the last recorded whole run measured it. */
export type Durations = Readonly<Record<string, number>>

export const durationsFile = z.record(z.string(), z.number())

const inTenths = (ms: number) => Math.round(ms / 100) / 10

/** From the events of a whole run's stages. Playwright runs the tests of a file apart, so a spec's duration is the sum of its tests'. */
export function durationsOf(events: readonly TestEvent[]): Durations {
  const files = new Map<string, string>()
  const sums = new Map<string, number>()
  const add = (file: string, ms: number) => void sums.set(file, (sums.get(file) ?? 0) + ms)
  for (const event of events) {
    if (event.event === 'loaded') for (const { id, file } of event.tests) files.set(id, file)
    if (event.event === 'file') add(event.file, event.durationMs)
    const file = event.event === 'ended' ? files.get(event.id) : undefined
    if (event.event === 'ended' && file !== undefined && isTestInBrowser(file)) add(file, event.durationMs)
  }
  return Object.fromEntries([...sums].map(([file, ms]) => [file, inTenths(ms)]))
}

/** Seconds that a test takes on average, for a file that no whole run has measured yet. */
const ofOneTest = { inBrowser: 5, ofProgram: 0.4, ofRule: 0.02 }
const overheadSeconds = 0.1

/** Seconds of a file: as measured, otherwise guessed by how many tests are written in it. */
export function secondsOf(path: string, durations: Durations, text = ''): number {
  const measured = durations[path]
  if (measured !== undefined) return measured
  const tests = [...text.matchAll(/^\s*test(\.each|\.prop|\()/gm)].length || 1
  if (isTestInBrowser(path)) return tests * ofOneTest.inBrowser
  return (
    overheadSeconds + tests * (/^(packages|apps\/(player|scorm-host))\//.test(path) ? ofOneTest.ofRule : ofOneTest.ofProgram)
  )
}
