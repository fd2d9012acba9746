import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostSeats, seatsOf } from './room-values.ts'

test('every number of seats that the server takes is read, in the digits of any keyboard', () => {
  fc.assert(
    fc.property(fc.nat({ max: mostSeats }), (seats) => {
      expect(seatsOf(` ${seats} `)).toBe(seats)
      expect(seatsOf(seats.toLocaleString('ar-EG', { useGrouping: false }))).toBe(seats)
    }),
  )
})

test('an empty field means that no number is known, and what isn’t a number is refused', () => {
  expect(seatsOf('  ')).toBeNull()
  for (const typed of ['-1', '1.5', '100001', '1e3', 'many', '0x10', '9999999'])
    expect([typed, seatsOf(typed)]).toEqual([typed, undefined])
})
