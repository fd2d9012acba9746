import bowser from 'bowser'

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
  /** For people: `Chrome`. */
  readonly display: string
  /** Dotted, as `118.0.5993.70`; empty where it says none. */
  readonly version: string
  readonly os: string
  readonly isChromeOs: boolean
  readonly isSafeExamBrowser: boolean
  readonly userAgent: string
}

/** Tokens of a user agent that name a browser more exactly than its family does; the version follows the slash. */
const tokens: readonly (readonly [pattern: RegExp, name: BrowserName])[] = [
  [/\bAOL[\s/]([\d.]+)/i, 'aol'],
  [/\bCriOS\/([\d.]+)/, 'crios'],
  [/\bFxiOS\/([\d.]+)/, 'fxios'],
  [/\b(?:EdgiOS|EdgA|Edg)\/([\d.]+)/, 'edge-chromium'],
  [/\bEdge\/([\d.]+)/, 'edge'],
  [/\b(?:OPR|Opera|OPiOS)[\s/]([\d.]+)/, 'opera'],
]

const families: Readonly<Record<string, BrowserName>> = {
  Chrome: 'chrome',
  Chromium: 'chrome',
  Firefox: 'firefox',
  'Internet Explorer': 'ie',
  Safari: 'safari',
  Opera: 'opera',
}

/** Which browser this is, from its user agent. */
export const detectBrowser = (userAgent: string): DetectedBrowser => {
  // The parser refuses an empty text; a browser that says nothing is unknown.
  const found = bowser.getParser(userAgent === '' ? ' ' : userAgent).getResult()
  const family = found.browser.name ?? ''
  const os = found.os.name ?? ''
  const token = tokens
    .map(([pattern, name]) => ({ name, version: pattern.exec(userAgent)?.[1] }))
    .find(({ version }) => version !== undefined)
  // On an iPhone or iPad a page in an app of its own calls itself neither Safari nor anything else.
  const name = token?.name ?? (os === 'iOS' && !/Safari\//.test(userAgent) ? 'ios' : (families[family] ?? family.toLowerCase()))
  return {
    name,
    display: family,
    version: token?.version ?? found.browser.version ?? '',
    os,
    isChromeOs: os === 'Chrome OS' || /\bCrOS\b/.test(userAgent),
    isSafeExamBrowser: /\bSEB\b/.test(userAgent),
    userAgent,
  }
}
