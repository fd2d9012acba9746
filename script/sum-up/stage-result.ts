import type { TestEvent, TestRef } from './events.ts'

/** Something that failed, with the tests by which it can be seen again; none if a second try would say the same. */
export interface Failure {
  readonly stage: string
  readonly project: string
  readonly file: string
  readonly title: string
  readonly ids: readonly string[]
  /** In the order in which they came; what a stuck test waited for comes last. */
  readonly messages: readonly string[]
  readonly trace?: string
}

/** What a stage took of the machine. */
export interface Usage {
  readonly seconds: number
  /** Processors that its processes kept busy on average. */
  readonly cores: number
  /** Megabytes that they held together at most, shared pages counted once. */
  readonly peakMegabytes: number
}

/** The result of one stage. */
export interface StageResult {
  readonly stage: string
  readonly passed: readonly string[]
  readonly skipped: readonly string[]
  readonly failures: readonly Failure[]
  readonly usage?: Usage
  /** They were to run and did not, because something before them failed or their process ended. */
  readonly leftOut: readonly TestRef[]
}

/** How the process of a stage ended. `stalledMs`: it was killed after this many milliseconds without a sign of life. */
export interface Ending {
  readonly exitCode: number | null
  readonly signal?: string | null
  readonly stalledMs?: number
}

const inWords = ({ exitCode, signal, stalledMs }: Ending) => {
  if (stalledMs !== undefined) return `nothing came of it for ${Math.round(stalledMs / 1000)} seconds, so it was ended`
  return signal ? `it was ended by ${signal}` : `it ended with exit code ${exitCode}`
}

type Ended = Extract<TestEvent, { event: 'ended' }>

/** The events of a stage, by test. */
interface Log {
  readonly refs: ReadonlyMap<string, TestRef>
  readonly started: ReadonlySet<string>
  readonly ended: ReadonlyMap<string, Ended>
  /** What the process of a file was stuck at in a test, or without one in its hooks. */
  readonly stuckIn: (file: string, id?: string) => readonly string[]
  /** How the process of a file ended before its tests. */
  readonly cutIn: (file: string) => readonly string[]
  readonly isThrough: boolean
}

const logOf = (events: readonly TestEvent[]): Log => ({
  refs: new Map(events.flatMap((one) => (one.event === 'loaded' ? one.tests.map((ref) => [ref.id, ref] as const) : []))),
  // A process that was ended in the midst of a test may not have reported its start, but the watchdog did.
  started: new Set(
    events.flatMap((one) => ((one.event === 'started' || one.event === 'stuck') && one.id !== undefined ? [one.id] : [])),
  ),
  ended: new Map(events.flatMap((one) => (one.event === 'ended' ? [[one.id, one] as const] : []))),
  stuckIn: (file, id) =>
    events.flatMap((one) => (one.event === 'stuck' && one.file === file && one.id === id ? [one.message] : [])),
  cutIn: (file) => events.flatMap((one) => (one.event === 'cut' && one.file === file ? one.messages : [])),
  isThrough: events.some(({ event }) => event === 'through'),
})

const refOf = ({ refs }: Log, id: string): TestRef => refs.get(id) ?? { id, project: '', file: '', title: id }

/** A test failed, or started and never ended. */
function failureOfTest(stage: string, log: Log, id: string): Failure | undefined {
  const end = log.ended.get(id)
  if (end && end.outcome !== 'failed') return undefined
  const { project, file, title } = refOf(log, id)
  const messages = end?.messages ?? [`It did not end. ${log.cutIn(file).join('\n')}`.trim()]
  const isStuck = !end || messages.some((message) => /timed out|timeout/i.test(message))
  return {
    ...{ stage, project, file, title, ids: [id] },
    messages: isStuck ? [...messages, ...log.stuckIn(file, id)] : messages,
    ...(end?.trace && { trace: end.trace }),
  }
}

/** The stage itself failed, beside its tests or without any of them. */
function failureOfStage(stage: string, isThrough: boolean, ending: Ending, hasFailures: boolean): Failure | undefined {
  const isExplained = ending.exitCode === 0 || hasFailures
  if (isThrough && isExplained && ending.stalledMs === undefined && !ending.signal) return undefined
  return {
    ...{ stage, project: '', file: '', ids: [] },
    title: isThrough ? 'it ended badly, though none of its tests failed' : 'it ended before it was through',
    messages: [inWords(ending)],
  }
}

/** A stage's result, from its events and its ending. Each way in which it is not well is a failure, so that none goes unnoticed. */
export function resultOf(stage: string, events: readonly TestEvent[], ending: Ending): StageResult {
  const log = logOf(events)
  const idsThat = (outcome: Ended['outcome']) => [...log.ended].filter(([, end]) => end.outcome === outcome).map(([id]) => id)
  const isSuspect = (id: string) => log.started.has(id) && !log.ended.has(id)
  const broken = events.flatMap((one): Failure[] => {
    if (one.event !== 'broken' && one.event !== 'cut') return []
    // The test that ran while its process ended is its own failure.
    if (one.event === 'cut' && one.ids.some(isSuspect)) return []
    const { project, file, messages, ids } = one
    const title = one.event === 'cut' ? '(its process ended)' : one.title
    return [{ stage, project, file, title, ids, messages: [...messages, ...log.stuckIn(file)] }]
  })
  const ofTests = [...new Set([...log.started, ...log.ended.keys()])].flatMap((id) => failureOfTest(stage, log, id) ?? [])
  const failures = [...broken, ...ofTests]

  // A failed hook's rerun runs the tests that it left out.
  const withReruns = new Set(failures.flatMap(({ ids }) => ids))
  const neverStarted = [...log.refs.keys()].filter((id) => !log.started.has(id) && !log.ended.has(id))
  const leftOut = [...new Set([...idsThat('left out'), ...neverStarted])].filter((id) => !withReruns.has(id))
  const whole = failureOfStage(stage, log.isThrough, ending, failures.length > 0)
  return {
    ...{ stage, passed: idsThat('passed'), skipped: idsThat('skipped') },
    failures: whole ? [...failures, whole] : failures,
    leftOut: leftOut.map((id) => refOf(log, id)),
  }
}
