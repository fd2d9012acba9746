import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heardMore, isSetBack, signOfSetBack } from './set-back.ts'

const held = { number: 2, generation: 'b', beats: 10, mark: 'here' }

test('a database without its generation or signs of life, or at another place, was set back', () => {
  expect(signOfSetBack(undefined, held, 'here')).toBeUndefined()
  expect(signOfSetBack({ number: 2, generation: 'b', beats: 10 }, held, 'here')).toBeUndefined()
  expect(signOfSetBack({ number: 1, generation: 'a', beats: 99 }, held, 'here')).toBeUndefined()
  expect(signOfSetBack({ number: 2, generation: 'b', beats: 11 }, held, 'here')).toBe('beats-lost')
  expect(signOfSetBack({ number: 3, generation: 'c', beats: 0 }, held, 'here')).toBe('generation-lost')
  expect(signOfSetBack({ number: 2, generation: 'c', beats: 0 }, held, 'here')).toBe('generation-lost')
  expect(signOfSetBack(undefined, held, 'there')).toBe('other-place')
})

test('continued counting of saves is never taken for a set-back, with any other saves in between', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ others: fc.nat(5), isSave: fc.boolean() })), (steps) => {
      let heard = {}
      let saves = 0
      for (const { others, isSave } of steps) {
        saves += others + (isSave ? 1 : 0)
        const reported = { generation: 'a', saves, isSave }
        expect(isSetBack(heard, reported)).toBe(false)
        heard = heardMore(heard, reported)
      }
    }),
  )
})

test('a page that knew a lost save notices the set-back at its next save', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 1000 }), (saves, lost) => {
      const left = Math.max(0, saves - lost)
      expect(isSetBack({ saves }, { saves: left + 1, isSave: true })).toBe(true)
      expect(isSetBack({ saves }, { saves: left })).toBe(true)
    }),
  )
})

test('another generation is a set-back, and a missing one is not', () => {
  expect(isSetBack({ generation: 'a', saves: 1 }, { generation: 'b', saves: 9 })).toBe(true)
  expect(isSetBack({ generation: 'a' }, {})).toBe(false)
  expect(isSetBack({}, { generation: 'b', saves: 0 })).toBe(false)
})
