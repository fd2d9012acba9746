import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedFields, mergeValues } from './place-values.ts'

const words = fc.constantFrom('', 'Leith', ' Leith ', 'Ayr', 'Ōban')
const values = fc.record({ name: words, zone: words, address: words })

test('what two people typed is brought together without a loss, and only fields that both changed are decided by one of them', () => {
  fc.assert(
    fc.property(values, values, values, (base, mine, theirs) => {
      const { values: merged, conflicts, taken } = mergeValues(base, mine, theirs)
      const [own, others] = [changedFields(base, mine), changedFields(base, theirs)]
      for (const field of ['name', 'zone', 'address'] as const) {
        expect(merged[field]).toBe(own.includes(field) ? mine[field] : theirs[field])
        const differs = mine[field].trim() !== theirs[field].trim()
        expect(conflicts.includes(field)).toBe(own.includes(field) && others.includes(field) && differs)
        expect(taken.includes(field)).toBe(others.includes(field) && !own.includes(field))
      }
    }),
  )
})

test('blanks that the server doesn’t keep are no change', () => {
  expect(changedFields({ name: 'North  Centre' }, { name: ' North Centre ' })).toEqual([])
  expect(changedFields({ name: 'North Centre' }, { name: 'Northcentre' })).toEqual(['name'])
  expect(changedFields({ address: ' 1 Shore \r\n Leith\n' }, { address: '1 Shore\nLeith' })).toEqual([])
  expect(changedFields({ address: '1 Shore\nLeith' }, { address: '1 Shore Leith' })).toEqual(['address'])
})
