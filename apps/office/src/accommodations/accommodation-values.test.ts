import { accommodationFields } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { dayIn, fieldsForCall, freshValues, problemsIn, valuesOf } from './accommodation-values.ts'

const words = fc.constantFrom('', ' ', 'x', ' Letter ')
const numbers = fc.constantFrom('', ' ', '0', '1', '25', '300', '301', '600', '601', '1.5', '-5', 'x')
const days = fc.constantFrom('', 'incomplete', '2026-11-30', '2026-12-01')
const typed = fc.record({
  ...{
    textPercent: fc.constantFrom('', '125', '200'),
    theme: fc.constantFrom('', 'Default'),
    opensSupports: fc.constantFrom('', 'yes'),
  },
  supports: fc.constantFrom('', 'glossary', 'translation,glossary'),
  ...{ extraPercent: numbers, extraMinutes: numbers, restBreakMinutes: numbers, from: days, until: days },
  ...{ approvedBy: words, approvedOn: days, basis: words, note: words, reason: words },
})

test('what is sent is what the server takes, and nothing is held back that it would take', () => {
  const schema = z.object(accommodationFields)
  fc.assert(
    fc.property(typed, (values) => {
      const isFine = Object.keys(problemsIn(values, false)).length === 0
      if (isFine) expect(schema.safeParse(fieldsForCall(values)).success).toBe(true)
      const [percent, minutes, rest] = [values.extraPercent, values.extraMinutes, values.restBreakMinutes].map((typed) =>
        typed.trim(),
      )
      const { textPercent, theme, supports } = values
      if (
        (percent !== '' && minutes !== '') ||
        [percent, minutes, rest, textPercent, theme, supports].every((one) => one === '')
      )
        expect(isFine).toBe(false)
    }),
  )
  const fine = { ...freshValues('2026-11-30'), extraPercent: '25', approvedBy: 'Dr Vane', basis: 'A letter' }
  expect(problemsIn(fine, false)).toEqual({})
  expect(problemsIn(fine, true)).toEqual({ reason: 'empty' })
  expect(problemsIn({ ...fine, until: '2026-11-29' }, false)).toEqual({ until: 'order' })
  expect(problemsIn({ ...fine, extraMinutes: '5' }, false)).toEqual({ extraPercent: 'one' })
  expect(problemsIn({ ...fine, extraPercent: '' }, false)).toEqual({ extraPercent: 'nothing' })
  expect(problemsIn({ ...fine, extraPercent: '', restBreakMinutes: '10' }, false)).toEqual({})
  expect(problemsIn({ ...fine, restBreakMinutes: '601' }, false)).toEqual({ restBreakMinutes: 'minutes' })
  expect(problemsIn({ ...fine, opensSupports: 'yes' }, false)).toEqual({ opensSupports: 'noSupport' })
  expect(problemsIn({ ...fine, extraPercent: '', textPercent: '150' }, false)).toEqual({})
  expect(problemsIn({ ...fine, extraPercent: '', extraMinutes: '601' }, false)).toEqual({ extraMinutes: 'minutes' })
})

test('a form shows what was entered, and asks for another reason', () => {
  const screen = { textPercent: '150', theme: 'Yellow on Black', supports: 'glossary,braille', opensSupports: 'yes' }
  const typedValues = { ...screen, extraMinutes: ' 15 ', restBreakMinutes: '10', approvedBy: 'Dr Vane', basis: 'A letter' }
  const fields = fieldsForCall({ ...freshValues('2026-11-30'), ...typedValues })
  expect(fields).toEqual({
    extraMinutes: 15,
    restBreakMinutes: 10,
    textPercent: 150,
    theme: 'Yellow on Black',
    supports: ['glossary', 'braille'],
    opensSupports: true,
    from: '2026-11-30',
    approvedBy: 'Dr Vane',
    approvedOn: '2026-11-30',
    basis: 'A letter',
  })
  const state = {
    ...{ ...fields, accommodationID: 'a', version: 2, isWithdrawn: false, reason: 'old', state: 'in-force' as const },
    ...{ writtenBy: 'Olwen Price', writtenAt: '2026-11-30T09:00:00Z', earlier: [] },
  }
  expect(fieldsForCall(valuesOf(state))).toEqual(fields)
  expect(valuesOf(state).reason).toBe('')
})

test('today is the day of the zone', () => {
  const atMs = Date.parse('2026-11-30T23:30:00Z')
  expect([dayIn('UTC', atMs), dayIn('Asia/Tokyo', atMs), dayIn('America/New_York', atMs)]).toEqual([
    ...['2026-11-30', '2026-12-01', '2026-11-30'],
  ])
})
