import type { Browser } from '@playwright/test'

/** Bytes that come over the wire until the sign-in page stands, as a browser with an empty cache counts them. */
export async function measurePageWeight(browser: Browser, address: string): Promise<{ bytes: number; requests: number }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  let bytes = 0
  let requests = 0
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  await context.close()
  return { bytes, requests }
}
