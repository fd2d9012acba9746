import type { Outcome } from '@sitwell/client/api'
import type { endProctoring, WatchedExam } from '@sitwell/contract'

/** How the exam stands whose session was told as lost. */
export interface LostSession {
  readonly exam: WatchedExam
  readonly examGuid: string | undefined
}

export interface LossParts {
  /** Tells the server. */
  tell(): Promise<Outcome<typeof endProctoring>>
  /** Whether an exam was finished in this browser that the server hasn't been told of. */
  isFinishOnItsWay(): Promise<boolean>
  wait(ms: number): Promise<unknown>
}

/** Milliseconds until the server, which could not be asked, is asked again. */
const askAgainMs = 4000

/**
 * Tells the server that a session doesn't run any more, and answers what its exam has come to by the server's word, however long that
 * takes: the exam may have ended meanwhile, here or elsewhere, and nothing is said of it before. Undefined if the server knows of no
 * such session.
 */
export const tellOfLoss = async (
  { tell, isFinishOnItsWay, wait }: LossParts,
  signal: AbortSignal,
): Promise<LostSession | undefined> => {
  while (!signal.aborted) {
    const outcome = (await isFinishOnItsWay()) ? undefined : await tell()
    // A server that says nothing of its exam is older than this page.
    if (outcome?.ok) return { exam: outcome.value.exam ?? 'begun', examGuid: outcome.value.examGuid }
    if (outcome?.kind === 'refused') return undefined
    await wait(askAgainMs)
  }
  return undefined
}
