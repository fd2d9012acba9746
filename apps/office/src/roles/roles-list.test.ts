import { expect, test } from 'vitest'
import { orderById, orderId, orderOf, orders, sortOf } from './roles-list.ts'

test('an order is the same in the address, in the table and in the list for narrow windows', () => {
  for (const id of orders) {
    const order = orderById(id)
    expect(orderId(order)).toBe(id)
    expect(orderOf(sortOf(order))).toEqual(order)
  }
  expect(new Set(orders).size).toBe(10)
  expect(orderById('nonsense')).toEqual({ sort: 'name', descending: false })
  expect(orderOf({ column: 'state', direction: 'descending' })).toEqual({ sort: 'name', descending: true })
})
