import { todayKinds } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { targetOf, whenText } from './entry-text.ts'

test('every kind has the screen on which something is done about it, but for what only the person does', () => {
  const without = todayKinds.filter((is) => targetOf({ is, count: 1, examGuid: 'e/1' }) === undefined)
  expect(without).toEqual(['own-second-step', 'own-role-ends'])
  expect(targetOf({ is: 'exam-opens', count: 1, examGuid: 'e/1' })?.to).toBe('/library/exams/e%2F1')
  expect(targetOf({ is: 'exam-opens', count: 1 })).toBeUndefined()
  const delivered = { is: 'exam-opens', count: 2, examGuid: 'e/1', isDelivered: true } as const
  expect(targetOf(delivered)?.to).toBe('/deliveries?exam=e%2F1')
  expect(targetOf({ ...delivered, deliveryID: 'd/1' })?.to).toBe('/deliveries/d%2F1')
  // Who may not see deliveries is led to what they may see.
  const isOfLibrary = (path: string) => path.startsWith('/library')
  expect(targetOf({ ...delivered, deliveryID: 'd/1' }, isOfLibrary)?.to).toBe('/library/exams/e%2F1')
  expect(targetOf({ is: 'sittings-open', count: 1 })?.to).toBe('/live')
  expect(targetOf({ is: 'roles-end', count: 1, userID: 7 })?.to).toBe('/people/7')
  expect(targetOf({ is: 'roles-end', count: 2 })?.to).toBe('/people?show=staff')
})

test('the moment of an entry is a deadline, the end of a chance, or when it happens', () => {
  expect([whenText('imports-undoable'), whenText('people-never-signed-in'), whenText('exam-opens')]).toEqual([
    ...(['today.until', 'today.by', 'today.at'] as const),
  ])
})
