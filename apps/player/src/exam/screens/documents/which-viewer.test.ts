import { understandsNewer } from '@sitwell/pdf-viewer/newer-browser.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { needsOlderViewer } from './viewer/needs-older-viewer.ts'

const called = {
  Map: class {
    getOrInsertComputed() {}
  },
  Math: { sumPrecise: () => 0 },
  Promise: { try() {}, withResolvers() {} },
  URL: { parse() {} },
  AbortSignal: { any() {} },
  RegExp: { escape() {} },
  Uint8Array: class {
    static fromBase64() {}
    toHex() {}
  },
}
const chrome = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`
const list = [{ name: 'chrome', include: ['>=140'], exclude: [] }]

afterEach(() => vi.unstubAllGlobals())

test('a browser that lacks something that the newer viewer calls takes the one for older browsers', () => {
  expect(understandsNewer(called)).toBe(true)
  for (const lacking of [
    { ...called, Math: {} },
    { ...called, Map: class {} },
    { ...called, Uint8Array: class {} },
    { ...called, URL: undefined },
    {},
  ])
    expect(understandsNewer(lacking)).toBe(false)
})

// PDF-304
test('a browser that the operator’s list does not name takes the viewer for older browsers, any other the newer one', () => {
  const isNewer = understandsNewer(globalThis)
  vi.stubGlobal('navigator', { userAgent: chrome(120) })
  expect(needsOlderViewer(list)).toBe(true)
  expect(needsOlderViewer([])).toBe(!isNewer)
  vi.stubGlobal('navigator', { userAgent: chrome(150) })
  expect(needsOlderViewer(list)).toBe(!isNewer)
})
