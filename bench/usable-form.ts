import type { Browser, Page } from '@playwright/test'

/** A school's line and an old laptop. */
export const slowLine = { megabits: 1.6, roundTripMs: 150, slowdown: 4 } as const

export interface FormFigure {
  firstPaintMs: number
  /** A form that has been painted keeps a typed letter. */
  usableMs: number
  /** The player's own has taken the place of the one that the page was served with: what is typed can be sent. */
  readyMs: number
  /** `readyMs` of the same page again, with what the browser has kept. */
  againMs: number
}

const rounds = 5

/** Milliseconds from the navigation to what is to be seen and done of a sign-in form; the median of five. */
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
    const first = await openForm(page, address)
    figures.push({ ...first, againMs: (await openForm(page, address)).readyMs })
    await context.close()
  }
  const median = (of: (figure: FormFigure) => number) => figures.map(of).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
  return {
    firstPaintMs: median((figure) => figure.firstPaintMs),
    usableMs: median((figure) => figure.usableMs),
    readyMs: median((figure) => figure.readyMs),
    againMs: median((figure) => figure.againMs),
  }
}

async function openForm(page: Page, address: string): Promise<Omit<FormFigure, 'againMs'>> {
  await page.goto(address, { waitUntil: 'commit' })
  const field = page.locator('input[name="username"]')
  await field.pressSequentially('a')
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name="username"]')?.value === 'a')
  const typedMs = await page.evaluate(() => performance.now())
  await page.waitForFunction(() => document.getElementById('served') === null)
  const readyMs = await page.evaluate(() => performance.now())
  const firstPaintMs = await page.evaluate(
    () => performance.getEntriesByType('paint').find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0,
  )
  return { firstPaintMs, usableMs: Math.max(typedMs, firstPaintMs), readyMs }
}
