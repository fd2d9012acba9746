import { randomUUID } from 'node:crypto'
import { saveAnswer } from '@sitwell/contract'
import { pathOf } from './caller.ts'
import { KeepAlive } from './keep-alive.ts'
import type { Sitting } from './learners.ts'

const colours = ['Red', 'Green', 'Blue', 'Yellow']

/** What a learner's nth save carries. `heard`: how many saves the page knows to be counted, where it wants to hear whether any were lost. */
function saveOf({ formRunGuid, objectID, questions }: Sitting, writerId: string, sequence: number, heard?: number) {
  const question = questions[sequence % questions.length]
  if (!question) throw new Error('An exam without questions.')
  const option = String((sequence % 4) + 1)
  return {
    answerText: colours[sequence % 4] ?? '',
    options: [{ optionID: option, optionText: colours[sequence % 4] ?? '' }],
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
    ...(heard !== undefined && { heard }),
  }
}

/** Its body. */
export const bodyOf = (sitting: Sitting, writerId: string, sequence: number, heard?: number): string =>
  JSON.stringify(saveOf(sitting, writerId, sequence, heard))

/** Saves an answer to each question, one after another; answers what was saved. */
export async function answerAll(connection: KeepAlive, sitting: Sitting, writerId: string) {
  const saved: {
    questionId: string
    sequence: number
    answerText: string
    options: { optionID: string; optionText: string }[]
  }[] = []
  for (const _ of sitting.questions) {
    sitting.lastSequence += 1
    const body = saveOf(sitting, writerId, sitting.lastSequence)
    const { status } = await connection.post(pathOf(saveAnswer), JSON.stringify(body))
    if (status !== 200) throw new Error(`a save was answered with ${status}`)
    const { page, sequence, answerText, options } = body
    saved.push({ questionId: page, sequence, answerText, options })
  }
  return saved
}

/**
 * Every learner saves answers over their own connection, one after another, each waiting for the acknowledgement.
 * Gives how many saves were acknowledged in a second, and the milliseconds that each took. `isCounted`: each asks how many were counted.
 */
export async function measureSaves(
  origin: string,
  sittings: readonly Sitting[],
  seconds: number,
  { isCounted = false } = {},
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
      const body = bodyOf(sitting, writerId, sitting.lastSequence, isCounted ? 0 : undefined)
      const { status } = await connection.post(path, body)
      if (status !== 200) throw new Error(`a save was answered with ${status}`)
      tookMs.push(performance.now() - before)
    }
    connection.close()
  }
  await Promise.all(sittings.map(saveOn))
  return { perSecond: tookMs.length / ((performance.now() - from) / 1000), tookMs }
}
