import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { listOf, valuesIn } from './list-of.ts'
import { byValue, numberedValues } from './numbered-values.ts'

describe.each(bothDatabases)('numbered values on %s', (database) => {
  test('arrive as they were sent, with their places from 1', async () => {
    const { db, stop } = await startTestServer({ database })
    const text = fc.string({ unit: fc.constantFrom('"', '\\', ',', '{', '}', ' ', 'N', 'é', '😀') })
    await fc.assert(
      fc.asyncProperty(fc.array(text), async (sent) => {
        const rows = await db.kysely
          .selectFrom(numberedValues(db.dialect, sent))
          .select(['asked.value', listOf(db.dialect, 'asked.place').as('places')])
          .groupBy('asked.value')
          .execute()
        const placesOf = new Map(rows.map(({ value, places }) => [value, new Set(valuesIn<number>(places))]))
        const expected = Map.groupBy(sent.keys(), (at) => sent[at] ?? '')
        expect(placesOf).toEqual(new Map([...expected].map(([value, all]) => [value, new Set(all.map((at) => at + 1))])))
        expect(byValue(sent, rows, ({ value }) => value)).toEqual(new Map(sent.map((value) => [value, [value]])))
      }),
    )
    await stop()
  })
})

test('a row is the item of each value whose place it lists, made once, and a value that no row lists does not have an item', () => {
  let made = 0
  const rows = [
    { name: 'all', places: '[1,2,3]' },
    { name: 'last', places: '[3]' },
  ]
  const found = byValue(['a', 'b', 'c', 'd'], rows, ({ name }) => {
    made += 1
    return { name }
  })
  expect([...found].map(([value, items]) => [value, items.map(({ name }) => name)])).toEqual([
    ['a', ['all']],
    ['b', ['all']],
    ['c', ['all', 'last']],
    ['d', []],
  ])
  expect(made).toBe(2)
})
