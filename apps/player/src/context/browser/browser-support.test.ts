import type { SupportedBrowser } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { isSupported, listedBrowsers, offeredBrowsers } from './browser-support.ts'
import { detectBrowser } from './detect-browser.ts'

const agents = {
  chrome: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.5993.70 Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:119.0) Gecko/20100101 Firefox/119.0',
  safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Safari/605.1.15',
  ios: 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
  opera:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.0.0 Safari/537.36 OPR/103.0.0.0',
} as const

const list: SupportedBrowser[] = [
  { name: 'Firefox', include: ['>100'], exclude: ['=119'] },
  { name: 'SAFARI', include: [], exclude: ['<15'] },
  { name: 'chrome', include: ['=90', '>110'], exclude: [] },
]

// INIT-238 START-158
test('a browser is found by its name whatever its case', () => {
  expect(isSupported(detectBrowser(agents.safari), list)).toBe(true)
  expect(isSupported(detectBrowser(agents.chrome), list)).toBe(true)
  expect(isSupported(detectBrowser(agents.opera), list)).toBe(false)
})

test('an exclude rule outdoes an include rule; without a list everything may be used', () => {
  expect(isSupported(detectBrowser(agents.firefox), list)).toBe(false)
  expect(isSupported(detectBrowser(agents.firefox), [])).toBe(true)
})

// INIT-243 START-160
test('a Chrome OS device may always be used', () => {
  const chromebook =
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/60.0.0.0 Safari/537.36'
  expect(isSupported(detectBrowser(chromebook), list)).toBe(true)
})

// START-115
test('the current browser is listed first, the rest alphabetically', () => {
  expect(listedBrowsers(detectBrowser(agents.safari), list).map((entry) => entry.name)).toEqual(['SAFARI', 'chrome', 'Firefox'])
})

const entry = (name: string, fields: Partial<SupportedBrowser> = {}): SupportedBrowser => ({
  name,
  include: [],
  exclude: [],
  ...fields,
})
const isChromeSupported = (fields: Partial<SupportedBrowser>) =>
  isSupported(detectBrowser(agents.chrome), [entry('chrome', fields)])

// ENT-214
test('an entry’s versions are rules like those that include, and its systems limit it', () => {
  expect(isChromeSupported({ versions: ['>117'] })).toBe(true)
  expect(isChromeSupported({ versions: ['>118'] })).toBe(false)
  expect(isChromeSupported({ os: ['windows'] })).toBe(true)
  expect(isChromeSupported({ os: ['macOS'] })).toBe(false)
  expect(isChromeSupported({ os: [] })).toBe(true)
})

// ENT-214
test('an entry may keep itself out of the others’ list, and the others out of its own', () => {
  const entries = [
    entry('firefox', { displayInOthers: false }),
    entry('safari', { display: 'Apple Safari' }),
    entry('chrome', { displayOthers: false, include: ['<50'] }),
  ]
  const listedTo = (agent: string) => listedBrowsers(detectBrowser(agent), entries).map(({ name }) => name)
  expect(listedTo(agents.opera)).toEqual(['safari', 'chrome'])
  expect(listedTo(agents.firefox)).toEqual(['firefox', 'safari', 'chrome'])
  expect(listedTo(agents.chrome)).toEqual(['chrome'])
})

// INIT-211
test('a learner is offered the other browsers of the same system, and the versions of the same browser', () => {
  const entries = [
    entry('edge', { os: ['macOS'] }),
    entry('firefox', { os: [' WINDOWS ', 'Linux'] }),
    entry('opera', { os: [] }),
    entry('safari', { displayInOthers: false }),
    entry('chrome', { os: ['windows'], include: ['>120'], versions: ['!121'] }),
    entry('chrome', { os: ['macOS'], include: ['>130'] }),
  ]
  const offeredTo = (agent: string, list = entries) => {
    const { own, others } = offeredBrowsers(detectBrowser(agent), list)
    return { own, others: others.map(({ name }) => name) }
  }
  expect(offeredTo(agents.chrome)).toEqual({ own: { include: ['>120'], exclude: ['121'] }, others: ['firefox', 'opera'] })
  expect(offeredTo(agents.safari)).toEqual({ own: { include: [], exclude: [] }, others: ['chrome', 'edge', 'opera'] })
  expect(offeredTo(agents.firefox)).toEqual({ own: { include: [], exclude: [] }, others: ['opera'] })
  expect(offeredTo(agents.firefox, entries.slice(2))).toEqual({ own: undefined, others: ['opera'] })
  const alone = [entry('firefox'), entry('chrome', { displayOthers: false, include: ['>120'] })]
  expect(offeredTo(agents.chrome, alone)).toEqual({ own: { include: ['>120'], exclude: [] }, others: [] })
})

// INIT-242
test('a version that a rule rules out stays out, whatever other rule lets it in', () => {
  expect(isChromeSupported({ include: ['>100', '!118'] })).toBe(false)
  expect(isChromeSupported({ include: ['>100', '!119'] })).toBe(true)
  expect(isChromeSupported({ include: ['!117'] })).toBe(true)
})

test('a mistyped rule shuts nobody out', () => {
  for (const rule of ['latest', '>', '', '==118', '> abc', '*']) {
    expect(isChromeSupported({ include: [rule] }), rule).toBe(true)
    expect(isChromeSupported({ exclude: [rule] }), rule).toBe(true)
  }
  expect(isChromeSupported({ include: ['latest', '<50'] })).toBe(false)
})

test('Safari on an iPad is its own kind where the list knows that kind, else it is Safari', () => {
  const iPad = detectBrowser(agents.ios)
  expect(isSupported(iPad, [entry('safari', { include: ['>15'] })])).toBe(true)
  expect(isSupported(iPad, [entry('safari', { include: ['>15'] }), entry('ios', { include: ['>17'] })])).toBe(false)
  expect(isSupported(detectBrowser(agents.safari), [entry('ios')])).toBe(false)
})
