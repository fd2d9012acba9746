import { languageById } from '@sitwell/i18n/languages'
import { expect, test } from 'vitest'
import { cannotStartWords } from './cannot-start-words.ts'

const english = {
  language: languageById(1),
  text: (id: string, values: object = {}) => `${id} ${Object.values(values).join(' | ')}`,
}
const message = 'It opens on Sunday 25 October 2026 at 00:30 (UTC).'

test('the message names the opening or closing time in the learner’s time zone, and names that zone', () => {
  expect(cannotStartWords(english, { message, opensAt: '2026-10-25T00:30:00.000Z' }, 'Europe/London')).toBe(
    'exam.opensOn Sunday, October 25th 2026, 01:30 | BST',
  )
  // An hour later clocks show the same again.
  expect(cannotStartWords(english, { message, closedAt: '2026-10-25T01:30:00.000Z' }, 'Europe/London')).toBe(
    'exam.closedOn Sunday, October 25th 2026, 01:30 | GMT',
  )
})

// API-204
test('any other reason is shown as the server worded it', () => {
  expect(cannotStartWords(english, { message: 'Please see your tutor' }, 'Europe/London')).toBe('Please see your tutor')
  expect(cannotStartWords(english, { message, opensAt: 'soon' }, 'Europe/London')).toBe(message)
})
