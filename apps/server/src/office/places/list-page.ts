import { wordsOf } from '../../folded-name.ts'
import { refuse } from '../../http/refusal.ts'
import type { Keys } from '../../keys.ts'
import { cursorOf, type Position, readCursor } from '../people/cursor.ts'

/** The most words of a search; further words are ignored, because no name has more. */
const mostWords = 10

/** The words of a search, each once. */
export const searchedWords = (search: string | undefined): string[] => [...new Set(wordsOf(search ?? ''))].slice(0, mostWords)

const usualLimit = 50

const foreignCursor = refuse('INVALID_REQUEST', 'The cursor does not belong to this list: start from the beginning.', {
  details: [{ path: 'query.cursor', message: 'of another list, or none' }],
})

interface Asked {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** The start and length of a page of a list. `list` is everything that selects and orders the rows. */
export const readPage = (keys: Pick<Keys, 'open'>, list: unknown, { cursor, limit = usualLimit }: Asked) => {
  const behind = cursor === undefined ? undefined : readCursor(keys, list, cursor)
  return cursor !== undefined && !behind ? foreignCursor : ({ ok: true, behind, limit } as const)
}

/** A page of rows of which one more was read than is shown, to know whether another page follows. */
export const cutPage = <Row>(
  keys: Pick<Keys, 'seal'>,
  list: unknown,
  rows: readonly Row[],
  { limit, positionOf }: { readonly limit: number; readonly positionOf: (row: Row) => Position },
): { readonly rows: readonly Row[]; readonly next: { next?: string } } => {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown, next: last ? { next: cursorOf(keys, list, positionOf(last)) } : {} }
}
