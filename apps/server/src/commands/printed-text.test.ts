import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printedText, printSafely } from './printed-text.ts'

test('what acts on a terminal is printed as an escape', () => {
  expect(printedText('a\u001b[2Jb\u009b31mc\u202ed\u0007\re\u007f')).toBe(
    'a\\u001b[2Jb\\u009b31mc\\u202ed\\u0007\\u000de\\u007f',
  )
  expect(printedText('Zoë\tO’Neill\n٣ Ψ 日本 👩‍🚀')).toBe('Zoë\tO’Neill\n٣ Ψ 日本 👩‍🚀')
})

test('no text acts on a terminal, and JSON stays the same JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = JSON.stringify({ text })
      expect(JSON.parse(printedText(json))).toEqual({ text })
      expect(printedText(text)).not.toMatch(/(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})

test('everything that a console prints passes it', () => {
  const printed: unknown[][] = []
  const print = (...parts: unknown[]) => void printed.push(parts)
  const console = { log: print, warn: print, error: print }
  printSafely(console)
  console.log('a\u009b', 7)
  console.warn('b\u001b')
  console.error('\u202ec')
  expect(printed).toEqual([['a\\u009b', 7], ['b\\u001b'], ['\\u202ec']])
})
