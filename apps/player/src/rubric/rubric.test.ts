import { identifierType, isSameIdentifier } from '@sitwell/exam/organisation/identifier'
import { confirmationsFor } from '@sitwell/exam/organisation/rubric-confirmations'
import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { dateInWords, isPicked, isSameDate, readIsoDate } from './date-of-birth.ts'
import { rubricMachine } from './rubric.machine.ts'

const ids = (user: Parameters<typeof confirmationsFor>[0], confirmDobMode: number, confirmLearnerIdentifierMode: number) =>
  confirmationsFor(user, { confirmDobMode, confirmLearnerIdentifierMode }).map(({ id }) => id)
const everything = { dateOfBirth: '1990-02-08', learnerIdentifier: 'QQ123456C' }

// RUB-202
test('name and instructions are confirmed always', () => {
  expect(ids({}, 0, 0)).toEqual(['name', 'instructions'])
})

// RUB-203 RUB-204
test('a date of birth is confirmed when the learner has one and the mode is 1 or 2', () => {
  for (const mode of [1, 2]) expect(ids(everything, mode, 0)).toContain('dob')
  for (const mode of [0, 3, -1]) expect(ids(everything, mode, 0)).not.toContain('dob')
  expect(ids({}, 1, 0)).not.toContain('dob')
})

// RUB-205 RUB-206
test('an identifier is confirmed when the learner has one and the mode is 1 or 2', () => {
  for (const mode of [1, 2]) expect(ids(everything, 0, mode)).toContain('identifier')
  for (const mode of [0, 3, -1]) expect(ids(everything, 0, mode)).not.toContain('identifier')
  expect(ids({ learnerIdentifier: '' }, 0, 1)).not.toContain('identifier')
})

// RUB-211
test('a picked date matches only with day, month and year all equal', () => {
  const same = { day: '8', month: '2', year: '1990' }
  expect(isSameDate(same, '1990-02-08')).toBe(true)
  expect(isSameDate({ day: '08', month: '02', year: '1990' }, '1990-02-08')).toBe(true)
  for (const other of [{ day: '9' }, { month: '3' }, { year: '1991' }, { day: '2', month: '8' }, { day: '' }]) {
    expect(isSameDate({ ...same, ...other }, '1990-02-08')).toBe(false)
  }
})

test('a date counts as picked once all three are there', () => {
  expect(isPicked({ day: '8', month: '2', year: '199' })).toBe(false)
  expect(isPicked({ day: '8', month: '', year: '1990' })).toBe(false)
  expect(isPicked({ day: '8', month: '2', year: '1990' })).toBe(true)
})

// RUB-211
test('the value of a date field is read, and a year that is still being typed is none', () => {
  expect(isSameDate(readIsoDate('1990-02-08'), '1990-02-08')).toBe(true)
  expect(isSameDate(readIsoDate('1990-08-02'), '1990-02-08')).toBe(false)
  for (const value of ['', '0001-02-08', '0199-02-08']) expect(isPicked(readIsoDate(value))).toBe(false)
})

test('a date of birth is the same day in every time zone', () => {
  expect(dateInWords('1990-02-08', 'en-GB')).toBe('8 February 1990')
  expect(dateInWords('unknown', 'en-GB')).toBe('unknown')
})

// RUB-214 RUB-215
test('identifiers are compared without case and without anything but letters and digits', () => {
  expect(isSameIdentifier(' qq 12-34/56 c', 'QQ123456C')).toBe(true)
  expect(isSameIdentifier('QQ123456D', 'QQ123456C')).toBe(false)
  expect(isSameIdentifier('--', '..')).toBe(false)
})

// RUB-216 RUB-217 RUB-218
test('an identifier is called by its pattern', () => {
  expect(identifierType('QQ123456C')).toBe('NI')
  expect(identifierType('1234567AB')).toBe('PPS')
  for (const other of ['123456', 'QQ12345C', 'QQ123456CD', '1234567A', '']) expect(identifierType(other), other).toBe('other')
})

const start = () => {
  const actor = createActor(rubricMachine, { input: { asked: ['name', 'instructions'] } })
  actor.start()
  return {
    state: () => actor.getSnapshot().value,
    confirm: (id: 'name' | 'instructions', isConfirmed = true) => actor.send({ type: 'confirmed', id, isConfirmed }),
    submit: () => actor.send({ type: 'submitted' }),
  }
}

// RUB-219 RUB-220
test('unchecked becomes all_checked with the last box, and unchecked again when one is unticked', () => {
  const rubric = start()
  expect(rubric.state()).toBe('unchecked')
  rubric.confirm('name')
  expect(rubric.state()).toBe('unchecked')
  rubric.confirm('instructions')
  expect(rubric.state()).toBe('all_checked')
  rubric.confirm('name', false)
  expect(rubric.state()).toBe('unchecked')
})

// RUB-221 RUB-222
test('only from all_checked does submitting finish', () => {
  const rubric = start()
  rubric.confirm('name')
  rubric.submit()
  expect(rubric.state()).toBe('unchecked')
  rubric.confirm('instructions')
  rubric.submit()
  expect(rubric.state()).toBe('finished')
})
