import type { SupportedBrowser } from '@sitwell/contract'
import { lazy } from 'react'

const load = () => import('./unsupported-browser.tsx')

/** Hardly anybody sees it. */
export const LazyUnsupportedBrowser = lazy(load)

/** Whether a list names this browser. Where it doesn't, the page that says so is there by then. */
export const isBrowserListed = async (userAgent: string, list: readonly SupportedBrowser[]): Promise<boolean> => {
  const [{ isSupported }, { detectBrowser }] = await Promise.all([
    import('../../../context/browser/browser-support.ts'),
    import('../../../context/browser/detect-browser.ts'),
  ])
  const isListed = isSupported(detectBrowser(userAgent), list)
  if (!isListed) await load()
  return isListed
}
