import { incompleteDate } from '@sitwell/office-ui/date-values.ts'
import { expect, test } from 'vitest'
import { periodProblems } from './grant-period.ts'

const nowMs = Date.UTC(2026, 10, 30, 9)
const at = (hours: number) => new Date(nowMs + hours * 3_600_000).toISOString()

test('a role ends after it begins, and after now', () => {
  expect(periodProblems({ from: '', until: '' }, nowMs)).toEqual({})
  expect(periodProblems({ from: at(-5), until: '' }, nowMs)).toEqual({})
  expect(periodProblems({ from: '', until: at(1) }, nowMs)).toEqual({})
  expect(periodProblems({ from: at(2), until: at(3) }, nowMs)).toEqual({})
  expect(periodProblems({ from: at(2), until: at(2) }, nowMs)).toEqual({ until: 'order' })
  expect(periodProblems({ from: at(2), until: at(1) }, nowMs)).toEqual({ until: 'order' })
  expect(periodProblems({ from: '', until: at(0) }, nowMs)).toEqual({ until: 'order' })
  expect(periodProblems({ from: at(-2), until: at(-1) }, nowMs)).toEqual({ until: 'order' })
})

test('half a date is named before anything is compared with it', () => {
  expect(periodProblems({ from: incompleteDate, until: at(-1) }, nowMs)).toEqual({ from: 'incomplete' })
  expect(periodProblems({ from: at(2), until: incompleteDate }, nowMs)).toEqual({ until: 'incomplete' })
})

test('a role that is given ends no later than that of whoever gives it', () => {
  expect(periodProblems({ from: '', until: '' }, nowMs, at(5))).toEqual({ until: 'own' })
  expect(periodProblems({ from: '', until: at(6) }, nowMs, at(5))).toEqual({ until: 'own' })
  expect(periodProblems({ from: '', until: at(5) }, nowMs, at(5))).toEqual({})
  expect(periodProblems({ from: at(5), until: at(5) }, nowMs, at(5))).toEqual({ until: 'order' })
})
