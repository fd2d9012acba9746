import type { LogEvent } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { detailsText } from './log-columns.ts'
import type { SettingsText } from './settings-text.ts'

const text: SettingsText = (id, values = {}) => `${id} ${Object.values(values).join('|')}`.trim()
const event = (more: Partial<LogEvent>): LogEvent => ({
  number: 1,
  at: '2026-11-30T09:00:00Z',
  kind: 'sign-in',
  isErased: false,
  ...more,
})

test('an event says what changed from what to what, or all that it was done to, and how often', () => {
  const target = [
    { name: 'setting', value: 'SealParts' },
    { name: 'from', value: 'off' },
    { name: 'to', value: 'on' },
  ]
  expect(detailsText(event({ kind: 'setting-changed', what: 'rule', target }), text)).toBe('log.change SealParts|off|on')
  expect(detailsText(event({ what: 'office', target: [{ name: 'endedSessions', value: '2' }], times: 3 }), text)).toBe(
    'office; endedSessions: 2; log.times 3',
  )
  expect(detailsText(event({}), text)).toBe('')
  expect(detailsText(event({ isErased: true }), text)).toBe('log.erased')
})
