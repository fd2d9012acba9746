import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type BrowserName, detectBrowser } from './detect-browser.ts'

const data = new URL('../../../../../../shared/data/user-agents/browsers.tsv', import.meta.url)

/** Ours for the sources' names; a name that stands nowhere here is of a browser that we don't name. */
const ours: Readonly<Record<string, readonly BrowserName[]>> = {
  Chrome: ['chrome', 'crios'],
  'Chrome Mobile': ['chrome'],
  'Chrome Mobile WebView': ['chrome'],
  'Chrome Mobile iOS': ['crios'],
  Chromium: ['chrome'],
  HeadlessChrome: ['chrome'],
  Firefox: ['firefox', 'fxios'],
  'Firefox Beta': ['firefox'],
  'Firefox Mobile': ['firefox'],
  'Firefox iOS': ['fxios'],
  'Internet Explorer': ['ie'],
  IE: ['ie'],
  'IE Mobile': ['ie'],
  Safari: ['safari', 'ios'],
  'Mobile Safari': ['ios'],
  'Microsoft Edge': ['edge', 'edge-chromium'],
  Edge: ['edge', 'edge-chromium'],
  'Edge Mobile': ['edge', 'edge-chromium'],
  Opera: ['opera'],
  'Opera Mobile': ['opera'],
  'Opera Tablet': ['opera'],
  AOL: ['aol'],
}
/** A page inside Facebook, a television, two programs that fetch without showing, a newspaper that runs Safari on webOS. */
const notBrowsers = /FBAN|SMART-TV|CFNetwork|Web0S/

test.skipIf(!existsSync(data))('real user agents are recognised at their versions (skipped where the data is absent)', () => {
  const rows = readFileSync(data, 'utf8').trim().split('\n').slice(1)
  let recognised = 0
  for (const row of rows) {
    const [source = '', expected = '', agent = ''] = row.split('\t')
    const names = ours[source]
    const { name, version } = detectBrowser(agent)
    if (names === undefined || notBrowsers.test(agent)) continue
    recognised += 1
    expect(names, agent).toContain(name)
    const digits = expected.split('.').length
    if (expected !== '') expect(version.split('.').slice(0, digits).join('.'), agent).toBe(expected)
  }
  expect(recognised).toBeGreaterThan(150)
})
