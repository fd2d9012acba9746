import type { ResultRow } from '@sitwell/contract'

/** Most people of one act on results, as the calls take them. */
export const mostAtOnce = 500

/** People with the newest entry about each that was shown. Erased people have no number, and can't be decided about. */
export const peopleOf = (rows: readonly ResultRow[]) =>
  rows.flatMap(({ userID, basedOn }) => (userID === undefined ? [] : [{ userID, basedOn }]))
