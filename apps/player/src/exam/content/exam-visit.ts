import type { Schedule } from '@sitwell/contract'
import type { PictureSize } from '@sitwell/ui/hold-place.ts'
import type { ActivityLog } from '../../sync/activity/activity-log.ts'
import type { FormRun } from '../../sync/form-run/form-run.ts'
import type { PlayerSync } from '../../sync/player-sync-types.ts'
import { type LoadedExam, ledgerTime, savedQuestions } from './loaded-exam.ts'

/** The files of an exam that are on this device, by their whole address. */
export interface FilesOfVisit {
  /** What the page loads them by. */
  readonly files: Map<string, string>
  /** The PDFs among them. */
  readonly documents: Map<string, Blob>
  /** Of pictures that were loaded ahead, by what the page loads them by. */
  readonly pictureSizes: Map<string, PictureSize>
}

export const noFiles = (): FilesOfVisit => ({ files: new Map(), documents: new Map(), pictureSizes: new Map() })

/** What an initialised exam stands on, from the schedule to the form run, for as long as the learner is on its pages. */
export interface ExamVisit extends FilesOfVisit {
  readonly schedule: Schedule
  readonly exam: LoadedExam
  readonly sync: PlayerSync
  readonly log: ActivityLog
  /** The PDFs that still come while the exam is sat. */
  comingPdfs(): Promise<unknown>
}

/**
 * Opens the form run of an exam in this tab, with the answers that this browser and the server hold. `isFinishing`: its completion was on
 * its way when the exam was asked for.
 */
export const openFormRunOf = (
  visit: ExamVisit,
  formRunGuid: string,
  { isFinishing = false }: { readonly isFinishing?: boolean } = {},
): Promise<FormRun> => {
  const { exam, schedule, sync } = visit
  const { content } = exam
  return sync.openFormRun({
    formRunGuid,
    examGuid: content.examGuid,
    scheduleGuid: schedule.guid,
    examName: schedule.examName,
    objectID: content.objectID,
    lastSequence: content.lastSequence,
    handInSecret: content.handInSecret,
    saves: content.saves,
    paper: exam.paper,
    plan: exam.plan,
    time: ledgerTime(exam),
    isFresh: content.formRunGuid === undefined,
    isStored: exam.isStored ?? false,
    isFinishing,
    isAwaiting: content.settings.awaitingExtension ?? false,
    isTimeKnown: exam.isTimeKnown ?? false,
    currentQuestionId: content.currentQuestionId,
    initialPage: content.settings.initialPage,
    questions: savedQuestions(exam),
    numberOf: (questionId) => exam.questions.get(questionId)?.number ?? 0,
  })
}
