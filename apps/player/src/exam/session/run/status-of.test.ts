import { expect, test } from 'vitest'
import { requestTypes } from '../../../storage/records.ts'
import { noteAtReturn, noteOfRefused, refusedOf, statusOf } from './status-of.ts'

test('a learner whose browser keeps nothing is told so, above all else, and never that answers are kept on the device', () => {
  expect(statusOf('online', 'memory', 'back-online')).toBe('not-kept')
  expect(statusOf('offline', 'memory', 'set-aside')).toBe('not-kept-offline')
  expect(statusOf('offline', 'lasting', 'back-online')).toBe('working-offline')
  expect(statusOf('online', 'lasting', 'set-aside')).toBe('set-aside')
  expect(statusOf('online', 'lasting', undefined)).toBeUndefined()
})

test('what did not get through goes before the return of the connection', () => {
  expect([undefined, 'back-online' as const].map(noteAtReturn)).toEqual(['back-online', 'back-online'])
  expect((['set-aside', 'finished-elsewhere', 'late'] as const).map(noteAtReturn)).toEqual([
    'set-aside',
    'finished-elsewhere',
    'late',
  ])
  expect((['back-online', 'set-aside', undefined] as const).map(refusedOf)).toEqual([undefined, 'set-aside', undefined])
})

test('a refused save is told, and why where the exam was finished; that the log was refused is nothing to a learner', () => {
  const { saveAnswer, saveTime, saveActivityLog } = requestTypes
  expect(noteOfRefused({ type: saveAnswer }, 'INVALID_ANSWER')).toBe('set-aside')
  for (const type of [saveAnswer, saveTime]) expect(noteOfRefused({ type }, 'FORM_RUN_COMPLETED')).toBe('finished-elsewhere')
  expect(noteOfRefused({ type: saveTime }, 'INVALID_REQUEST')).toBeUndefined()
  expect(noteOfRefused({ type: saveActivityLog }, 'FORM_RUN_COMPLETED')).toBeUndefined()
})
