import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first is the same browser without a window's parts, at two thirds of the cost. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** The machine's own Chromium, by PATH or CHROMIUM_PATH; Playwright's own build isn't downloaded. */
export function chromiumPath(): string {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name)
      if (isExecutable(path)) return path
    }
  }
  throw new Error('No Chromium found. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** What Playwright switches off itself. Chromium hears only the last of several such lists, so ours has to say these again. */
const switchedOffByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Parts of the window around a page, web pages themselves: each new window loads them again, at more cost than most tests' own page. */
const pagesOfTheWindow = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'PreloadTopChromeWebUILessNavigations',
  'InitialWebUI',
  'SpareRendererForSitePerProcess',
]

/** Keeps Chromium from what no test needs, and from calling its maker at every start, which a closed network refuses many times a second. */
export function chromiumFlags(): string[] {
  const flags = [
    `--disable-features=${[...switchedOffByPlaywright, ...pagesOfTheWindow].join(',')}`,
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  // Chromium refuses to run its sandbox as root.
  return process.getuid?.() === 0 ? [...flags, '--no-sandbox'] : flags
}

/** Keeps every page of a browser context in one process, which has compiled the player after the first: to do so costs more than the rest of most tests. */
export const oneProcessFlags = ['--disable-site-isolation-trials', '--renderer-process-limit=1']
