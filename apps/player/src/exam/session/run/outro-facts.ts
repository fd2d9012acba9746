import { type KeyStorage, storedValue } from '@sitwell/client/stored-value'
import type { MessageId } from '@sitwell/i18n/message-ids'
import * as z from 'zod/mini'
import type { ClientSettings } from '../../../context/settings/client-settings.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'

const finishedElsewhere = z.enum(['by-server', 'on-another-device'])
/** Who finished an exam, where the page that it was sat on did not. */
export type FinishedElsewhere = z.infer<typeof finishedElsewhere>

const schema = z.object({
  userGuid: z.string(),
  examGuid: z.string(),
  formRunGuid: z.string(),
  examName: z.string(),
  /** HTML. */
  outroText: z.string(),
  resultFeedbackMask: z.number(),
  practice: z.boolean(),
  /** Its results are downloaded. */
  downloadablePractice: z.boolean(),
  proctorProvider: z.optional(z.string()),
  /** Of an exam that is sat in Safe Exam Browser: its schedule. */
  sebSchedule: z.optional(z.string()),
  elsewhere: z.optional(finishedElsewhere),
})

/** How the message is called that says so. */
export const elsewhereMessage: Record<FinishedElsewhere, MessageId> = {
  'by-server': 'outro.finishedByServer',
  'on-another-device': 'outro.finishedElsewhere',
}

/** What the pages after an exam stand on. The server doesn't give out a completed exam again. */
export type OutroFacts = z.infer<typeof schema>

export const outroFactsOf = (
  { exam: { content }, schedule }: Pick<ExamVisit, 'exam' | 'schedule'>,
  formRunGuid: string,
  userGuid: string,
  { proctoringMode, canDownloadResult }: Pick<ClientSettings, 'proctoringMode' | 'canDownloadResult'>,
  elsewhere?: FinishedElsewhere,
): OutroFacts => {
  const { outroText, proctoredOutroText, resultFeedbackMask, downloadablePractice } = content.settings
  return {
    userGuid,
    examGuid: content.examGuid,
    formRunGuid,
    examName: content.examName,
    outroText: proctoringMode !== 0 && proctoredOutroText !== '' ? proctoredOutroText : outroText,
    resultFeedbackMask,
    practice: schedule.practice,
    downloadablePractice: downloadablePractice && canDownloadResult,
    ...(elsewhere && { elsewhere }),
    ...(schedule.safeExamBrowser === true && { sebSchedule: schedule.guid }),
    ...(schedule.proctorProvider !== undefined && { proctorProvider: schedule.proctorProvider }),
  }
}

/**
 * Keeps, in this tab, what the pages after a completed exam stand on: a learner who loads them again still sees that it is complete
 * and how it went. Another person at the same tab doesn't.
 */
export const outroMemory = (storage: KeyStorage) => {
  const value = storedValue(storage, 'sitwell.outro', schema)
  return {
    keep: (facts: OutroFacts) => void value.set(facts),
    recall(examGuid: string, userGuid: string): OutroFacts | undefined {
      const facts = value.get()
      return facts?.examGuid === examGuid && facts.userGuid === userGuid ? facts : undefined
    },
    clear: value.clear,
  }
}
