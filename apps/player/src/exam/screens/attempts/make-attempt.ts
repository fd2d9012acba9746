import type { Api } from '@sitwell/client/api'
import { type AttemptState, attemptQuestion } from '@sitwell/contract'
import type { SaveState } from '../../../sync/answers/answer-book.ts'
import type { FormRun } from '../../../sync/form-run/form-run.ts'

/** What an attempt came to: how the question stands now, or why it wasn't made. */
export type Made =
  | { readonly kind: 'made'; readonly state: AttemptState }
  /** It didn't reach the server, or its reply didn't come back: the same one may be sent again. */
  | { readonly kind: 'unreachable' }
  /** The server doesn't check it now, in a pause say. */
  | { readonly kind: 'refused' }

export interface AttemptWanted {
  readonly questionId: string
  readonly ending: number | undefined
  readonly requestId: string
}

/** Not there yet, and on its way as soon as there is a connection. */
const isOnItsWay = (state: SaveState | undefined) => state === 'keeping' || state === 'sending' || state === 'on-device'

/** Milliseconds for which the last answer is waited for until it is told that there is no connection. */
const waitsMs = 15_000

interface Waiting {
  readonly answers: Pick<FormRun['answers'], 'stateOf' | 'subscribe'>
  isOffline(): boolean
  /** Calls back after this many milliseconds; answers what stops it. */
  after(ms: number, callback: () => void): () => void
}

/** Whether the server has the last answer to a question, as soon as it does or it is clear that it won't. */
export const answerArrives = (questionId: string, { answers, isOffline, after }: Waiting): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isThere: boolean) => {
      unsubscribe()
      stop()
      resolve(isThere)
    }
    const look = () => {
      const isWaited = isOnItsWay(answers.stateOf(questionId))
      if (!isWaited || isOffline()) end(!isWaited)
    }
    const unsubscribe = answers.subscribe((changed) => changed === questionId && look())
    const stop = after(waitsMs, () => end(false))
    look()
  })

const inPage = (answers: FormRun['answers']): Waiting => ({
  answers,
  isOffline: () => !navigator.onLine,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
})

type Attempting = Pick<FormRun, 'formRunGuid' | 'answers'> & { readonly comparison: Pick<FormRun['comparison'], 'doubt'> }

/** Sends the answer, and has it checked once the server has it. */
export const makeAttempt = async (
  api: Pick<Api, 'call'>,
  { formRunGuid, answers, comparison }: Attempting,
  { questionId, ending, requestId }: AttemptWanted,
): Promise<Made> => {
  await answers.saveChanged(questionId)
  if (!(await answerArrives(questionId, inPage(answers)))) return { kind: 'unreachable' }
  const hasAnswer = answers.stateOf(questionId) === 'on-server'
  const body = {
    ...{ formRunGuid, questionId, requestId },
    ...(ending !== undefined && { ending }),
    ...(hasAnswer && { sequence: answers.get(questionId).sequence }),
  }
  const outcome = await api.call(attemptQuestion, { body }, { attempts: 1 })
  if (outcome.ok) return { kind: 'made', state: outcome.value }
  // It was acknowledged, and is there no more: what the server has forgotten goes again.
  if (outcome.kind === 'refused' && outcome.code === 'MISSING_REQUESTS') comparison.doubt()
  const isLost = outcome.kind === 'unreachable' || outcome.status >= 500 || outcome.code === 'MISSING_REQUESTS'
  return { kind: isLost ? 'unreachable' : 'refused' }
}
