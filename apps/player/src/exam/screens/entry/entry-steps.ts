import type { Refused } from '@sitwell/client/outcome'
import type { Schedule } from '@sitwell/contract'
import type { PdfProgress } from '../../content/exam-files.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import type { MonitorStart } from '../../proctoring/monitor-session.ts'

/**
 * An invigilator's offer to resume after a pause, or a granted extension (`extension`, in seconds). `number` identifies it in the ledger of the
 * form run; the time stands still for `seconds`.
 */
export type ResumeOffer = NonNullable<Refused['resumeOffer']>

/** What fetching the exam came to. The server may still refuse what it allowed a moment ago. */
export type FetchedExam =
  | { readonly kind: 'exam'; readonly exam: LoadedExam }
  | { readonly kind: 'cannot-start'; readonly message: string }
  | { readonly kind: 'password-required' }
  | { readonly kind: 'completed' }
  /** Nothing of it is given out without a proctored session that the server knows of. */
  | { readonly kind: 'proctoring-required' }
  /** It is sat in Safe Exam Browser with its own settings, and this isn't that. */
  | { readonly kind: 'other-browser' }
  /** An invigilator holds it: nothing of it is given out until its learner continues, by the `offer` that they are made. */
  | { readonly kind: 'paused'; readonly offer?: ResumeOffer | undefined }

/** Whether the exam can start here and now, with the reason where not. */
export interface StartAnswer {
  readonly canStart: boolean
  readonly message: string
  /** It can, in Safe Exam Browser. */
  readonly isElsewhere?: boolean
}

/** The steps of an exam's initialisation. Each throws an error if the way can't continue (spec 2 §4: any error). */
export interface EntrySteps {
  clearPreviousExam(): Promise<void>
  isBrowserSupported(): Promise<boolean>
  /** From what is loaded already, otherwise from the server; undefined if the learner has no such schedule. */
  findSchedule(): Promise<Schedule | undefined>
  isCompleted(schedule: Schedule): Promise<boolean>
  canStart(schedule: Schedule): Promise<StartAnswer>
  isPasswordRequired(schedule: Schedule): boolean
  fetchExam(schedule: Schedule): Promise<FetchedExam>
  /** Resumes the exam after a pause or a grant that the learner has read; the next fetch shows the result. */
  goOn(offer: ResumeOffer): Promise<void>
  /** The exam with the HTML of each legacy control, as the server renders it. */
  preloadLegacyControls(exam: LoadedExam): Promise<LoadedExam>
  preloadImages(exam: LoadedExam): Promise<void>
  preloadResources(exam: LoadedExam): Promise<void>
  /** Opens the form run where the exam has commenced. */
  resumeAnswers(exam: LoadedExam, schedule: Schedule): Promise<void>
  /** The PDFs that could not be loaded; calls `onProgress` ahead of each. */
  preloadPdfs(exam: LoadedExam, onProgress: (progress: PdfProgress) => void): Promise<readonly string[]>
  hasPdfs(exam: LoadedExam): boolean
  /** Whether the integrity monitor watches over it, what the organisation says of that first, and its start. */
  needsMonitor(schedule: Schedule): boolean
  monitorGuidance(): string
  startMonitor(schedule: Schedule): Promise<MonitorStart>
  /** Whether the browser's extension proctors it, and isn't active yet: then its page comes first. */
  needsExtension(schedule: Schedule): boolean
  /** Leads to that page. */
  toProctoring(schedule: Schedule): void
}
