import { newUuid } from '@sitwell/client/new-uuid'
import type { FormRun } from '../../../sync/form-run/form-run.ts'

/** Attempts whose reply didn't come. */
export interface UnheardAttempts {
  /** The request id of an attempt: that of one by the same button of which nothing was heard, and else a new one. */
  idOf(questionId: string, ending: number | undefined): string
  /** The reply to an attempt at it has come. */
  heard(questionId: string): void
}

const createUnheard = (): UnheardAttempts => {
  const made = new Map<string, { readonly ending: number | undefined; readonly requestId: string }>()
  return {
    idOf(questionId, ending) {
      const before = made.get(questionId)
      if (before && before.ending === ending) return before.requestId
      const requestId = newUuid()
      made.set(questionId, { ending, requestId })
      return requestId
    },
    heard: (questionId) => void made.delete(questionId),
  }
}

const unheardOf = new WeakMap<Pick<FormRun, 'formRunGuid'>, UnheardAttempts>()

/** Those of a form run, as long as its page: made once, none must count twice, wherever its learner has been meanwhile. */
export const unheardIn = (formRun: Pick<FormRun, 'formRunGuid'>): UnheardAttempts => {
  const unheard = unheardOf.get(formRun) ?? createUnheard()
  unheardOf.set(formRun, unheard)
  return unheard
}
