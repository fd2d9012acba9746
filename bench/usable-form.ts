import type { Browser, Page } from '@playwright/test'

/** A school's line and an old laptop. */
export const slowLine = { megabits: 1.6, roundTripMs: 150, slowdown: 4 } as const

export interface FormFigure {
  firstPaintMs: number
  usableMs: number
  /** The same page once more, with what the browser has kept. */
  againMs: number
}

const rounds = 5

/** Milliseconds from the navigation to the first paint, and to a sign-in form that keeps a typed letter; the median of five. */
export async function measureUsableForm(browser: Browser, address: string): Promise<FormFigure> {
  const figures: FormFigure[] = []
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Network.enable')
    const bytesPerSecond = (slowLine.megabits * 1_000_000) / 8
    await devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slowLine.roundTripMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowLine.slowdown })
    const usableMs = await openForm(page, address)
    const firstPaintMs = await page.evaluate(
      () => performance.getEntriesByType('paint').find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0,
    )
    figures.push({ firstPaintMs, usableMs, againMs: await openForm(page, address) })
    await context.close()
  }
  const median = (of: (figure: FormFigure) => number) => figures.map(of).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
  return {
    firstPaintMs: median((figure) => figure.firstPaintMs),
    usableMs: median((figure) => figure.usableMs),
    againMs: median((figure) => figure.againMs),
  }
}

async function openForm(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  const field = page.locator('input[name="username"]')
  await field.pressSequentially('a')
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name="username"]')?.value === 'a')
  return page.evaluate(() => performance.now())
}
