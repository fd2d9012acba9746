/** From this many rows on, only those near the visible part of the table are in the page. */
export const virtualFrom = 200

/** Rows that are in the page above and below the visible ones: Tab and a fast wheel find them there. */
const overscan = 12

export interface Viewport {
  /** Pixels by which the rows are scrolled. */
  readonly scrollTopPx: number
  /** Height of the part that shows rows. */
  readonly heightPx: number
}

/** Rows `from` up to but not including `to`, either in the page or replaced by one spacer. */
export interface Segment {
  readonly kind: 'rows' | 'gap'
  readonly from: number
  readonly to: number
}

/**
 * Divides the rows into those in the page and gaps. `pinned`: rows that stay in the page with their neighbours, wherever the table is
 * scrolled to, such as the one with the focus; Tab continues to the neighbours.
 */
export const virtualWindow = (
  rowCount: number,
  rowHeightPx: number,
  { scrollTopPx, heightPx }: Viewport,
  pinned: readonly number[] = [],
): readonly Segment[] => {
  if (rowCount < virtualFrom) return rowCount === 0 ? [] : [{ kind: 'rows', from: 0, to: rowCount }]
  const last = rowCount - 1
  const clamp = (at: number) => Math.min(Math.max(at, 0), last)
  const first = clamp(Math.floor(scrollTopPx / rowHeightPx) - overscan)
  const end = clamp(Math.ceil((scrollTopPx + heightPx) / rowHeightPx) + overscan) + 1
  const isThere = (at: number) => at >= 0 && at < rowCount
  const pieces = [[first, end] as const, ...pinned.filter(isThere).map((at) => [clamp(at - 1), clamp(at + 1) + 1] as const)]
  pieces.sort(([a], [b]) => a - b)
  const segments: Segment[] = []
  let at = 0
  for (const [from, to] of pieces) {
    if (to <= at) continue
    if (from > at) segments.push({ kind: 'gap', from: at, to: from })
    segments.push({ kind: 'rows', from: Math.max(from, at), to })
    at = to
  }
  if (at < rowCount) segments.push({ kind: 'gap', from: at, to: rowCount })
  return segments
}
