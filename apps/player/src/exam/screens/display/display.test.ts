import { browserStorage } from '@sitwell/client/held-storage'
import { memoryStorage } from '@sitwell/client/testing/memory-storage'
import { expect, test, vi } from 'vitest'
import { displayOf, keepDisplay } from './display.ts'

test('how a learner has an exam shown is theirs, and comes back in the same browser', () => {
  const storage = memoryStorage()
  expect(displayOf(storage, 'ann')).toEqual({ textPercent: 100, hidesClock: false })
  keepDisplay(storage, 'ann', { textPercent: 150, hidesClock: true })
  keepDisplay(storage, 'bob', { textPercent: 200, hidesClock: false })
  expect(displayOf(storage, 'ann')).toEqual({ textPercent: 150, hidesClock: true })
  expect(displayOf(storage, 'constructor')).toEqual({ textPercent: 100, hidesClock: false })
  for (let person = 0; person < 150; person += 1) keepDisplay(storage, `p${person}`, { textPercent: 125, hidesClock: false })
  expect(displayOf(storage, 'ann').textPercent).toBe(100)
})

// Only ever add to these: they are what browsers hold.
test('what cannot be read, or no size any more, is as usual', () => {
  const storage = memoryStorage()
  for (const stored of ['{', '{"version":9}', '{"version":1,"people":{"ann":{"textPercent":1000,"hidesClock":false}}}']) {
    storage.setItem('sitwell.display', stored)
    expect(displayOf(storage, 'ann'), stored).toEqual({ textPercent: 100, hidesClock: false })
  }
})

test('a browser that blocks site data shows the exam as usual, and stops nobody', () => {
  vi.stubGlobal('localStorage', undefined)
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  try {
    expect(displayOf(browserStorage, 'ann')).toEqual({ textPercent: 100, hidesClock: false })
    keepDisplay(browserStorage, 'ann', { textPercent: 150, hidesClock: false })
  } finally {
    vi.unstubAllGlobals()
  }
})
