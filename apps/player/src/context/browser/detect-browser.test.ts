import fc from 'fast-check'
import { expect, test } from 'vitest'
import { browserNames, detectBrowser } from './detect-browser.ts'

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
  ios: 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
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

test.each([
  [
    'a page of a plain app on an iPhone, at the version of its system',
    'ios',
    '16.6',
    agents.ios.replace(/Version.*?Mobile/, 'Mobile').replace(/ Safari.*/, ''),
  ],
  [
    'a page of a plain app on Android',
    'chrome',
    '118.0.0.0',
    'Mozilla/5.0 (Linux; Android 13; Pixel 7; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/118.0.0.0 Mobile Safari/537.36',
  ],
  ['Chrome without a window', 'chrome', '118.0.5993.70', agents.chrome.replace('Chrome', 'HeadlessChrome')],
  ['Chrome in a desktop that a proxy wrote pluses into', 'chrome', '118.0.5993.70', agents.chrome.replaceAll(' ', '+')],
  [
    'Internet Explorer 11 in its compatibility view',
    'ie',
    '11.0',
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0C)',
  ],
  ['an Opera whose version froze', 'opera', '12.16', 'Opera/9.80 (X11; Linux x86_64) Presto/2.12.388 Version/12.16'],
])('%s is %s %s', (_, name, version, agent) => {
  expect(detectBrowser(agent)).toMatchObject({ name, version })
})

test.each([
  ['Brave', `${agents.chrome} Brave/117.1.4577.63`],
  ['Samsung Internet', agents.chrome.replace('Chrome/', 'SamsungBrowser/23.0 Chrome/')],
  [
    'the pages inside Facebook',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/438.0]',
  ],
  [
    'the pages inside Instagram',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 142.0.0.22.109 (iPhone12,5)',
  ],
  ['the Google app', agents.ios.replace('Version/16.6', 'GSA/285.0')],
  ['Waterfox', `${agents.firefox} Waterfox/115.1`],
  ['Electron', agents.chrome.replace('Safari/', 'Electron/27.0.0 Safari/')],
  ['a crawler', 'Mozilla/5.0 (compatible; MSIE 6.0; Windows NT 5.1; Infocrawler)'],
  ['Opera Mini', 'Opera/9.80 (Android; Opera Mini/7.6.35766/35.5706; U; en) Presto/2.8.119 Version/11.10'],
  ['something that is no browser', 'curl/8.4.0'],
])('%s is none of the browsers that it is built on', (_, agent) => {
  expect(browserNames).not.toContain(detectBrowser(agent).name)
})

// INIT-244 START-161
test('Safe Exam Browser is known by its token, old and new, on every system', () => {
  for (const token of ['SEB/2.4', 'SEB/3.7', 'SEB', 'SEB_iOS/3.3', 'SafeExamBrowser/3.4'])
    expect(detectBrowser(`${agents.chrome} ${token}`).isSafeExamBrowser, token).toBe(true)
  for (const other of [agents.chrome, `${agents.chrome} SEBring/1.0`, `${agents.chrome} WebSEB/1`])
    expect(detectBrowser(other).isSafeExamBrowser, other).toBe(false)
})

test('whatever a browser calls itself, it is read without a mistake and without a long name', () => {
  const parts = fc.constantFrom(
    'Mozilla/5.0',
    '(',
    ')',
    'Chrome/',
    'Safari/1',
    'Firefox',
    'iPhone',
    ';',
    '/',
    ' ',
    '+',
    'Opera Mini/',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.array(parts, { maxLength: 60 }).map((all) => all.join('')),
      ),
      (agent) => {
        const { name, version } = detectBrowser(agent)
        expect(name.length).toBeLessThanOrEqual(300)
        expect(version).toMatch(/^\S*$/)
      },
    ),
  )
  expect(detectBrowser('('.repeat(1_000_000)).name).toBe('')
})
