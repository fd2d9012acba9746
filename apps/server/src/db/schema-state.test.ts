import fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownMigrations } from './known-migrations.ts'
import { schemaStateOf } from './schema-state.ts'

const migrations = ['2026-11-29-first', '2026-12-24-second', '2027-01-10-third'].map((name) => ({ name }))
const known = migrations.map(({ name }) => name)

test('a database with all known migrations is current, in whatever order they were applied', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(known, { minLength: known.length }), (applied) => {
      expect(schemaStateOf(applied, migrations)).toEqual({ is: 'current' })
    }),
  )
  expect(schemaStateOf(knownMigrations.map(({ name }) => name))).toEqual({ is: 'current' })
})

test('a database that lacks known migrations is older, and the first of them is named', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(known, { maxLength: known.length - 1 }), (applied) => {
      const lacks = known.find((name) => !applied.includes(name))
      expect(schemaStateOf(applied, migrations)).toEqual({ is: 'older', lacks })
    }),
  )
})

test('a database with an unknown migration is newer, also if it lacks known ones', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(known), fc.nat(known.length), (applied, place) => {
      const mixed = applied.toSpliced(place, 0, '2999-01-01-far')
      expect(schemaStateOf(mixed, migrations)).toEqual({ is: 'newer', has: '2999-01-01-far' })
    }),
  )
})
