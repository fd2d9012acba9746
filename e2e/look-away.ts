import type { Page } from '@playwright/test'

/** Looks at another tab and comes back, which sends at once what else waits for half a minute. */
export const lookAway = (page: Page) =>
  page.evaluate(() => {
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
  })
