import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { calls } from '@sitwell/contract'
import type { Database } from '../../apps/server/src/db/database.ts'
import { doCall, saveOf, type World } from '../../apps/server/src/testing/test-world.ts'

/** Somebody who sits an exam. */
interface Sitting {
  readonly token: string
  readonly formRunGuid: string
  readonly entry: World['entry']
}

/** A server in its own process, an honest learner who sits an exam there, and one who attacks it. */
export interface Attacked {
  readonly origin: string
  readonly learner: Sitting
  readonly attacker: Sitting
  /** A file that the attacker has uploaded. */
  readonly fileGuid: string
}

/** What a flood came to for the server and its honest learner. */
export interface Suffered {
  /** Megabytes above what the server took before. */
  readonly grownMegabytes: number
  /** Milliseconds. */
  readonly saves: readonly number[]
  readonly failures: readonly string[]
}

const program = fileURLToPath(new URL('server-apart.ts', import.meta.url))
const lookEveryMs = 100
/** A save that has no answer by then counts as failed. */
const longestSaveMs = 30_000

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export const startApart = async (database: Database['dialect'], { fileBytes = 8_000_000 } = {}) => {
  const child = fork(program, [database, String(fileBytes)])
  // Boundary: what our own program sends first.
  const [attacked] = (await once(child, 'message')) as [Attacked]
  const megabytes = async () => {
    child.send('memory')
    // Boundary: what our own program sends whenever it is asked.
    const [{ residentBytes }] = (await once(child, 'message')) as [{ residentBytes: number }]
    return residentBytes / 1_000_000
  }
  const { origin, learner } = attacked
  let sequence = 0
  const save = async () => {
    sequence += 1
    const begunMs = performance.now()
    const body = saveOf({ prefix: 'o1' }, learner.formRunGuid, { timeRemaining: 600 - sequence })
    const reply = await Promise.race([
      doCall({ origin }, calls.saveAnswer, { body }, learner.token).then(({ saved }) => saved, String),
      new Promise<string>((resolve) => setTimeout(resolve, longestSaveMs, 'no answer').unref()),
    ])
    return { tookMs: performance.now() - begunMs, failure: reply === true ? undefined : `a save failed: ${reply}` }
  }
  /** Has the honest learner save so often, one save after the other, while `flood` runs, and answers the result of it. */
  const suffer = async (flood: () => Promise<void>, saves: number): Promise<Suffered> => {
    // What is loaded and compiled at a first use is none of the flood's doing.
    for (let warm = 0; warm < 20; warm += 1) {
      const { failure } = await save()
      if (failure) throw new Error(`Before the flood ${failure}`)
    }
    const before = await megabytes()
    let most = before
    let isOver = false
    const looking = (async () => {
      while (!isOver) {
        most = Math.max(most, await megabytes())
        await pause(lookEveryMs)
      }
    })()
    const flooding = flood()
    const outcomes: Awaited<ReturnType<typeof save>>[] = []
    for (let number = 0; number < saves; number += 1) {
      const outcome = await save()
      outcomes.push(outcome)
      // Whoever waits for thirty seconds has seen enough.
      if (outcome.failure) break
      await pause(20)
    }
    await flooding
    isOver = true
    await looking
    return {
      grownMegabytes: Math.round(most - before),
      saves: outcomes.map(({ tookMs }) => tookMs),
      failures: outcomes.flatMap(({ failure }) => failure ?? []),
    }
  }
  const stop = async () => {
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
  }
  return { attacked, suffer, stop }
}
