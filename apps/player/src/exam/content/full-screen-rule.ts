import type { ExamSettings } from '@sitwell/contract'

/**
 * What an exam wants of the window: the organisation or the exam may require full screen throughout; `initialFullScreen` only
 * begins in it (spec 2 §3, spec 3 §2).
 */
export const fullScreenRule = (
  exam: Pick<ExamSettings, 'fullScreenExam' | 'initialFullScreen'>,
  organisation: { readonly fullScreenExam: boolean },
): { readonly isRequired: boolean; readonly beginsInIt: boolean } => {
  const isRequired = exam.fullScreenExam || organisation.fullScreenExam
  return { isRequired, beginsInIt: isRequired || exam.initialFullScreen }
}
