import type { Paper } from '../paper/paper.ts'
import type { ExamPlan } from '../time/exam-plan.ts'
import type { ExamTime } from '../time/exam-time.ts'
import { partOf } from './navigation.ts'

/**
 * Whether a time begins for whoever goes to a question: that of another part than theirs, of which nothing was used. Where it is read first, the
 * time begins later.
 */
export const beginsTime = (paper: Paper, plan: ExamPlan, time: ExamTime, questionId: string): boolean => {
  const id = partOf(paper, questionId)?.id
  const given = plan.parts.find((part) => part.id === id)
  const part = time.parts[id ?? '']
  if (!given || part?.leftMs === undefined || id === time.partId || part.readingLeftMs > 0) return false
  return part.leftMs >= given.timeMs + part.addedMs
}
