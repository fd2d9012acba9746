import { randomUUID } from 'node:crypto'
import { saveAnswer } from '@sitwell/contract'
import { pathOf } from './caller.ts'
import { KeepAlive } from './keep-alive.ts'
import type { Sitting } from './learners.ts'

/** The body of a learner's nth save. */
function bodyOf({ formRunGuid, objectID, questions }: Sitting, writerId: string, sequence: number): string {
  const question = questions[sequence % questions.length]
  if (!question) throw new Error('An exam without questions.')
  const option = String((sequence % 4) + 1)
  return JSON.stringify({
    answerText: ['Red', 'Green', 'Blue', 'Yellow'][sequence % 4],
    options: [{ optionID: option, optionText: ['Red', 'Green', 'Blue', 'Yellow'][sequence % 4] }],
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
 * Gives how many saves were acknowledged in a second, and the time of one in milliseconds: middle and 99 of 100.
 */
export async function measureSaves(
  origin: string,
  sittings: readonly Sitting[],
  seconds: number,
): Promise<{ perSecond: number; medianMs: number; p99Ms: number }> {
  const durations: number[] = []
  const from = performance.now()
  const until = from + seconds * 1000
  const saveOn = async (sitting: Sitting) => {
    const connection = new KeepAlive(origin, pathOf(saveAnswer), sitting.token)
    const writerId = randomUUID()
    for (sitting.lastSequence += 1; performance.now() < until; sitting.lastSequence += 1) {
      const before = performance.now()
      const status = await connection.post(bodyOf(sitting, writerId, sitting.lastSequence))
      if (status !== 200) throw new Error(`a save was answered with ${status}`)
      durations.push(performance.now() - before)
    }
    connection.close()
  }
  await Promise.all(sittings.map(saveOn))
  const took = (performance.now() - from) / 1000
  durations.sort((a, b) => a - b)
  return {
    perSecond: durations.length / took,
    medianMs: durations[Math.floor(durations.length / 2)] ?? 0,
    p99Ms: durations[Math.floor(durations.length * 0.99)] ?? 0,
  }
}
