import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roomsByNotice } from './room-teller.ts'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

test('each room is in one notice, in its order, and no notice is larger than PostgreSQL takes', () => {
  const room = fc.uuid().map((guid) => `run/7/${guid}`)
  const payload = fc.record({ text: fc.string({ maxLength: 500, unit: 'grapheme' }) })
  void fc.assert(
    fc.property(payload, fc.array(room, { maxLength: 300 }), (told, rooms) => {
      const notices = roomsByNotice(told, rooms)
      expect(notices.flat()).toEqual(rooms)
      for (const some of notices) {
        expect(some.length).toBeGreaterThan(0)
        if (some.length > 1) expect(bytesOf(told) + bytesOf(some)).toBeLessThan(7000)
      }
    }),
  )
})
