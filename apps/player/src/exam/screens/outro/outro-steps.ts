import type { ExamResult } from './exam-result.ts'

/**
 * What was asked for after the completion: the result, or of a downloadable practice exam whether it is completed, and then the
 * receipt that comes with its result.
 */
export type Fetched =
  | { readonly kind: 'result'; readonly result: ExamResult }
  | { readonly kind: 'completion'; readonly completed: boolean; readonly result?: ExamResult }

/** Results to be downloaded: where they are, or why there are none, in words for the learner. */
export type DownloadableResults = { readonly link: string } | { readonly error: string }

/** The steps after an exam. Each throws an error if the way can't continue. */
export interface OutroSteps {
  /** Resolves once the activity log is saved, could not be saved, or took too long: the way continues in each case. */
  finishActivityLogger(): Promise<void>
  closeIntegrityAdvocate(): Promise<void>
  /**
   * Resolves once the server has acknowledged the completion; while it can't be reached, that takes until it can. `time-left`: it
   * didn't take it, because more time was given than this browser knew of.
   */
  completeExam(): Promise<'completed' | 'time-left'>
  fetchResults(): Promise<Fetched>
  /** Only where {@link fetchResults} answers completions. Tells how far it is, in percent. */
  downloadResults?(onProgress: (percent: number) => void): Promise<DownloadableResults>
}
