import { type SealedPart, sealedType } from '@sitwell/contract'
import { partOf } from '@sitwell/exam/parts/navigation'
import type { LoadedExam } from './loaded-exam.ts'

/** The part in which a question stands, where it is still sealed. */
export const sealedPartOf = (exam: LoadedExam, questionId: string): SealedPart | undefined => {
  if (exam.questions.get(questionId)?.type !== sealedType) return undefined
  const part = partOf(exam.paper, questionId)
  return exam.content.sealedParts?.find(({ partId }) => partId === part?.id)
}
