import { mostReruns } from './reruns.ts'
import type { Failure, Usage } from './stage-result.ts'
import { type Counts, mostFlaky, type Summary } from './summary.ts'

/** Lines shown of each message: a hundred failures still fit on a screen or two. */
const shownLines = 6
/** A test that is stuck may have many things under way; their list comes after the message. */
const shownOfLast = 14

const counted = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const inWords = ({ seconds, cores, peakMegabytes }: Usage) => {
  const time = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
  return `, in ${time} min with ${cores.toFixed(1)} cores and ${(peakMegabytes / 1024).toFixed(1)} GB at most`
}

const titleOf = ({ stage, project, file, title }: Failure) => {
  const place = [stage, ...(project ? [project] : [])].join(' ')
  return [`[${place}]`, file, title].filter(Boolean).join(' ')
}

const indented = (messages: readonly string[]): string[] =>
  messages.flatMap((message, index) =>
    message
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, index > 0 && index === messages.length - 1 ? shownOfLast : shownLines)
      .map((line) => `    ${line.slice(0, 300)}`),
  )

const traceOf = ({ trace }: Failure) => (trace ? [`    trace: playwright show-trace ${trace}`] : [])

/**
 * The end of a run: what failed, what is flaky, the counts of each stage, and the count of all. That one comes last, alone on its line: CI
 * judges by it.
 */
export function closingLines({ stages, failed, flaky, isTooFlaky, isBroken, total }: Summary): string[] {
  return [
    ...failed.flatMap(({ failure, again }) => [
      `failed: ${titleOf(failure)}`,
      ...indented(failure.messages),
      ...traceOf(failure),
      ...(again ? ['  and when it ran again, alone:', ...indented(again)] : []),
    ]),
    ...flaky.flatMap((failure) => [
      `flaky: ${titleOf(failure)}`,
      '  passed alone, after it had failed:',
      ...indented(failure.messages),
      ...traceOf(failure),
    ]),
    ...(isBroken ? [`More than ${mostReruns} failed: something is broken, so none of them ran again.`] : []),
    ...stages.map((one) => `${one.stage}: ${counted(one)}${one.usage ? inWords(one.usage) : ''}`),
    `flaky: ${flaky.length}${isTooFlaky ? ` (more than ${mostFlaky}, so each counts as failed)` : ''}`,
    counted(total),
  ]
}
