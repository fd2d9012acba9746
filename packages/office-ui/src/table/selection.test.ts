import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  keepShown,
  noSelection,
  type Selection,
  shownState,
  toggleRange,
  toggleRow,
  toggleShown,
  touchedBy,
} from './selection.ts'

const letters = [...'abcdefghij']
const key = fc.constantFrom(...letters)
const shownRows = fc.uniqueArray(key, { minLength: 1 })
const selections = fc
  .record({ keys: fc.uniqueArray(key), anchor: fc.option(key, { nil: undefined }) })
  .map(({ keys, anchor }): Selection => ({ keys: new Set(keys), anchor }))

test('a row that is pressed twice is as it was', () => {
  fc.assert(
    fc.property(selections, key, (selection, one) => {
      const once = toggleRow(selection, one)
      expect(once.keys.has(one)).toBe(!selection.keys.has(one))
      expect(toggleRow(once, one).keys).toEqual(selection.keys)
    }),
  )
})

test('a range gives all rows between its ends one state, and changes no row outside of it', () => {
  fc.assert(
    fc.property(selections, shownRows, key, (selection, shown, end) => {
      const next = toggleRange(selection, shown, end)
      const ends = [shown.indexOf(selection.anchor ?? ''), shown.indexOf(end)]
      const isRange = Math.min(...ends) >= 0
      const isInside = (at: number) => isRange && at >= Math.min(...ends) && at <= Math.max(...ends)
      for (const one of letters) {
        const isChanged = isInside(shown.indexOf(one)) || one === end
        expect(next.keys.has(one)).toBe(isChanged ? !selection.keys.has(end) : selection.keys.has(one))
      }
      expect(next.anchor).toBe(isRange ? selection.anchor : end)
    }),
  )
})

test('a range can be made longer and shorter from the same row', () => {
  const from = toggleRow(noSelection, 'c')
  const long = toggleRange(from, letters, 'f')
  expect([...long.keys]).toEqual(['c', 'd', 'e', 'f'])
  expect([...toggleRange(long, letters, 'h').keys]).toEqual(['c', 'd', 'e', 'f', 'g', 'h'])
  expect([...toggleRange(from, letters, 'a').keys].sort()).toEqual(['a', 'b', 'c'])
})

test('the box in the header selects all shown rows, then clears them, and leaves the others', () => {
  fc.assert(
    fc.property(selections, shownRows, (selection, shown) => {
      const hidden = letters.filter((one) => !shown.includes(one))
      const next = toggleShown(selection, shown)
      expect(shownState(next, shown)).toBe(shownState(selection, shown) === 'all' ? 'none' : 'all')
      for (const one of hidden) expect(next.keys.has(one)).toBe(selection.keys.has(one))
    }),
  )
  expect(shownState(toggleRow(noSelection, 'a'), ['a', 'b'])).toBe('some')
  expect(shownState(noSelection, [])).toBe('none')
})

test('the rows that an action touches are counted, those apart that the table does not show', () => {
  fc.assert(
    fc.property(selections, shownRows, (selection, shown) => {
      const { count, hidden } = touchedBy(selection, shown)
      expect(count).toBe(selection.keys.size)
      expect(hidden).toBe([...selection.keys].filter((one) => !shown.includes(one)).length)
      const kept = keepShown(selection, shown)
      expect(touchedBy(kept, shown)).toEqual({ count: count - hidden, hidden: 0 })
      expect(kept.anchor === undefined || shown.includes(kept.anchor)).toBe(true)
    }),
  )
})
