import { expect, test } from 'vitest'
import { nextPlace, registered, stepOfKey } from './places.ts'

// ERR-219
test('a place that was never registered is an error', () => {
  expect(registered(new Map([['a', 1]]), 'a')).toBe(1)
  expect(() => registered(new Map(), 'a')).toThrow('Missing droppable reference: a')
})

test('the places are gone through round and round, either way', () => {
  const ids = ['a', 'b', 'c']
  expect([nextPlace(ids, undefined, 1), nextPlace(ids, 'c', 1), nextPlace(ids, 'a', -1)]).toEqual(['a', 'a', 'c'])
  expect(nextPlace([], undefined, 1)).toBeUndefined()
})

test('Tab and the arrow keys lead among the places, the way that the page is read', () => {
  expect([stepOfKey('Tab', false, false), stepOfKey('Tab', true, false)]).toEqual([1, -1])
  expect([stepOfKey('ArrowDown', false, true), stepOfKey('ArrowUp', false, true)]).toEqual([1, -1])
  expect([stepOfKey('ArrowRight', false, false), stepOfKey('ArrowRight', false, true)]).toEqual([1, -1])
  expect([stepOfKey('ArrowLeft', false, false), stepOfKey('ArrowLeft', false, true)]).toEqual([-1, 1])
  expect(stepOfKey('x', false, false)).toBeUndefined()
})
