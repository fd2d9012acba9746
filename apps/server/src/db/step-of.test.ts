import { describe, expect, test } from 'vitest'
import { stepOf } from './step-of.ts'

describe('a step of a transaction', () => {
  test('takes each of its parameters once, in the order in which they are named', () => {
    expect(stepOf('update thing set size = $size where id = $id and size < $size', ['id', 'name', 'size'])).toEqual({
      sql: 'update thing set size = ?1 where id = ?2 and size < ?1',
      takes: [2, 0],
      isSelect: false,
    })
  })

  test('is known as one that selects, whatever stands around the word', () => {
    expect(stepOf('\n  SELECT 1', []).isSelect).toBe(true)
    expect(stepOf('insert into thing select $id', ['id']).isSelect).toBe(false)
  })

  test('is refused where it names a parameter that nobody gives', () => {
    expect(() => stepOf('select $id', ['name'])).toThrow('no parameter id')
  })
})
