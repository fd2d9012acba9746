import { expect, test } from 'vitest'
import { keyCodes, listenToKey } from './key-listener.ts'

const createTarget = () => {
  const target = new EventTarget()
  const press = (keyCode: number) => target.dispatchEvent(Object.assign(new Event('keydown'), { keyCode }))
  return { target: target as unknown as Window, press }
}

test('a key is listened to until it no longer is, and no other', () => {
  const { target, press } = createTarget()
  let heard = 0
  const stop = listenToKey(keyCodes.left, () => (heard += 1), target)
  press(keyCodes.left)
  press(keyCodes.right)
  expect(heard).toBe(1)
  stop()
  press(keyCodes.left)
  expect(heard).toBe(1)
})

// ERR-220 ERR-221
test('what is no key code or no listener is a mistake that says so', () => {
  const { target } = createTarget()
  const listener = () => {}
  for (const code of ['ArrowLeft', Number.NaN, undefined])
    expect(() => listenToKey(code as number, listener, target)).toThrow('Key code must be a number')
  for (const none of [undefined, 'listener'])
    expect(() => listenToKey(keyCodes.left, none as unknown as () => void, target)).toThrow('Key listener must be a function')
})
