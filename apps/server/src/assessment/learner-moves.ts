import type { Happening } from '@sitwell/exam/ledger'
import { finishedParts, type LedgerState } from './time-ledger.ts'

/** What a browser tells about the parts of the paper with its time. */
export interface Moves {
  /** Id of the question that the learner is at. */
  readonly page: string
  readonly completedParts?: readonly string[] | undefined
  readonly skippedReading?: readonly string[] | undefined
}

/**
 * What a learner's moves write into the ledger: parts that they finished, reading that they skipped where the exam permits it, and
 * the part in which they are now. What stands there already is not written twice.
 */
export const happeningsOf = (
  { time, loaded, events }: Pick<LedgerState, 'time' | 'loaded' | 'events'>,
  { page, completedParts = [], skippedReading = [] }: Moves,
): Happening[] => {
  const isOpen = (partId: string) => time.parts[partId]?.isComplete === false
  const before = finishedParts(events)
  const finished = [...new Set(completedParts)].filter((id) => time.parts[id] !== undefined && !before.has(id))
  const skipped = loaded.exam.settings.canBypassReadingTime ? [...new Set(skippedReading)] : []
  const partId = loaded.partIds.get(page)
  const enters = partId !== undefined && partId !== time.partId && isOpen(partId) && !finished.includes(partId)
  return [
    ...finished.map((id) => ({ kind: 'complete-part' as const, partId: id })),
    ...skipped
      .filter((id) => (time.parts[id]?.readingLeftMs ?? 0) > 0)
      .map((id) => ({ kind: 'skip-reading' as const, partId: id })),
    ...(enters ? [{ kind: 'enter' as const, partId }] : []),
  ]
}
