import type { LiveAction, LiveRow, LiveView, officeLive, ReplyOf } from '@sitwell/contract'

export type LiveReply = ReplyOf<typeof officeLive>

/** All that a live view knows, as the server's replies put it together. */
export interface LiveFacts {
  readonly cursor: string | undefined
  readonly view: LiveView | undefined
  readonly rows: ReadonlyMap<string, LiveRow>
  readonly actions: ReadonlyMap<string, LiveAction>
}

export const noFacts: LiveFacts = { cursor: undefined, view: undefined, rows: new Map(), actions: new Map() }

/** Actions that are kept, the newest ones. */
const mostActions = 300

/**
 * What is known after a reply. A whole one replaces everything: what it doesn't have is not there any more, as after a database was set back. A row that
 * comes as it is already known stays the same object, so that nothing is drawn anew for it.
 */
export const withReply = (before: LiveFacts, reply: LiveReply): LiveFacts => {
  const rows = new Map(reply.isWhole ? [] : before.rows)
  for (const key of reply.removed) rows.delete(key)
  for (const row of reply.rows) {
    const known = before.rows.get(row.rowID)
    rows.set(row.rowID, known !== undefined && JSON.stringify(known) === JSON.stringify(row) ? known : row)
  }
  const actions = new Map(reply.isWhole ? [] : before.actions)
  for (const action of reply.actions) actions.set(action.actionID, action)
  const surplus = actions.size - mostActions
  if (surplus > 0) for (const key of [...actions.keys()].slice(0, surplus)) actions.delete(key)
  return { cursor: reply.cursor, view: reply.view ?? before.view, rows, actions }
}

/** Rows that are new or other objects than before, and keys of those that went. */
export const changesBetween = (before: LiveFacts, after: LiveFacts) => ({
  changed: [...after.rows].flatMap(([key, row]) => (before.rows.get(key) === row ? [] : [row])),
  removed: [...before.rows.keys()].filter((key) => !after.rows.has(key)),
})
