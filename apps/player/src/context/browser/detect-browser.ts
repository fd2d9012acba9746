import bowser from 'bowser'
import { foreignProduct } from './foreign-product.ts'
import { saysSafeExamBrowser } from './safe-exam-browser.ts'

/** The names that the rules are written with (spec 1 §3). */
export const browserNames = [
  'aol',
  'edge',
  'edge-chromium',
  'chrome',
  'firefox',
  'fxios',
  'crios',
  'ie',
  'safari',
  'ios',
  'opera',
] as const
export type BrowserName = (typeof browserNames)[number]

export interface DetectedBrowser {
  /** A {@link BrowserName}, or the name that an unknown browser gives itself, in lower case. */
  readonly name: string
  /** For people: `Chrome`; empty if it says none. */
  readonly display: string
  /** Dotted, as `118.0.5993.70`; empty if it says none. */
  readonly version: string
  readonly os: string
  readonly isChromeOs: boolean
  readonly isSafeExamBrowser: boolean
  readonly userAgent: string
}

type Found = Pick<DetectedBrowser, 'name' | 'display' | 'version'>

const displays: Readonly<Record<BrowserName, string>> = {
  aol: 'AOL',
  edge: 'Microsoft Edge',
  'edge-chromium': 'Microsoft Edge',
  chrome: 'Chrome',
  firefox: 'Firefox',
  fxios: 'Firefox',
  crios: 'Chrome',
  ie: 'Internet Explorer',
  safari: 'Safari',
  ios: 'Safari',
  opera: 'Opera',
}

/** Tokens of a user agent that name a browser more exactly than its family does; the version follows. */
const tokens: readonly (readonly [pattern: RegExp, name: BrowserName])[] = [
  [/\b(?:AOL|ADG|AOLShield)[\s/]([\d.]+)/i, 'aol'],
  [/\bCriOS\/([\d.]+)/, 'crios'],
  [/\bFxiOS\/([\d.]+)/, 'fxios'],
  [/\b(?:EdgiOS|EdgA|Edg)\/([\d.]+)/, 'edge-chromium'],
  [/\bEdge\/([\d.]+)/, 'edge'],
  [/\b(?:OPR|OPiOS)\/([\d.]+)/, 'opera'],
  // Its own version froze at 9.80; the true one is at the end.
  [/\bOpera\/[\d.]+ .*\bVersion\/([\d.]+)/, 'opera'],
  [/\bOpera[\s/]([\d.]+)/, 'opera'],
  [/\bIEMobile[\s/]([\d.]+)/, 'ie'],
]

const families: Readonly<Record<string, BrowserName>> = {
  Chrome: 'chrome',
  Chromium: 'chrome',
  Firefox: 'firefox',
  'Internet Explorer': 'ie',
  Safari: 'safari',
}

/** Programs that read the web without anybody in front of them; a Cubot is a telephone. */
const robot = /(?<!cu)bot\b|crawl|spider|slurp|https?:\/\//i

/** In its compatibility view Internet Explorer calls itself 7; its engine tells which one it is. */
const explorerVersion = (userAgent: string, version: string): string => {
  const engine = Number(/\bTrident\/(\d+)/.exec(userAgent)?.[1] ?? 0)
  return version.startsWith('7.') && engine >= 4 ? `${Math.min(engine + 4, 11)}.0` : version
}

const named = (name: BrowserName, version: string): Found => ({ name, display: displays[name], version })
const stranger = (display: string, version: string): Found => ({
  name: display.trim().toLowerCase(),
  display: display.trim(),
  version: /^\s*v?(\d[\w.+-]*)/.exec(version)?.[1] ?? '',
})

const unknown: Found = { name: '', display: '', version: '' }

/** The parser's name where it knows none is whatever stood before the last slash. */
const isName = /^[^()/;]{1,40}$/

const foreignStranger = (userAgent: string, from: number): Found | undefined => {
  const foreign = foreignProduct(userAgent, from)
  return foreign === undefined ? undefined : stranger(foreign.display, foreign.version)
}

/** A browser whose own token says who it is, whatever family it counts itself to. */
const byToken = (userAgent: string): Found | undefined => {
  if (/\bOpera Mini\//.test(userAgent))
    return stranger('Opera Mini', /Opera Mini\/(?:\D+\/)?([\d.]+)/.exec(userAgent)?.[1] ?? '')
  for (const [pattern, name] of tokens) {
    const found = pattern.exec(userAgent)?.[1]
    if (found !== undefined) return named(name, found)
  }
  return undefined
}

/** The version of Firefox, where the parser finds none. */
const firefoxVersion = (userAgent: string) => /Firefox\D*[\d.]*\/?([\d.]+)/.exec(userAgent)?.[1] ?? ''

/** A page in its own app says no version of Safari; its engine is the system's. */
const safari = (version: string, os: bowser.Parser.Details) =>
  os.name === 'iOS' ? named('ios', version || (os.version ?? '')) : named('safari', version)

const nameOf = (userAgent: string, { browser, os }: bowser.Parser.ParsedResult): Found => {
  const { name: family = '', version = '' } = browser
  const bySelf = byToken(userAgent)
  if (bySelf) return bySelf
  const known = families[family]
  if (known === undefined) return isName.test(family) ? stranger(family, version) : (foreignStranger(userAgent, 0) ?? unknown)
  if (robot.test(userAgent)) return stranger('Robot', '')
  if (known === 'ie') return named('ie', explorerVersion(userAgent, version))
  // OpenHarmony's own browser is the system's Chrome.
  const isOpenHarmony = /\bArkWeb\//.test(userAgent)
  const foreign = foreignStranger(userAgent, known === 'firefox' ? userAgent.indexOf('Firefox') : 0)
  if (foreign !== undefined && !isOpenHarmony) return foreign
  if (known === 'firefox') return named('firefox', version || firefoxVersion(userAgent))
  return known === 'safari' ? safari(version, os) : named(known, version)
}

/** Longer ones are nobody's; the parser's patterns would take their time over them. */
const longestUserAgent = 2000

/** Which browser this is, from its user agent. */
export const detectBrowser = (userAgent: string): DetectedBrowser => {
  const cut = userAgent.slice(0, longestUserAgent)
  // Some proxies write a plus for every space.
  const text = cut.includes(' ') ? cut : cut.replaceAll('+', ' ')
  // The parser refuses an empty text; a browser that says nothing is unknown.
  const result = bowser.getParser(text === '' ? ' ' : text).getResult()
  const os = result.os.name ?? ''
  return {
    ...nameOf(text, result),
    os,
    isChromeOs: os === 'Chrome OS' || /\bCrOS\b/.test(text),
    isSafeExamBrowser: saysSafeExamBrowser(text),
    userAgent,
  }
}
