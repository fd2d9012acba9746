import { expect, test } from 'vitest'
import { workingsRows } from './workings.ts'

// WORK-307
test('the workings box grows with the window and has always a row', () => {
  expect([0, 100, 150, 600, 800, 844, 1080].map(workingsRows)).toEqual([1, 1, 1, 12, 18, 19, 25])
})
