import { fileURLToPath } from 'node:url'
import type { Browser, CDPSession, Page } from '@playwright/test'
import buildComponentPages from '../e2e/build-component-pages.ts'
import { openTable } from '../e2e/open-table.ts'
import { serveFolder } from '../e2e/serve-folder.ts'
import { threadTimes } from './thread-time.ts'

const componentPages = fileURLToPath(new URL('../node_modules/.sitwell-component-pages', import.meta.url))

const rows = 2000
/** Turns of the wheel, about one each frame: of a hand that reads on, and of one that is through the table within three seconds. In pixels each. */
const wheels = { slowly: { turns: 150, px: 120 }, fast: { turns: 150, px: 400 } } as const
const [updates, warmUps] = [25, 5]
/** A live table shows four updates a second at most. */
const betweenUpdatesMs = 300

/** Frames of a table, each in milliseconds that the page's main thread worked for it, and from one to the next. */
export interface ScrolledFrames {
  readonly workMs: readonly number[]
  readonly gapsMs: readonly number[]
}

/** The differences of what is behind marks `NAME 0`, `NAME 1` and so on. */
const between = (times: ReadonlyMap<string, number>, name: string): number[] => {
  const found: number[] = []
  for (let at = 1; times.has(`${name} ${at}`); at += 1)
    found.push((times.get(`${name} ${at}`) ?? 0) - (times.get(`${name} ${at - 1}`) ?? 0))
  return found
}

async function scroll(page: Page, devTools: CDPSession, { turns, px }: { turns: number; px: number }): Promise<ScrolledFrames> {
  const table = page.getByRole('table').locator('..')
  await table.hover()
  await table.evaluate((element) => element.scrollTo(0, 0))
  let gapsMs: readonly number[] = []
  const times = await threadTimes(devTools, async () => {
    const recorded = page.evaluate(async () => {
      const state = window as unknown as { isScrolled?: boolean }
      const gaps: number[] = []
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      for (let at = 0, last = await frame(); !state.isScrolled; at += 1) {
        performance.mark(`frame ${at}`)
        const now = await frame()
        gaps.push(now - last)
        last = now
      }
      delete state.isScrolled
      return gaps
    })
    for (let turn = 0; turn < turns; turn += 1) await page.mouse.wheel(0, px)
    await page.evaluate(() => Object.assign(window, { isScrolled: true }))
    gapsMs = await recorded
  })
  return { workMs: between(times, 'frame'), gapsMs }
}

/** What the main thread works for an update that changes every row of a live table, from the update to the painted rows (ms). */
async function update(page: Page, devTools: CDPSession): Promise<number[]> {
  const times = await threadTimes(devTools, () =>
    page.evaluate(
      async ([count, pauseMs]) => {
        for (let at = 0; at < count; at += 1) {
          const live = window.liveTable
          if (live === undefined) throw new Error('There is no live table.')
          const changed = live.rows().rows.map((row) => ({ ...row, extra: (row.extra ?? 0) + 1 }))
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
          performance.mark(`update ${2 * at}`)
          live.update({ changed })
          await new Promise(requestAnimationFrame)
          // Behind the frame that shows it.
          await new Promise((resolve) => setTimeout(resolve, 50))
          performance.mark(`update ${2 * at + 1}`)
        }
      },
      [updates, betweenUpdatesMs] as const,
    ),
  )
  return between(times, 'update').filter((_, at) => at % 2 === 0)
}

/** Scrolls the office's table of 2,000 rows by the wheel, and updates a live one of as many. */
export async function measureTable(browser: Browser) {
  buildComponentPages()
  const served = await serveFolder(componentPages)
  try {
    const page = await browser.newPage({ baseURL: served.origin, viewport: { width: 1440, height: 900 } })
    const devTools = await page.context().newCDPSession(page)
    await openTable(page, { people: rows, pageSize: rows })
    // The first turns are for the browser to compile what scrolls.
    await scroll(page, devTools, wheels.slowly)
    const slowly = await scroll(page, devTools, wheels.slowly)
    const fast = await scroll(page, devTools, wheels.fast)
    await openTable(page, { people: rows, isLive: true })
    const updateMs = (await update(page, devTools)).slice(warmUps)
    await page.close()
    return { rows, slowly, fast, updateMs }
  } finally {
    await served.stop()
  }
}
