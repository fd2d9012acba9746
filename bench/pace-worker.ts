import { randomUUID } from 'node:crypto'
import { activityLog, saveAnswer, saveTime } from '@sitwell/contract'
import { pathOf } from './caller.ts'
import { KeepAlive } from './keep-alive.ts'
import type { OneOfMany } from './many-learners.ts'
import { bodyOf } from './saves.ts'

/** What a process of learners is told to do, and what it tells back: milliseconds of each save from the moment it was due. */
export interface PaceOrder {
  origin: string
  learners: readonly OneOfMany[]
  /** Milliseconds of the exam that they sit here. */
  forMs: number
  /** Of them at the end, in which it is measured. */
  measuredMs: number
}

export interface PaceReport {
  saveMs: number[]
  /** Why, of each that was not answered with 200. */
  failures: string[]
}

/** Seconds between two of the same kind of one learner. */
const pace = { answer: 20, time: 30, log: 30 }

process.once('message', async (order: PaceOrder) => {
  const report: PaceReport = { saveMs: [], failures: [] }
  const from = performance.now()
  const measuredFrom = from + order.forMs - order.measuredMs
  const until = from + order.forMs
  await Promise.all(order.learners.map((learner) => sit(order.origin, learner, { measuredFrom, until }, report)))
  process.send?.(report, () => process.exit())
})

/** One learner over one connection: what is due goes in its order, and waits for what is under way. */
async function sit(origin: string, learner: OneOfMany, { measuredFrom, until }: Record<string, number>, report: PaceReport) {
  const writerId = randomUUID()
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
  const kinds = ['answer', 'time', 'log'] as const
  const due = kinds.map((kind) => ({ kind, at: performance.now() + Math.random() * pace[kind] * 1000 }))
  let connection: KeepAlive | undefined
  for (;;) {
    const next = due.reduce((first, one) => (one.at < first.at ? one : first))
    if (next.at > (until ?? 0)) break
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next.at - performance.now())))
    connection ??= new KeepAlive(origin, learner.token)
    const answer = await connection.post(paths[next.kind], bodies[next.kind]()).catch(String)
    if (typeof answer === 'string') {
      report.failures.push(answer)
      connection = undefined
    } else if (answer.status !== 200) report.failures.push(`status ${answer.status}`)
    if (next.kind === 'answer' && next.at >= (measuredFrom ?? 0)) report.saveMs.push(performance.now() - next.at)
    next.at += pace[next.kind] * 1000
  }
  connection?.close()
}

/** What a learner does in half a minute, as the player tells it: some questions opened, left and answered. */
function activities() {
  return Array.from({ length: 6 }, (_, index) => ({
    id: randomUUID(),
    type: index + 1,
    value: { questionNumber: index, at: Date.now() },
  }))
}
