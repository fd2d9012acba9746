import type { Board } from './live-board.ts'

/** How far a viewer is: a board with its version, the moment of that, and what they could see then. */
export interface LiveCursor {
  readonly board: string
  readonly version: number
  readonly asOfMs: number
  readonly sees: string
}

export const writtenCursor = ({ board, version, asOfMs, sees }: LiveCursor): string => [board, version, asOfMs, sees].join('.')

export const readLiveCursor = (written: string | undefined): LiveCursor | undefined => {
  const found = /^([\w-]{1,40})\.(\d{1,12})\.(\d{1,16})\.([\w-]{1,64})$/.exec(written ?? '')
  const [, board = '', version = '', asOfMs = '', sees = ''] = found ?? []
  return found ? { board, version: Number(version), asOfMs: Number(asOfMs), sees } : undefined
}

/** Milliseconds by which what another server has read may be behind. */
const otherServerMs = 10_000

/**
 * What of a board has changed for a viewer: a test of a change's number and moment; undefined if they need all of it. The board of another server counts
 * otherwise: what it noted since shortly before the viewer's moment is sent, some of it once more.
 */
export const newsSince = (
  { id, sinceMs }: Pick<Board, 'id' | 'sinceMs'>,
  cursor: LiveCursor | undefined,
  sees: string,
): ((change: { readonly changed: number; readonly changedAtMs: number }) => boolean) | undefined => {
  if (!cursor || cursor.sees !== sees) return undefined
  if (cursor.board === id) return ({ changed }) => changed > cursor.version
  const fromMs = cursor.asOfMs - otherServerMs
  return sinceMs < fromMs ? ({ changedAtMs }) => changedAtMs >= fromMs : undefined
}
