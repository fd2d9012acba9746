import type { LiveRow } from '@sitwell/contract'
import { createLiveTable, type LiveTable } from '@sitwell/office-ui/live-table.ts'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { browserClock } from './feed/browser-clock.ts'
import type { LiveStore } from './feed/live-store.ts'
import { changesBetween, type LiveFacts, noFacts } from './rows/live-facts.ts'
import { isSameShown, type ShownBy, type ShownRow, shownRow } from './rows/shown-row.ts'

const keyOf = ({ rowID }: LiveRow) => rowID

/** Has a table follow a store: rows that the filter lets through, whatever happens to them. */
const follow = (store: LiveStore, table: LiveTable<LiveRow>, isShown: (row: LiveRow) => boolean): (() => void) => {
  let before: LiveFacts = noFacts
  const take = () => {
    const { facts } = store.snapshot()
    if (facts === before) return
    const { changed, removed } = changesBetween(before, facts)
    before = facts
    table.update({
      changed: changed.filter(isShown),
      removed: [...removed, ...changed.filter((row) => !isShown(row)).map(keyOf)],
    })
  }
  take()
  return store.subscribe(take)
}

/** The rows of a live view that a filter lets through, in an order that holds while the pointer or the focus is in the table. */
export const useLiveRows = (
  store: LiveStore,
  { isShown, compare }: { isShown(row: LiveRow): boolean; compare(a: LiveRow, b: LiveRow): number },
) => {
  const table = useMemo(
    () =>
      createLiveTable<LiveRow>({
        ...{ keyOf, compare },
        clock: { now: () => browserClock.now().steadyMs, after: browserClock.after },
        rows: [...store.snapshot().facts.rows.values()].filter(isShown),
      }),
    [store, isShown, compare],
  )
  useEffect(() => {
    const stop = follow(store, table, isShown)
    return () => {
      stop()
      table.stop()
    }
  }, [store, table, isShown])
  const live = useSyncExternalStore(table.subscribe, table.rows)
  return { ...live, hold: table.hold, rearrange: table.rearrange }
}

/** Rows in words, as of one moment. A row that reads as before is the same object, and isn't drawn again. */
export const useShownRows = (rows: readonly LiveRow[], by: ShownBy): readonly ShownRow[] => {
  const before = useRef(new Map<string, ShownRow>())
  return useMemo(() => {
    const now = new Map<string, ShownRow>()
    for (const row of rows) {
      const shown = shownRow(row, by)
      const known = before.current.get(row.rowID)
      now.set(row.rowID, known !== undefined && isSameShown(known, shown) ? known : shown)
    }
    before.current = now
    return [...now.values()]
  }, [rows, by])
}
