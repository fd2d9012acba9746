import { expect, test } from 'vitest'
import { digitsOf, optionsToSetUp } from './mfa-options.ts'
import { rememberDays } from './remember.ts'

test.each([
  [null, [3]],
  ['', [3]],
  ['carrier pigeon', [3]],
  ['EMAIL, TextMessage ,app', [1, 2, 3]],
  ['app,app', [3]],
  ['email,pigeon', [1]],
])('of the providers %s a person with an email may set up %s', (setting, options) => {
  expect(optionsToSetUp(setting, { email: 'a@b.example', phone: '+44 1' })).toEqual(options)
})

test('without an email there is none by email', () => {
  expect(optionsToSetUp('email,app', { email: null, phone: null })).toEqual([3])
  expect(optionsToSetUp('email', { email: null, phone: null })).toEqual([3])
})

test('without a phone there is none by text message', () => {
  expect(optionsToSetUp('textmessage,email', { email: 'a@b.example', phone: null })).toEqual([1])
  expect(optionsToSetUp('textmessage', { email: null, phone: '' })).toEqual([3])
})

test('a code is six digits, in groups or in the digits of another script, and nothing else', () => {
  for (const typed of ['123456', ' 123 456 ', '123-456', '١٢٣٤٥٦', '۱۲۳۴۵۶']) expect(digitsOf(typed), typed).toBe('123456')
  for (const typed of ['', '12345', '1234567', 'abcdef', '12345x', '１２３４５６', '123456.0'])
    expect(digitsOf(typed), typed).toBeUndefined()
})

test('a device is remembered for 28 days where the organisation says nothing, and never below a day', () => {
  expect([null, '', 'often', '7', '0', '-3', '0.5', '0,5', '7.9'].map(rememberDays)).toEqual([28, 28, 28, 7, 0, 0, 0, 0, 7])
})
