import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitColumns } from './fit-columns.ts'

const columns = fc
  .array(fc.record({ widthRem: fc.integer({ min: 3, max: 20 }), priority: fc.constantFrom(1, 2, 3, undefined) }), {
    maxLength: 8,
  })
  .map((all) =>
    all.map(({ widthRem, priority }, at) => ({ id: `c${at}`, widthRem, ...(priority === undefined ? {} : { priority }) })),
  )
const room = fc.record({
  availableRem: fc.integer({ min: 10, max: 120 }),
  nameRem: fc.integer({ min: 8, max: 16 }),
  edgesRem: fc.constantFrom(0, 2, 5),
})
const widthOf = (all: readonly { readonly widthRem: number }[]) => all.reduce((total, { widthRem }) => total + widthRem, 0)

test('what is shown fits, no more is dropped than has to be, and the least important first', () => {
  fc.assert(
    fc.property(columns, room, (all, given) => {
      const { shown, dropped, hasSecondLine } = fitColumns(all, given)
      const leftRem = given.availableRem - given.nameRem - given.edgesRem
      if (shown.length > 0) expect(widthOf(shown)).toBeLessThanOrEqual(leftRem)
      expect([...shown, ...dropped].sort((a, b) => a.id.localeCompare(b.id))).toEqual(all)
      const least = Math.max(0, ...shown.map(({ priority = 2 }) => priority))
      for (const { priority = 2 } of dropped) expect(priority).toBeGreaterThanOrEqual(least)

      if (dropped.length > 0)
        expect(widthOf(shown) + Math.max(...dropped.map(({ widthRem }) => widthRem))).toBeGreaterThan(leftRem)
      expect(hasSecondLine).toBe(dropped.length > 0 && given.availableRem < 40)
    }),
  )
})

test('of equally important columns the last goes first', () => {
  const all = ['a', 'b', 'c'].map((id) => ({ id, widthRem: 10 }))
  const { shown, dropped } = fitColumns(all, { availableRem: 42, nameRem: 12, edgesRem: 2 })
  expect(shown.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(dropped.map(({ id }) => id)).toEqual(['c'])
})
