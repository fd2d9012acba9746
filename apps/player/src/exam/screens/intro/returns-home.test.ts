import { expect, test } from 'vitest'
import { returnsHome } from './returns-home.ts'

// INTRO-208 INTRO-209 INTRO-210 PROC-218
test('the intro leads home unless the exam has begun or is sat in one proctored session', () => {
  expect([undefined, 0, 2].map((mode) => returnsHome(mode, false))).toEqual([true, true, true])
  expect(returnsHome(1, false)).toBe(false)
  expect([undefined, 1, 2].map((mode) => returnsHome(mode, true))).toEqual([false, false, false])
})
