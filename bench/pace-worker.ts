import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { activityLog, saveAnswer, saveTime } from '@sitwell/contract'
import { type Account, type Ask, finish, openExam, refreshTokens, signIn, type Tokens, upload } from './arrive.ts'
import { pathOf } from './caller.ts'
import { KeepAlive } from './keep-alive.ts'
import type { OneOfMany } from './many-learners.ts'
import { type Due, regularPace } from './pace.ts'
import { bodyOf } from './saves.ts'

/** What a process of learners is told to do: those who sit already continue regularly, the others sit a whole exam. */
export interface PaceOrder {
  readonly origin: string
  readonly running?: Running
  readonly arriving?: Arriving
}

export interface Running {
  readonly learners: readonly OneOfMany[]
  readonly forMs: number
  /** The last of those: what is due in them is measured. */
  readonly measuredMs: number
}

export interface Arriving {
  readonly accounts: readonly Account[]
  /** Milliseconds over which they come, one after another. */
  readonly overMs: number
  /** One of these for each, in turn; an exam is over with its last. */
  readonly paces: readonly (readonly Due[])[]
  /** How many times as fast as they were recorded. */
  readonly speed: number
  /** Of the file that each uploads in the middle; none if it is 0. */
  readonly uploadBytes: number
}

/** What it tells back: by kind, milliseconds of each request from the moment it was due. */
export interface PaceReport {
  readonly tookMs: Record<string, number[]>
  /** Why, of each that was not answered with 200 in two tries. */
  readonly failures: string[]
  /** Requests that were sent a second time, because their connection had ended. */
  again: number
  /** Of the learners, how many came to the end. */
  finished: number
  /** Milliseconds of processor time that this process took while it was measured. */
  processorMs: number
}

/** An access token is good for a quarter of an hour. */
const refreshEveryMs = 12 * 60_000

/** A learner's one connection, made again where it has ended, as a browser does. */
class Line {
  readonly #origin: string
  #token: string | undefined
  #connection: KeepAlive | undefined
  constructor(origin: string, token?: string) {
    this.#origin = origin
    this.#token = token
  }
  use(token: string): void {
    this.close()
    this.#token = token
  }
  close(): void {
    this.#connection?.close()
    this.#connection = undefined
  }
  get now(): KeepAlive {
    this.#connection ??= new KeepAlive(this.#origin, this.#token)
    return this.#connection
  }
}

const askerOn = (line: Line, report: PaceReport, isMeasured: () => boolean, dueAt: () => number): Ask => {
  return async (kind, send) => {
    const from = dueAt()
    const answer = await send(line.now).catch(() => {
      line.close()
      report.again += 1
      return send(line.now)
    })
    if (answer.status !== 200) throw new Error(`${kind}: status ${answer.status} ${answer.body.toString('utf8', 0, 200)}`)
    if (isMeasured()) {
      report.tookMs[kind] ??= []
      report.tookMs[kind].push(performance.now() - from)
    }
    return answer.body
  }
}

/** What is due goes in its order, and waits for what is under way. */
const sendDues = async (
  ask: Ask,
  learner: OneOfMany,
  writerId: string,
  {
    dues,
    whenDue,
    between,
  }: { dues: readonly Due[]; whenDue(atMs: number): Promise<void>; between?(index: number): Promise<void> },
) => {
  const { formRunGuid, questions } = learner
  const times = { formRunGuid, timeRemaining: 3600, elapsedTime: 60, page: questions[0]?.id ?? '', writerId }
  const bodies = {
    answer: () => {
      learner.lastSequence += 1
      return bodyOf(learner, writerId, learner.lastSequence)
    },
    time: () => JSON.stringify(times),
    log: () => JSON.stringify({ formRunGuid, requestId: randomUUID(), activities: activities() }),
  }
  const paths = {
    answer: pathOf(saveAnswer),
    time: pathOf(saveTime),
    log: pathOf(activityLog).replace(':formRunGuid', formRunGuid),
  }
  for (const [index, { kind, atMs }] of dues.entries()) {
    await whenDue(atMs)
    const body = bodies[kind]()
    await ask(kind, (to) => to.post(paths[kind], body))
    await between?.(index)
  }
}

/** One learner who sits already. */
async function goOn(origin: string, learner: OneOfMany, { forMs }: Running, measuredFrom: number, report: PaceReport) {
  const from = performance.now()
  let due = from
  const line = new Line(origin, learner.token)
  const ask = askerOn(
    line,
    report,
    () => due >= measuredFrom,
    () => due,
  )
  const whenDue = async (atMs: number) => {
    due = from + atMs
    await wait(Math.max(0, due - performance.now()))
  }
  await sendDues(ask, learner, randomUUID(), { dues: regularPace(forMs, Math.random), whenDue })
  line.close()
}

/** One learner from the sign-in to the end. */
async function sitWhole(origin: string, arriving: Arriving, index: number, report: PaceReport): Promise<void> {
  const { accounts, overMs, paces, speed, uploadBytes } = arriving
  const [account, dues] = [accounts[index], paces[index % paces.length]]
  if (!account || !dues) throw new Error('There is nobody of this number, or no pace.')
  await wait((overMs * index) / accounts.length)
  let due = 0
  const line = new Line(origin)
  const ask = askerOn(
    line,
    report,
    () => true,
    () => due || performance.now(),
  )
  let tokens: Tokens = await signIn(ask, account)
  line.use(tokens.access)
  const learner = await openExam(ask, account, tokens)
  const from = performance.now()
  let refreshAt = from + refreshEveryMs
  const whenDue = async (atMs: number) => {
    if (performance.now() > refreshAt) {
      tokens = await refreshTokens(ask, tokens)
      line.use(tokens.access)
      refreshAt += refreshEveryMs
    }
    due = from + atMs / speed
    await wait(Math.max(0, due - performance.now()))
  }
  const writerId = randomUUID()
  const between = async (at: number) => {
    due = 0
    if (uploadBytes > 0 && at === Math.floor(dues.length / 2)) await upload(ask, learner.formRunGuid, uploadBytes)
  }
  await sendDues(ask, learner, writerId, { dues, whenDue, between })
  await finish(ask, learner.formRunGuid, writerId)
  line.close()
  report.finished += 1
}

process.once('message', async (order: PaceOrder) => {
  const report: PaceReport = { tookMs: {}, failures: [], again: 0, finished: 0, processorMs: 0 }
  const note = (error: unknown) => void report.failures.push(error instanceof Error ? error.message : String(error))
  const { running, arriving } = order
  const beforeMeasuredMs = running ? running.forMs - running.measuredMs : 0
  const measuredFrom = performance.now() + beforeMeasuredMs
  let used = process.cpuUsage()
  setTimeout(() => {
    used = process.cpuUsage()
  }, beforeMeasuredMs)
  await Promise.all([
    ...(running ? running.learners.map((one) => goOn(order.origin, one, running, measuredFrom, report).catch(note)) : []),
    ...(arriving ? arriving.accounts.map((_, index) => sitWhole(order.origin, arriving, index, report).catch(note)) : []),
  ])
  const { user, system } = process.cpuUsage(used)
  report.processorMs = (user + system) / 1000
  process.send?.(report, () => process.exit())
})

/** What a learner does in half a minute, as the player tells it: some questions opened, left and answered. */
function activities() {
  return Array.from({ length: 6 }, (_, index) => ({
    id: randomUUID(),
    type: index + 1,
    value: { questionNumber: index, at: Date.now() },
  }))
}
