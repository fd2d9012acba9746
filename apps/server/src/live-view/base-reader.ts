import type { Database } from '../db/database.ts'
import { type Looked, selectBaseRows, selectBaseRowsOf, selectBaseWords, type WordedRow } from './base-rows.ts'

/** Of so many parts of all rows one may have changed: with more it costs less to read all of them. */
const mostChanged = 4

/**
 * Reads everybody in a view again and again, and of those alone the rows that have changed. A row that hasn't is the same object as before. A row is known by
 * the text that was read with it, so that what changes between the two queries is noticed at the next reading.
 */
export const createBaseReader = ({ database }: { readonly database: Database }) => {
  let known = new Map<string, WordedRow>()
  return async (looked: Looked): Promise<WordedRow[]> => {
    const words = await selectBaseWords(database, looked)
    const changed = words.filter(({ schedule_guid, word }) => known.get(schedule_guid)?.word !== word)
    const isMost = changed.length * mostChanged > words.length
    const guids = changed.map(({ schedule_guid }) => schedule_guid)
    const read = isMost ? await selectBaseRows(database, looked) : await selectBaseRowsOf(database, looked.orgId, guids)
    const fresh = new Map(read.map((row) => [row.schedule_guid, row]))
    const next: typeof known = new Map()
    for (const { schedule_guid, word } of words) {
      const before = known.get(schedule_guid)
      const row = before?.word === word ? before : fresh.get(schedule_guid)
      if (row) next.set(schedule_guid, row)
    }
    known = next
    return [...next.values()]
  }
}
