import { expect, test } from 'vitest'
import { isSupported, listedBrowsers } from './browser-support.ts'
import { browserNames, detectBrowser } from './detect-browser.ts'
import { meetsRule } from './version-rule.ts'

const agents = {
  chrome: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.5993.70 Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:119.0) Gecko/20100101 Firefox/119.0',
  safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Safari/605.1.15',
  'edge-chromium':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Safari/537.36 Edg/118.0.2088.46',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0.3538.102 Safari/537.36 Edge/18.19042',
  ie: 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
  crios:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/118.0.5993.69 Mobile/15E148 Safari/604.1',
  fxios:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/118.0 Mobile/15E148 Safari/605.1.15',
  ios: 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  opera:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.0.0 Safari/537.36 OPR/103.0.0.0',
  aol: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.0.0 Safari/537.36 AOL/11.0',
} as const

// START-137 CONST-309
test('every browser of the specification is recognised by its name', () => {
  for (const name of browserNames) expect(detectBrowser(agents[name]).name, name).toBe(name)
})

test('the version is the browser’s own, not that of the engine it claims', () => {
  expect(detectBrowser(agents['edge-chromium']).version).toBe('118.0.2088.46')
  expect(detectBrowser(agents.chrome).version).toBe('118.0.5993.70')
  expect(detectBrowser('').version).toBe('')
})

// INIT-239 INIT-240 INIT-241 INIT-242 START-159
test.each([
  ['118', '118.0.5993', true],
  ['=118', '118.0.5993', true],
  ['=118.1', '118.0.5993', false],
  ['>117', '118', true],
  ['>118', '118.5', false],
  ['<118', '117.9', true],
  ['<118', '118.0', false],
  ['!118', '118.3', false],
  ['!118', '119', true],
  ['>=118', '118.0', true],
  ['<= 118', '119', false],
  ['100-118', '118.9', true],
  ['100-118', '99', false],
  ['9', '10', false],
])('the rule %s on version %s answers %s', (rule, version, met) => {
  expect(meetsRule(version, rule)).toBe(met)
})

const list = [
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

// INIT-244 START-161
test('Safe Exam Browser is known by its token and may be used', () => {
  const seb = `${agents.opera} SEB/3.5.0`
  expect(detectBrowser(seb).isSafeExamBrowser).toBe(true)
  expect(isSupported(detectBrowser(seb), list)).toBe(true)
})

// START-115
test('the current browser is listed first, the rest alphabetically', () => {
  expect(listedBrowsers(detectBrowser(agents.safari), list).map((entry) => entry.name)).toEqual(['SAFARI', 'chrome', 'Firefox'])
})
