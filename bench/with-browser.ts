import { type Browser, chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../e2e/chromium.ts'

/** Starts a browser for a measurement, and closes it behind that. */
export async function withBrowser(use: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags() })
  await use(browser)
  await browser.close()
}
