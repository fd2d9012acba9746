import type { Page } from '@playwright/test'

/** Notes every script that ran and every request that left for elsewhere. */
export const watch = async (page: Page, origin: string) => {
  const left: string[] = []
  await page.addInitScript(() => {
    const ran: string[] = []
    const note = (what: unknown) => void ran.push(String(what))
    Object.assign(window, { ran, hurt: note, alert: note, confirm: note, prompt: note, print: note })
  })
  await page.route(
    (url) => url.protocol.startsWith('http') && url.origin !== origin,
    (route) => {
      left.push(route.request().url())
      return route.abort()
    },
  )
  page.on('popup', (popup) => left.push(`a window: ${popup.url()}`))
  return { left, ran: () => page.evaluate(() => (window as unknown as { ran: string[] }).ran) }
}
