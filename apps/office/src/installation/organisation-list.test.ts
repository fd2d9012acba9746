import { expect, test } from 'vitest'
import { orderOf, organisationOrders, sortOf } from './organisation-list.ts'

test('each order is the one of a column, and a header that is pressed asks for an order of the list', () => {
  for (const order of organisationOrders) expect(orderOf(sortOf(order))).toBe(order)
  expect(orderOf({ column: 'created', direction: 'descending' })).toBe('created-down')
  expect(sortOf('name-up')).toEqual({ column: 'name', direction: 'ascending' })
})
