import { readQuery, writeQuery } from '@sitwell/navigation/address-query.ts'
import { expect, test } from 'vitest'
import { setsFields } from './sets-address.ts'

test('the address names two sets that are compared, or a set and now, and nothing else', () => {
  const compared = (value: string) => readQuery(setsFields, `?compare=${encodeURIComponent(value)}`).compare
  expect(compared('1~now')).toEqual(['1', 'now'])
  expect(compared('2~13')).toEqual(['2', '13'])
  for (const wrong of ['', '1', '1~', '~now', '0~1', '1~2~3', '1~then', '-1~2', '1.5~2'])
    expect(compared(wrong)).toBeUndefined()
  expect(writeQuery(setsFields, '', { compare: ['1', 'now'], release: 3 })).toBe('?compare=1%7Enow&release=3')
  expect(readQuery(setsFields, '?release=x').release).toBeUndefined()
  expect(readQuery(setsFields, '?release=3').release).toBe(3)
})
