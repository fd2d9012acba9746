import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allZones, clockIn, zonesFor } from './zones.ts'

const zones = allZones()

test('a zone is found by any part of its name, in any case and with blanks for underscores', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.nat(), fc.boolean(), (zone, at, isLoud) => {
      const parts = zone.split(/[/_]/)
      const part = parts[at % parts.length] ?? zone
      const found = zonesFor(isLoud ? part.toUpperCase() : part.toLowerCase(), zones)
      expect(found).toContain(zone)
      expect(zonesFor(zone.replaceAll('_', ' '), zones)).toContain(zone)
      // Nothing that doesn't match, and nothing twice.
      for (const one of found) expect(one.toLowerCase().replaceAll('_', ' ')).toContain(part.toLowerCase())
      expect(new Set(found).size).toBe(found.length)
    }),
  )
})

test('what begins with the word comes before what only has it, and without words all are listed', () => {
  expect(zonesFor('york', zones)[0]).toBe('America/New_York')
  expect(zonesFor('new york', zones)).toEqual(['America/New_York'])
  expect(zonesFor('par', ['America/Argentina/x_spar', 'Europe/Paris'])).toEqual(['Europe/Paris', 'America/Argentina/x_spar'])
  expect(zonesFor(' ', zones)).toEqual(zones)
  expect(zonesFor('atlantis', zones)).toEqual([])
})

test('the clock of a zone is that of the moment, and none of a zone that is unknown', () => {
  const summer = Date.parse('2026-07-01T12:00:00Z')
  expect(clockIn('Europe/London', summer, 'en-GB')).toBe('13:00 GMT+1')
  expect(clockIn('Europe/Atlantis', summer, 'en-GB')).toBe('')
})
