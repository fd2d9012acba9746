import type { Paper } from '../paper/paper.ts'
import type { ExamPlan } from '../time/exam-plan.ts'
import type { ExamTime } from '../time/exam-time.ts'
import { partOf } from './navigation.ts'

/** What there is of a part's time, no more than of the exam's, in milliseconds; undefined where the part has none. */
export const boundedLeft = ({ leftMs: ofExam, parts }: ExamTime, partId: string | undefined): number | undefined => {
  const leftMs = parts[partId ?? '']?.leftMs
  return leftMs === undefined ? undefined : Math.min(leftMs, ofExam ?? leftMs)
}

/**
 * The time that begins for whoever goes to a question, in milliseconds: that of another part than theirs, of which nothing was used. Undefined
 * where none begins; where it is read first, the time begins later.
 */
export const timeToBegin = (paper: Paper, plan: ExamPlan, time: ExamTime, questionId: string): number | undefined => {
  const id = partOf(paper, questionId)?.id
  const given = plan.parts.find((part) => part.id === id)
  const part = time.parts[id ?? '']
  if (!given || part?.leftMs === undefined || id === time.partId || part.readingLeftMs > 0) return undefined
  return part.leftMs < given.timeMs + part.addedMs ? undefined : boundedLeft(time, id)
}
