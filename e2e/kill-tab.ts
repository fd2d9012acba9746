import type { Page } from '@playwright/test'

/** The tab dies: no event runs in it any more once this resolves, and no lock is held. A visit to `chrome://crash` comes back before. */
export const killTab = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const gone = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => {})
  await gone
  await page.close()
}
