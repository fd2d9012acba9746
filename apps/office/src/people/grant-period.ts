import { incompleteDate } from '@sitwell/office-ui/date-values.ts'

type Problem = 'incomplete' | 'order' | 'own'

/**
 * The problems with the time for which a role is given. Moments are ISO 8601; empty: at once, and without an end. `nowMs`: Unix ms. `latest`: when the
 * role of whoever gives it ends; what they give ends no later.
 */
export const periodProblems = (
  { from, until }: { readonly from: string; readonly until: string },
  nowMs: number,
  latest?: string,
): { readonly from?: Problem; readonly until?: Problem } => {
  if (from === incompleteDate || until === incompleteDate)
    return {
      ...(from === incompleteDate && { from: 'incomplete' as const }),
      ...(until === incompleteDate && { until: 'incomplete' as const }),
    }
  if (until === '') return latest === undefined ? {} : { until: 'own' }
  const startMs = Math.max(nowMs, from === '' ? nowMs : Date.parse(from))
  if (Date.parse(until) <= startMs) return { until: 'order' }
  return latest !== undefined && Date.parse(until) > Date.parse(latest) ? { until: 'own' } : {}
}
