import { clearedCalculator, keyRows, press } from '@sitwell/exam/calculator/calculator'
import { textsOf } from '@sitwell/i18n/testing/texts-of'
import { describe, expect, test } from 'vitest'
import { keyName, spoken } from './calculator-words.ts'
import { placeAfter } from './pad-places.ts'
import { typedKey } from './typed-key.ts'

const { text } = textsOf()

describe('keys of a keyboard', () => {
  test('every key of the calculator has one', () => {
    const typed = ['Escape', 'Backspace', 'F9', ...'+-*/=%@.0123456789']
    expect(new Set(typed.map(typedKey))).toEqual(new Set([...keyRows.flat(), 'percent', 'root']))
  })

  test('a comma is a point, Enter is equals, Arabic digits are digits, and other keys stay what they are', () => {
    expect([',', 'Enter', 'Delete', '٧', '٫', 'x'].map(typedKey)).toEqual(['.', '=', 'clear', '7', '.', '*'])
    expect(['Tab', 'a', 'ArrowLeft', ' ', 'toString', ''].map(typedKey)).toEqual(Array(6).fill(undefined))
  })
})

describe('what a screen reader hears', () => {
  const after = (...keys: Parameters<typeof press>[1][]) =>
    spoken(
      keys.reduce((state, key) => press(state, key, 0), clearedCalculator),
      text,
    )

  test('the entry in words, the result as one, and why there is none', () => {
    expect(after('1', '2', '*', '-', '3')).toBe('12 times minus 3')
    expect(after('1', '2', '*', '-', '3', '=')).toBe('equals minus 36')
    expect(after('.', '5')).toBe('.5')
    expect(after('5', '/', '0', '=')).toBe('Can’t divide by zero')
    expect(after()).toBe('')
    expect(after(...Array<'7'>(17).fill('7'))).toBe('It is full: 16 characters')
    expect(after(...Array<'7'>(17).fill('7'), 'back')).toBe('7'.repeat(15))
  })

  test('every key has a name of its own', () => {
    const names = [...keyRows.flat(), 'percent' as const, 'root' as const].map((key) => keyName(key, text))
    expect(new Set(names).size).toBe(names.length)
  })
})

test('arrow keys lead over the pad and stop at its edges', () => {
  const widths = [2, 4, 4, 4, 4, 3]
  expect(placeAfter(widths, { row: 1, column: 3 }, 'ArrowUp')).toEqual({ row: 0, column: 1 })
  expect(placeAfter(widths, { row: 4, column: 3 }, 'ArrowDown')).toEqual({ row: 5, column: 2 })
  expect(placeAfter(widths, { row: 0, column: 0 }, 'ArrowLeft')).toEqual({ row: 0, column: 0 })
  expect(placeAfter(widths, { row: 5, column: 2 }, 'ArrowRight')).toEqual({ row: 5, column: 2 })
  expect(placeAfter(widths, { row: 0, column: 0 }, 'Tab')).toBeUndefined()
})
