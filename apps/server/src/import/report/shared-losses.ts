import type { ReportedLoss } from './import-report.ts'

/** A loss or note that several items or places have in the same words. */
export interface SharedLoss extends ReportedLoss {
  readonly count: number
}

/** More items or places than this with the same words are reported in one line. */
const mostSingle = 3

const keyOf = ({ what, why, loss }: ReportedLoss) => JSON.stringify([loss, what, why])

/** Marks and structure have to be accepted, so each place is named. */
const mayShare = ({ loss }: ReportedLoss) => loss === 'content' || loss === 'nothing'

/** Losses and notes that many have, and a test of whether one is reported among them. */
export const sharedAmong = (
  all: readonly ReportedLoss[],
): { readonly shared: readonly SharedLoss[]; isShared(one: ReportedLoss): boolean } => {
  const counts = new Map<string, SharedLoss>()
  for (const one of all.filter(mayShare)) {
    const { what, why, loss } = one
    counts.set(keyOf(one), { what, why, loss, count: (counts.get(keyOf(one))?.count ?? 0) + 1 })
  }
  const shared = [...counts.values()].filter(({ count }) => count > mostSingle)
  const keys = new Set(shared.map(keyOf))
  return { shared, isShared: (one) => keys.has(keyOf(one)) }
}
