import type { ExamPlan } from './exam-plan.ts'
import { countable } from './milliseconds.ts'

/**
 * The plan with a learner's extra time: on top of the exam's own time, and shared out among its timed parts as they are long, so
 * that it can be used in them too. Whole seconds, rounded up.
 */
export const withExtraTime = (plan: ExamPlan, extraMs: number): ExamPlan => {
  const extra = countable(extraMs)
  const inParts = plan.parts.reduce((sum, { timeMs }) => sum + timeMs, 0)
  if (extra === 0) return plan
  return {
    ...plan,
    timeMs: plan.timeMs > 0 ? plan.timeMs + extra : 0,
    parts: plan.parts.map((part) =>
      part.timeMs > 0 ? { ...part, timeMs: part.timeMs + Math.ceil((extra * part.timeMs) / inParts / 1000) * 1000 } : part,
    ),
  }
}
