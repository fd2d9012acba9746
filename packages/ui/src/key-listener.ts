/** The codes of the keys that move through an exam. */
export const keyCodes = { left: 37, right: 39 } as const

/**
 * Listens to one key, whatever has the focus; answers what ends it. Throws where what it is given is no key code or no listener
 * (spec 2 §8): it would never be called.
 */
export const listenToKey = (
  keyCode: number,
  listener: (event: KeyboardEvent) => void,
  target: Pick<Window, 'addEventListener' | 'removeEventListener'> = window,
): (() => void) => {
  if (typeof keyCode !== 'number' || Number.isNaN(keyCode)) throw new TypeError('Key code must be a number')
  if (typeof listener !== 'function') throw new TypeError('Key listener must be a function')
  const hear = (event: KeyboardEvent) => {
    if (event.keyCode === keyCode) listener(event)
  }
  target.addEventListener('keydown', hear)
  return () => target.removeEventListener('keydown', hear)
}
