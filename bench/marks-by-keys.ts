import type { Browser, CDPSession, Page } from '@playwright/test'
import { openPlace } from '../chaos/place.ts'
import { arriveInOffice } from '../e2e/office.ts'
import { arrangeEssays } from './marking-hall.ts'

/** The figures of a marker who gives marks by keys without a pause. */
interface ScriptedKeys {
  readonly count: number
  /** Milliseconds from the first key to the last response, with the time of the script that presses the keys. */
  readonly allMs: number
  /** Milliseconds for which the page's main thread worked meanwhile. */
  readonly pageMs: number
  /** Milliseconds from Enter to the frame that shows the next response, each, at a quarter of the processor's speed. */
  readonly nextMs: readonly number[]
}

/** Marks of which nothing is counted: their code is compiled. */
const warmUps = 20
const slowed = { times: 60, rate: 4 }

/** Runs in the page: notes when Enter is pressed, and when another response is painted. */
const watchResponses = () => {
  const seen: { shown: string; enterMs: number; nextMs: number[] } = { shown: '', enterMs: 0, nextMs: [] }
  Object.assign(globalThis, { seen })
  addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Enter') seen.enterMs = performance.now()
    },
    true,
  )
  const look = () => {
    const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent?.startsWith('Response '))
    const now = heading?.textContent ?? ''
    if (now === '' || now === seen.shown) return
    const isFirst = seen.shown === ''
    seen.shown = now
    if (!isFirst) requestAnimationFrame(() => setTimeout(() => seen.nextMs.push(performance.now() - seen.enterMs)))
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  look()
}

type Seen = { readonly seen: { readonly shown: string; readonly nextMs: number[] } }

/** Gives a mark, and waits until the next response shows. */
const markByKeys = async (page: Page): Promise<void> => {
  const before = await page.evaluate(() => (globalThis as unknown as Seen).seen.shown)
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await page.waitForFunction((shown) => (globalThis as unknown as Seen).seen.shown !== shown, before, { polling: 'raf' })
}

const workedMs = async (devTools: CDPSession): Promise<number> => {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

const noted = (page: Page) => page.evaluate(() => (globalThis as unknown as Seen).seen.nextMs.splice(0))

/** Marks this many short answers by keys in the office, as the embedded database serves it. */
export const measureScriptedKeys = async (browser: Browser, count = 1000): Promise<ScriptedKeys> => {
  const place = await openPlace({ database: 'sqlite' })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: place.origin })
  try {
    const world = await arrangeEssays(place, { sittings: count + warmUps + slowed.times + 30, markers: 1 })
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    // Counts the time of the main thread, without the work of other processes.
    await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await arriveInOffice(page, world, { as: 'marker-0', at: '/marking' })
    await page.getByRole('link', { name: /^Question/ }).click()
    await page.getByRole('heading', { level: 2, name: /^Response / }).waitFor()
    await page.evaluate(watchResponses)
    for (let at = 0; at < warmUps; at += 1) await markByKeys(page)
    const [from, before] = [performance.now(), await workedMs(devTools)]
    for (let at = 0; at < count; at += 1) await markByKeys(page)
    const [allMs, pageMs] = [performance.now() - from, (await workedMs(devTools)) - before]
    await noted(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowed.rate })
    for (let at = 0; at < slowed.times; at += 1) await markByKeys(page)
    return { count, allMs, pageMs, nextMs: await noted(page) }
  } finally {
    await context.close()
    await place.stop()
  }
}
