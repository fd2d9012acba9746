import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { saveAnswer } from '@sitwell/contract'
import { pathOf } from '../../bench/caller.ts'
import { KeepAlive, type RawAnswer } from '../../bench/keep-alive.ts'
import type { OneOfMany } from '../../bench/many-learners.ts'
import { bodyOf } from '../../bench/saves.ts'
import type { KnownSave } from './compare-saves.ts'

/** A save on its way, with milliseconds on the clock of this process. */
export interface SentSave extends KnownSave {
  readonly sentMs: number
  acknowledgedMs?: number
  refused?: string
}

export interface Sitters {
  readonly saves: readonly SentSave[]
  /** Resolves once all that was sent is acknowledged or refused. */
  stop(): Promise<void>
}

/** As a browser: it gives a request up after so long and sends it again. */
const attemptMs = 30_000
const againMs = 1000

/**
 * Learners who each save an answer every `everyMs` or so, and send it until it is acknowledged: to the next of `origins` where one doesn't
 * take it.
 */
export const sitDown = (origins: readonly string[], learners: readonly OneOfMany[], everyMs: number): Sitters => {
  const saves: SentSave[] = []
  let isOver = false
  const sit = async (learner: OneOfMany) => {
    const writerId = randomUUID()
    let connection: KeepAlive | undefined
    let place = Math.floor(Math.random() * origins.length)
    const attempt = async (body: string): Promise<RawAnswer | undefined> => {
      connection ??= new KeepAlive(origins[place % origins.length] ?? '', learner.token)
      const gaveUp = new AbortController()
      const late = wait(attemptMs, undefined, { signal: gaveUp.signal }).catch(() => undefined)
      const answer = await Promise.race([connection.post(pathOf(saveAnswer), body).catch(() => undefined), late])
      gaveUp.abort()
      if (answer?.status !== 200) {
        connection.close()
        connection = undefined
        place += 1
      }
      return answer
    }
    await wait(Math.random() * everyMs)
    while (!isOver) {
      learner.lastSequence += 1
      const body = bodyOf(learner, writerId, learner.lastSequence)
      const { requestId, page } = JSON.parse(body) as { requestId: string; page: string }
      const { formRunGuid, lastSequence: sequence } = learner
      const save: SentSave = { formRunGuid, requestId, questionId: page, sequence, sentMs: performance.now() }
      saves.push(save)
      for (;;) {
        const answer = await attempt(body)
        if (answer?.status === 200) {
          save.acknowledgedMs = performance.now()
          break
        }
        if (answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
          save.refused = `${answer.status} ${answer.body.toString('utf8', 0, 200)}`
          break
        }
        await wait(againMs)
      }
      await wait(everyMs * (0.5 + Math.random()))
    }
    connection?.close()
  }
  const all = Promise.all(learners.map(sit))
  return {
    saves,
    stop: async () => {
      isOver = true
      await all
    },
  }
}
