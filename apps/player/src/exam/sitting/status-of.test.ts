import { expect, test } from 'vitest'
import { statusOf } from './status-of.ts'

test('a learner whose browser keeps nothing is told so, above all else, and never that answers are kept on the device', () => {
  expect(statusOf('online', 'memory', 'back-online')).toBe('not-kept')
  expect(statusOf('offline', 'memory', 'set-aside')).toBe('not-kept-offline')
  expect(statusOf('offline', 'lasting', 'back-online')).toBe('working-offline')
  expect(statusOf('online', 'lasting', 'set-aside')).toBe('set-aside')
  expect(statusOf('online', 'lasting', undefined)).toBeUndefined()
})
