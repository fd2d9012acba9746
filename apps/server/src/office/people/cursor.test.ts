import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeys } from '../../keys.ts'
import { cursorOf, readCursor } from './cursor.ts'

const keys = createKeys(new TextEncoder().encode('s'.repeat(40)))
const list = { orgId: 1, sort: 'name', words: ['a'] }

test('holds what it was made of, for its list alone', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer()), fc.string(), (value, id) => {
      const cursor = cursorOf(keys, list, { value, id })
      expect(readCursor(keys, list, cursor)).toEqual({ value, id })
      for (const other of [
        { ...list, orgId: 2 },
        { ...list, sort: 'username' },
        { ...list, words: [] },
      ])
        expect(readCursor(keys, other, cursor)).toBeUndefined()
    }),
  )
})

test('shows no name, and nobody makes one up', () => {
  const cursor = cursorOf(keys, list, { value: 'quillfeather', id: 'guid-1' })
  expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toMatch(/quill|guid/)
  for (const odd of [
    '',
    'x',
    '\0',
    'e30',
    `${cursor}x`,
    cursor.slice(1),
    keys.seal('[1,2]'),
    keys.seal('{'),
    keys.seal('null'),
  ])
    expect(readCursor(keys, list, odd)).toBeUndefined()
})
