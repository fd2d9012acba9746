import type { ExamStore } from '../storage/exam-store.ts'
import type { FormRunRecord } from '../storage/records.ts'
import { refusedSaves, whereAnswersAre } from '../sync/only-here/where-answers-are.ts'

/** A learner's form run of which this browser has answers that its server lacks. */
export interface RunOnlyHere {
  readonly run: FormRunRecord
  /** Questions of which an answer is in this browser alone: it waits, or was refused. */
  readonly answers: number
}

/** Of one organisation's form runs those of which the server lacks answers; not those whose answers went to another. */
export const runsOnlyHere = async (
  store: Pick<ExamStore, 'answersOf' | 'setAside'>,
  formRuns: readonly FormRunRecord[],
  orgId: number,
): Promise<RunOnlyHere[]> => {
  const found: RunOnlyHere[] = []
  for (const run of formRuns) {
    const { formRunGuid, userGuid } = run
    if (run.orgId !== orgId || run.takenBy !== undefined) continue
    const { onlyHere } = await whereAnswersAre(store, userGuid, formRunGuid)
    const refused = [...(await refusedSaves(store, formRunGuid)).values()].map(({ request }) => request.callbackId ?? '')
    const answers = new Set([...onlyHere.map(({ questionId }) => questionId), ...refused]).size
    if (answers > 0) found.push({ run, answers })
  }
  return found
}
