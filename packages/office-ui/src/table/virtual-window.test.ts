import fc from 'fast-check'
import { expect, test } from 'vitest'
import { virtualFrom, virtualWindow } from './virtual-window.ts'

const tables = fc
  .record({
    rowCount: fc.integer({ min: 0, max: 5000 }),
    rowHeightPx: fc.integer({ min: 24, max: 120 }),
    heightPx: fc.integer({ min: 0, max: 2000 }),
    scroll: fc.double({ min: -0.2, max: 1.5, noNaN: true }),
    pinned: fc.array(fc.integer({ min: -1, max: 5000 }), { maxLength: 2 }),
  })
  .map(({ scroll, ...table }) => ({ ...table, scrollTopPx: scroll * table.rowCount * table.rowHeightPx }))

test('the segments follow each other without a hole or an overlap, from the first row to the last', () => {
  fc.assert(
    fc.property(tables, ({ rowCount, rowHeightPx, pinned, ...viewport }) => {
      let at = 0
      for (const { from, to } of virtualWindow(rowCount, rowHeightPx, viewport, pinned)) {
        expect(from).toBe(at)
        expect(to).toBeGreaterThan(from)
        at = to
      }
      expect(at).toBe(rowCount)
    }),
  )
})

test('every visible row and every pinned one with its neighbours is in the page, and few others', () => {
  fc.assert(
    fc.property(tables, ({ rowCount, rowHeightPx, pinned, ...viewport }) => {
      const segments = virtualWindow(rowCount, rowHeightPx, viewport, pinned)
      const inPage = new Set(
        segments.flatMap(({ kind, from, to }) =>
          kind === 'rows' ? Array.from({ length: to - from }, (_, offset) => from + offset) : [],
        ),
      )
      for (let row = 0; row < rowCount; row += 1) {
        const topPx = row * rowHeightPx - viewport.scrollTopPx
        const isVisible = topPx + rowHeightPx > 0 && topPx < viewport.heightPx
        const isPinned = pinned.some((one) => one < rowCount && one >= 0 && Math.abs(one - row) <= 1)
        if (isVisible || isPinned) expect(inPage).toContain(row)
      }
      const most = Math.ceil(viewport.heightPx / rowHeightPx) + 1 + 2 * 12 + 3 * pinned.length + 1
      if (rowCount >= virtualFrom) expect(inPage.size).toBeLessThanOrEqual(most)
      else expect(inPage.size).toBe(rowCount)
    }),
    { numRuns: 60 },
  )
})

test('a pinned row far away is in the page between two gaps', () => {
  expect(virtualWindow(1000, 32, { scrollTopPx: 0, heightPx: 320 }, [500])).toEqual([
    { kind: 'rows', from: 0, to: 23 },
    { kind: 'gap', from: 23, to: 499 },
    { kind: 'rows', from: 499, to: 502 },
    { kind: 'gap', from: 502, to: 1000 },
  ])
})
