import { randomUUID } from 'node:crypto'
import { complete } from '@sitwell/contract'
import { contentHash, type DigestLine } from '@sitwell/exam/answers/answer-digest'
import { pathOf } from './caller.ts'
import { KeepAlive } from './keep-alive.ts'
import type { Sitting } from './learners.ts'
import { answerAll } from './saves.ts'

/** Milliseconds that the completions of an exam took, each of another learner, and those of the comparison that they ask for. */
export interface DigestFigures {
  readonly withDigestMs: readonly number[]
  readonly withoutMs: readonly number[]
  /** To work out what is compared, of one learner's answers, where the browser does that. */
  readonly hashMs: readonly number[]
}

/** Every learner answers all questions and completes: each other one with what the browser holds, for the server to compare. */
export async function measureDigest(origin: string, sittings: readonly Sitting[]): Promise<DigestFigures> {
  const figures = { withDigestMs: [] as number[], withoutMs: [] as number[], hashMs: [] as number[] }
  for (const [index, sitting] of sittings.entries()) {
    const connection = new KeepAlive(origin, sitting.token)
    const writerId = randomUUID()
    const saved = await answerAll(connection, sitting, writerId)
    const before = performance.now()
    const answers = saved.map(
      ({ questionId, sequence, answerText, options }): DigestLine => ({
        questionId,
        sequence,
        hash: contentHash({ answer: { answerText, options }, workings: '', bookmarked: false }),
      }),
    )
    figures.hashMs.push(performance.now() - before)
    const isCompared = index % 2 === 0
    const sequences = saved.map(({ sequence }) => sequence)
    const body = { formRunGuid: sitting.formRunGuid, timeRemaining: 3000, elapsedTime: 600, writerId, sequences }
    const asked = performance.now()
    const answer = await connection.post(pathOf(complete), JSON.stringify({ ...body, ...(isCompared && { answers }) }))
    if (answer.status !== 200) throw new Error(`a completion was answered with ${answer.status}: ${answer.body}`)
    figures[isCompared ? 'withDigestMs' : 'withoutMs'].push(performance.now() - asked)
    connection.close()
  }
  return figures
}
