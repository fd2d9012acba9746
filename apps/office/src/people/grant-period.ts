import { incompleteDate } from '@sitwell/office-ui/date-values.ts'

type Problem = 'incomplete' | 'order'

/** What is wrong with the time for which a role is given. Moments are ISO 8601; empty: at once, and without an end. `nowMs`: Unix ms. */
export const periodProblems = (
  { from, until }: { readonly from: string; readonly until: string },
  nowMs: number,
): { readonly from?: Problem; readonly until?: Problem } => {
  if (from === incompleteDate || until === incompleteDate)
    return {
      ...(from === incompleteDate && { from: 'incomplete' as const }),
      ...(until === incompleteDate && { until: 'incomplete' as const }),
    }
  if (until === '') return {}
  const startMs = Math.max(nowMs, from === '' ? nowMs : Date.parse(from))
  return Date.parse(until) > startMs ? {} : { until: 'order' }
}
