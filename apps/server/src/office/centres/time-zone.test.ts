import { expect, test } from 'vitest'
import { timeZoneOf } from './time-zone.ts'

test('a time zone has a name of the database of IANA, spelled as there', () => {
  for (const zone of ['Europe/London', 'America/Argentina/Buenos_Aires', 'Asia/Kathmandu', 'UTC', 'Pacific/Auckland'])
    expect(timeZoneOf(zone)).toBe(zone)
  expect(timeZoneOf(' europe/london ')).toBe('Europe/London')
  // An old name of Asia/Kolkata: the database still has it.
  expect(timeZoneOf('Asia/Calcutta')).toMatch(/^Asia\/(Calcutta|Kolkata)$/)
  for (const zone of ['', 'London', 'GMT+1', '+01:00', 'Europe/Atlantis', 'EST5EDT ', 'Europe/London\n/', '../etc', 'BST'])
    expect([zone, timeZoneOf(zone)]).toEqual([zone, undefined])
})
