import { expect, test } from 'vitest'
import { newUuid } from './new-uuid.ts'

test('request ids are UUIDs of version 4, and differ', () => {
  const ids = Array.from({ length: 200 }, newUuid)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(ids).size).toBe(ids.length)
})
