import { type LiveOrder, liveOrder } from './live-order.ts'

/** Least milliseconds between two updates that a live table shows. */
export const leastBetweenMs = 250

/** Time as a live table uses it; a test passes its own. */
export interface LiveClock {
  /** Milliseconds that nobody can set back. */
  now(): number
  /** Calls once, after this many milliseconds; returns what takes it back. */
  after(ms: number, call: () => void): () => void
}

/** What changed in the list. */
export interface LiveUpdate<Row> {
  readonly changed?: readonly Row[]
  /** Keys of rows that left the list. */
  readonly removed?: readonly string[]
}

export interface LiveRows<Row> extends LiveOrder {
  /** The rows in the order of `keys`. A row that didn't change is the same object. */
  readonly rows: readonly Row[]
  readonly isHeld: boolean
}

/**
 * Rows that change all the time. Updates are collected and shown at most four times a second, however many come; while the pointer or the
 * focus is in the table its rows keep their order.
 */
export const createLiveTable = <Row>({
  keyOf,
  compare,
  clock,
  rows: first = [],
}: {
  keyOf(row: Row): string
  /** The order of the rows when nothing holds it. */
  compare(a: Row, b: Row): number
  readonly clock: LiveClock
  readonly rows?: readonly Row[]
}) => {
  const listeners = new Set<() => void>()
  /** Shown rows, with those that are gone and still shown. */
  const byKey = new Map<string, Row>()
  const removed = new Set<string>()
  let waiting: LiveUpdate<Row>[] = []
  let takeBack: (() => void) | undefined
  let shownAtMs = Number.NEGATIVE_INFINITY
  let isHeld = false

  const wantedKeys = () =>
    [...byKey]
      .filter(([key]) => !removed.has(key))
      .sort(([, a], [, b]) => compare(a, b))
      .map(([key]) => key)

  const apply = ({ changed = [], removed: left = [] }: LiveUpdate<Row>) => {
    for (const row of changed) {
      byKey.set(keyOf(row), row)
      removed.delete(keyOf(row))
    }
    for (const key of left) if (byKey.has(key)) removed.add(key)
  }

  const arrange = (shown: readonly string[], keepsOrder: boolean): LiveRows<Row> => {
    const order = liveOrder(shown, wantedKeys(), keepsOrder)
    if (!keepsOrder) {
      for (const key of removed) byKey.delete(key)
      removed.clear()
    }
    return { ...order, isHeld, rows: order.keys.flatMap((key) => byKey.get(key) ?? []) }
  }

  apply({ changed: first })
  let current = arrange([], false)

  const tell = (next: LiveRows<Row>) => {
    current = next
    for (const listener of listeners) listener()
  }

  const show = () => {
    takeBack = undefined
    for (const update of waiting) apply(update)
    waiting = []
    shownAtMs = clock.now()
    tell(arrange(current.keys, isHeld))
  }

  return {
    /** Shows an update at once if none was shown in the last quarter of a second, otherwise together with those that follow. */
    update(update: LiveUpdate<Row>): void {
      waiting.push(update)
      if (takeBack) return
      const leftMs = shownAtMs + leastBetweenMs - clock.now()
      if (leftMs <= 0) show()
      else takeBack = clock.after(leftMs, show)
    },
    /** The pointer or the focus came into the table, or left it. */
    hold(held: boolean): void {
      if (held === isHeld) return
      isHeld = held
      tell(held ? { ...current, isHeld } : arrange(current.keys, false))
    },
    /** Puts the rows in order once, because a person asked for it; a table that is held stays so. */
    rearrange(): void {
      tell(arrange(current.keys, false))
    },
    /** For `useSyncExternalStore`: the same object until something changes. */
    rows: (): LiveRows<Row> => current,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop(): void {
      takeBack?.()
      listeners.clear()
    },
  }
}
export type LiveTable<Row> = ReturnType<typeof createLiveTable<Row>>
