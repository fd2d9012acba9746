import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGathering, roomsByNotice } from './room-teller.ts'

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

test('each room gets all its events in their order, regardless of how many are the same for other rooms', () => {
  const told = fc.record({ room: fc.constantFrom('a', 'b', 'c'), name: fc.constantFrom('event', 'action'), number: fc.nat(2) })
  void fc.assert(
    fc.property(fc.array(told, { maxLength: 30 }), (all) => {
      const gathering = createGathering()
      for (const { room, name, number } of all) gathering.add(room, name, { number })
      const taken = gathering.take()
      for (const room of ['a', 'b', 'c']) {
        const got = taken.filter(({ rooms }) => rooms.includes(room)).map(({ name, payload }) => ({ name, payload }))
        const own = all.filter((one) => one.room === room).map(({ name, number }) => ({ name, payload: { number } }))
        expect(got).toEqual(own)
      }
      expect(gathering.isEmpty()).toBe(true)
    }),
  )
  const many = createGathering()
  for (const room of ['a', 'b', 'c']) many.add(room, 'event', { number: 1 })
  expect(many.take()).toEqual([{ name: 'event', payload: { number: 1 }, rooms: ['a', 'b', 'c'] }])
})
