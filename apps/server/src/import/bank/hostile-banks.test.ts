import { expect, test } from 'vitest'
import { at, read, typed } from '../testing/read-bank.ts'

test('answers of many stars and tables of many empty lines or cells end', async () => {
  const { all, leftOut } = await read('set.gift', `a?{=${'*a'.repeat(60)}b}\n\nb?{=${'*a'.repeat(12)}b =%50%${'a'.repeat(60)}}`)
  expect([
    leftOut?.filter(({ what }) => what === 'item').map(({ why }) => why),
    typed(at(all, 0), `${'a'.repeat(30)}b`),
    typed(at(all, 0), 'a'.repeat(30)),
  ]).toEqual([[expect.stringContaining('stars')], 1, 0])
  expect((await read('set.csv', `question,answer\n${'\n'.repeat(3_000_000)}`)).why).toContain('more than 20000 rows')
  expect((await read('set.csv', `question,answer\n${','.repeat(3_000_000)}`)).why).toContain('more than 200 columns')
})
