import { peopleSorts } from '@sitwell/contract'
import { readQuery, writeQuery } from '@sitwell/navigation/address-query.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listFields, orderById, orderId, orderOf, orders, sortOf } from './people-list.ts'

const anOrder = fc.record({ sort: fc.constantFrom(...peopleSorts), descending: fc.boolean() })

test('an order survives the address, the table’s header and the list of orders', () => {
  fc.assert(
    fc.property(anOrder, fc.string(), ({ sort, descending }, search) => {
      const read = readQuery(listFields, writeQuery(listFields, '', { sort, descending, search: search.slice(0, 200) }))
      expect(read).toEqual({ sort, descending, search: search.slice(0, 200), show: 'all', group: '' })
      expect(orderOf(sortOf(sort, descending))).toEqual({ sort, descending })
      expect(orders).toContain(orderId(sort, descending))
      expect(orderById(orderId(sort, descending))).toEqual({ sort, descending })
    }),
  )
})

test('the whole list in its usual order has no query, and an address that makes no sense shows it', () => {
  expect(writeQuery(listFields, '', { sort: 'name', descending: false, search: '', show: 'all', group: '' })).toBe('')
  expect(readQuery(listFields, '?sort=password&show=x&descending=maybe&group=all')).toEqual({
    ...{ sort: 'name', show: 'all', descending: false, search: '', group: '' },
  })
  expect(orderById('nonsense')).toEqual({ sort: 'name', descending: false })
})

test('the group of an address is the id of one, or none', () => {
  fc.assert(
    fc.property(fc.uuid(), (group) => {
      expect(readQuery(listFields, writeQuery(listFields, '', { group })).group).toBe(group)
      expect(readQuery(listFields, `?group=${group}x`).group).toBe('')
    }),
  )
})
