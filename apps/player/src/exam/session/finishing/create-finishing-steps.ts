import { questionsOf } from '@sitwell/exam/paper/paper'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import type { ExtensionSteps } from '../extension/extension-steps.ts'
import type { FinishingSteps } from './finishing-steps.ts'

/** What finishing stands on. */
export interface FinishingParts {
  readonly exam: Pick<LoadedExam, 'paper' | 'questions'>
  readonly formRun: Pick<FormRun, 'answers' | 'time' | 'wasExtended' | 'keepExtended'>
  readonly extension: ExtensionSteps
  open(questionId: string): void
  /** The learner is back: their time runs, here and on the server. */
  resume(): void
  onError(error: unknown): void
}

/** The steps of finishing over the sitting's answers and its time. */
export const createFinishingSteps = ({ exam, formRun, extension, open, resume, onError }: FinishingParts): FinishingSteps => ({
  extension,
  async completePart({ partId }) {
    // The answers first: what comes to the server after the part's end counts as late.
    await formRun.answers.saveChanged().catch(onError)
    formRun.time.complete(partId)
  },
  async enterNextPart({ nextPartId }) {
    const part = exam.paper.root.sections.find(({ id }) => id === nextPartId)
    const first = part && questionsOf(part).find((id) => !exam.questions.get(id)?.disabled)
    if (first !== undefined) open(first)
  },
  async extend(seconds) {
    // Usually the live connection has given the time already, by the server's count, and it stands still until the exam opens. A learner who
    // left the answer unread for longer has used some of it, so giving it again would exceed what the server counts.
    const isThere = formRun.wasExtended()
    await formRun.keepExtended().catch(onError)
    if (!isThere) formRun.time.give(seconds * 1000)
  },
  goOn: resume,
})
