import type { Api } from '@sitwell/client/api'
import { type AttemptState, attemptsOfQuestion, type Question } from '@sitwell/contract'
import { makeAttempt } from '../../apps/player/src/exam/screens/attempts/make-attempt.ts'
import { unheardIn } from '../../apps/player/src/exam/screens/attempts/unheard-attempts.ts'
import type { FormRun } from '../../apps/player/src/sync/form-run/form-run.ts'
import type { SimulatedPage } from './simulated-page-types.ts'

interface Attempting {
  readonly api: Pick<Api, 'call'>
  formRun(): FormRun
  questionOf(question: number): Question
  idOf(question: number): string
}

/** Answers that are checked while the exam continues, as the player's page has it. */
export const createSimulatedAttempts = ({
  api,
  formRun,
  questionOf,
  idOf,
}: Attempting): Pick<SimulatedPage, 'attempts' | 'check'> => {
  /** How questions stand since this page was loaded. */
  const attempted = new Map<string, AttemptState>()
  return {
    attempts(question) {
      const { attempts: given } = questionOf(question)
      if (given === undefined) return undefined
      return attempted.get(idOf(question)) ?? attemptsOfQuestion.parse(given).state ?? { count: 0, isClosed: false }
    },
    async check(question) {
      const of = formRun()
      const questionId = idOf(question)
      const wanted = { questionId, ending: undefined, requestId: unheardIn(of).idOf(questionId, undefined) }
      const made = await makeAttempt(api, of, wanted)
      if (made.kind !== 'made') return
      unheardIn(of).heard(questionId)
      attempted.set(questionId, made.state)
    },
  }
}
