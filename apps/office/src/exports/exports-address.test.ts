import { expect, test } from 'vitest'
import { peopleIn, queryOfPeople, setIn } from './exports-address.ts'

const sets = [3, 2, 1].map((set) => ({ set })) as never

test('the set is the one that the address names, or that learners are shown, or the newest, or what is now', () => {
  const results = { sets, shown: 2 }
  expect([setIn('1', results), setIn('now', results), setIn('', results), setIn('9', results)]).toEqual([1, 'now', 2, 2])
  expect(setIn('', { sets })).toBe(3)
  expect(setIn('', { sets: [] })).toBe('now')
})

test('people are numbers, each once; nothing else names anybody', () => {
  expect(peopleIn('7, 8,7,x,-1,')).toEqual([7, 8])
  expect([peopleIn(''), peopleIn('x')]).toEqual([undefined, undefined])
  expect(peopleIn(Array.from({ length: 600 }, (_, index) => index).join(','))).toHaveLength(500)
  expect(peopleIn(queryOfPeople([4, 5]).slice('people='.length))).toEqual([4, 5])
})
