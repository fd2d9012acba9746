import { randomUUID } from 'node:crypto'
import { saveAnswer } from '@sitwell/contract'
import { pathOf } from './caller.ts'
import { KeepAlive } from './keep-alive.ts'
import type { Sitting } from './learners.ts'

const colours = ['Red', 'Green', 'Blue', 'Yellow']

/** The body of a learner's nth save. */
export function bodyOf({ formRunGuid, objectID, questions }: Sitting, writerId: string, sequence: number): string {
  const question = questions[sequence % questions.length]
  if (!question) throw new Error('An exam without questions.')
  const option = String((sequence % 4) + 1)
  return JSON.stringify({
    answerText: colours[sequence % 4],
    options: [{ optionID: option, optionText: colours[sequence % 4] }],
    timeRemaining: 3600,
    elapsedTime: 60,
    page: question.id,
    formRunGuid,
    questionNumber: question.number,
    questionVersionId: question.versionId,
    questionVersionNumber: question.versionNumber,
    workings: '',
    objectID,
    requestId: randomUUID(),
    writerId,
    sequence,
  })
}

/**
 * Every learner saves answers over a connection of their own, one after another, each waiting for the acknowledgement.
 * Gives how many saves were acknowledged in a second, and the milliseconds that each took.
 */
export async function measureSaves(
  origin: string,
  sittings: readonly Sitting[],
  seconds: number,
): Promise<{ perSecond: number; tookMs: number[] }> {
  const path = pathOf(saveAnswer)
  const tookMs: number[] = []
  const from = performance.now()
  const until = from + seconds * 1000
  const saveOn = async (sitting: Sitting) => {
    const connection = new KeepAlive(origin, sitting.token)
    const writerId = randomUUID()
    for (sitting.lastSequence += 1; performance.now() < until; sitting.lastSequence += 1) {
      const before = performance.now()
      const { status } = await connection.post(path, bodyOf(sitting, writerId, sitting.lastSequence))
      if (status !== 200) throw new Error(`a save was answered with ${status}`)
      tookMs.push(performance.now() - before)
    }
    connection.close()
  }
  await Promise.all(sittings.map(saveOn))
  return { perSecond: tookMs.length / ((performance.now() - from) / 1000), tookMs }
}
