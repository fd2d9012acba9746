import type { ShownEntry } from '@sitwell/contract'
import { fromBillionths } from '@sitwell/exam/marks-ledger/billionths'
import type { MarkEntry } from '@sitwell/exam/marks-ledger/mark-entry'
import { iso } from './marking-context.ts'

/** What an entry says of marks. */
const marksIn = (entry: MarkEntry) => {
  if (!('marks' in entry)) return {}
  const { marks, scheme, comment, learnerComment } = entry
  return {
    marks: fromBillionths(marks),
    ...(scheme && {
      schemeVersion: scheme.version,
      points: Object.entries(scheme.points).map(([criterion, given]) => ({ criterion, marks: fromBillionths(given) })),
    }),
    ...(comment !== undefined && { comment }),
    ...(learnerComment !== undefined && { learnerComment }),
  }
}

/**
 * The ledger of a response as a marker gets it: what was written, and nobody's name. Other people are counted in the order in which they first wrote something, so that one tells them
 * apart in this response and nowhere else.
 */
export const shownEntries = (entries: readonly MarkEntry[], userGuid: string): ShownEntry[] => {
  const others = [...new Set(entries.map(({ author }) => author).filter((author) => author !== userGuid))]
  return entries.map((entry) => ({
    entry: entry.number,
    kind: entry.kind,
    by: entry.author === userGuid ? 'you' : { marker: others.indexOf(entry.author) + 1 },
    at: iso(entry.atMs),
    ...marksIn(entry),
    ...('sequence' in entry && entry.sequence !== undefined && { sequence: entry.sequence }),
    ...('basedOn' in entry && { basedOn: entry.basedOn }),
    ...('reason' in entry && { reason: entry.reason }),
    ...('flag' in entry && entry.flag && { isFlagged: true }),
  }))
}
