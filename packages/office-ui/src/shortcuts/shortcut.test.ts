import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isShortcut, type ShortcutPress } from './shortcut.ts'

const plain: ShortcutPress = {
  key: '/',
  hasModifier: false,
  isComposing: false,
  isRepeat: false,
  isTaken: false,
  isTyping: false,
}
const presses = fc.record({
  key: fc.constantFrom('/', 'a', '1'),
  hasModifier: fc.boolean(),
  isComposing: fc.boolean(),
  isRepeat: fc.boolean(),
  isTaken: fc.boolean(),
  isTyping: fc.boolean(),
})

test('a shortcut fires for its key alone, and never while somebody types or something else is meant', () => {
  fc.assert(
    fc.property(presses, fc.constantFrom('/', '1'), (press, key) => {
      const { hasModifier, isComposing, isRepeat, isTaken, isTyping } = press
      const isPlain = ![hasModifier, isComposing, isRepeat, isTaken, isTyping].includes(true)
      expect(isShortcut(press, key)).toBe(isPlain && press.key === key)
    }),
  )
  expect(isShortcut(plain, '/')).toBe(true)
})

test('a shortcut that is turned off never fires, and one that has another key fires for that', () => {
  fc.assert(
    fc.property(presses, (press) => {
      expect(isShortcut(press, undefined)).toBe(false)
    }),
  )
  expect(isShortcut(plain, 'f')).toBe(false)
  expect(isShortcut({ ...plain, key: 'f' }, 'f')).toBe(true)
  expect(isShortcut({ ...plain, key: 'F' }, 'f')).toBe(true)
})
