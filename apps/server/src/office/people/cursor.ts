import type { Keys } from '../../keys.ts'
import { sha256 } from '../../sha256.ts'

/** The position at which a list continues: after the row with this sort value and this id. */
export interface Position {
  readonly value: string | number
  readonly id: string
}

const isPosition = (value: unknown): value is [string, string | number, string] =>
  Array.isArray(value) &&
  value.length === 3 &&
  typeof value[0] === 'string' &&
  (typeof value[1] === 'string' || typeof value[1] === 'number') &&
  typeof value[2] === 'string'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const boundTo = (list: unknown) => sha256(JSON.stringify(list)).slice(0, 22)

/**
 * The cursor of a page. It is sealed, because a row's value may be a name, which must not be in an address or a log, and so
 * that clients can't make one. `list` is everything that selects and orders the rows, including the organisation: the cursor is
 * valid only for that list.
 */
export const cursorOf = (keys: Pick<Keys, 'seal'>, list: unknown, { value, id }: Position): string =>
  keys.seal(JSON.stringify([boundTo(list), value, id]))

/** Undefined if it is none of this list. */
export const readCursor = (keys: Pick<Keys, 'open'>, list: unknown, cursor: string): Position | undefined => {
  const opened = keys.open(cursor)
  const held = opened === undefined ? undefined : parsed(opened)
  return isPosition(held) && held[0] === boundTo(list) ? { value: held[1], id: held[2] } : undefined
}
