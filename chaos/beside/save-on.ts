import { calls } from '@sitwell/contract'
import { type Answer, saveOf, send, tryCall, type World } from '../../apps/server/src/testing/test-world.ts'

interface Sitting {
  readonly world: World
  readonly token: string
  readonly formRunGuid: string
}

/** Saves under way at once, as if several learners saved. */
const savers = 4
/** Characters of an answer: the log of the database grows as with many learners. */
const answerLength = 8000

/** Saves and pings without a pause until `stop` is called; collects what the server acknowledged and what it refused. */
export const saveOn = (address: { origin: string }, { world, token, formRunGuid }: Sitting) => {
  const acknowledged: number[] = []
  const refused: string[] = []
  let isDone = false
  const isAcknowledged = (what: string, answer: Answer | Error) => {
    if (answer instanceof Error) refused.push(`${what}: ${answer.message}`)
    else if (answer.status !== 200) refused.push(`${what}: ${answer.status} ${answer.text}`)
    return !(answer instanceof Error) && answer.status === 200
  }
  const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
  const saveFrom = async (first: number) => {
    for (let sequence = first; !isDone; sequence += savers) {
      const answerText = `${sequence} `.padEnd(answerLength, 'x')
      const more = { sequence, answerText, options: [], page: 'o1-q3', questionVersionId: 'o1-q3', questionNumber: 3 }
      const body = saveOf(world, formRunGuid, more)
      if (isAcknowledged('save', await tryCall(address, calls.saveAnswer, { body }, token).catch(asError)))
        acknowledged.push(sequence)
    }
  }
  const pingOn = async () => {
    while (!isDone) {
      isAcknowledged('ping', await send(address, '/ping').catch(asError))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const under = [pingOn(), ...Array.from({ length: savers }, (_, index) => saveFrom(index + 1))]
  return {
    acknowledged,
    refused,
    stop: async () => {
      isDone = true
      await Promise.all(under)
    },
  }
}
