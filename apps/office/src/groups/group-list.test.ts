import { groupSorts } from '@sitwell/contract'
import { readQuery, writeQuery } from '@sitwell/navigation/address-query.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupListFields, orderById, orderId, orderOf, orders, sortOf } from './group-list.ts'

const anOrder = fc.record({ sort: fc.constantFrom(...groupSorts), descending: fc.boolean() })

test('an order of groups survives the address, the table’s header and the list of orders', () => {
  fc.assert(
    fc.property(anOrder, fc.string({ maxLength: 200 }), (order, search) => {
      expect(readQuery(groupListFields, writeQuery(groupListFields, '', { ...order, search }))).toEqual({ ...order, search })
      expect(orderOf(sortOf(order))).toEqual(order)
      expect(orders).toContain(orderId(order))
      expect(orderById(orderId(order))).toEqual(order)
    }),
  )
})

test('an address that makes no sense shows the list by name', () => {
  expect(readQuery(groupListFields, '?sort=owner&descending=maybe')).toEqual({ sort: 'name', descending: false, search: '' })
  expect(orderById('nonsense')).toEqual({ sort: 'name', descending: false })
})
