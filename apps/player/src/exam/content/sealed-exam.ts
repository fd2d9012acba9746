import { type SealedPart, sealedType } from '@sitwell/contract'
import { questionsOf } from '@sitwell/exam/paper/paper'
import { partOf } from '@sitwell/exam/parts/navigation'
import type { LoadedExam } from './loaded-exam.ts'

/** The part in which a question stands, where it is still sealed. */
export const sealedPartOf = (exam: LoadedExam, questionId: string): SealedPart | undefined => {
  if (exam.questions.get(questionId)?.type !== sealedType) return undefined
  const part = partOf(exam.paper, questionId)
  return exam.content.sealedParts?.find(({ partId }) => partId === part?.id)
}

/** Whether the exam has yet to be opened at all: no part of it is here otherwise than sealed, and none was left for good. */
export const isWhollySealed = ({ content, paper }: LoadedExam): boolean =>
  content.sealedParts?.length === paper.root.sections.filter((part) => questionsOf(part).length > 0).length
