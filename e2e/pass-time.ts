import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Lets the page's clock run until something shows, however much of its time has gone by already. Time that the server has to believe in passes
 * there first (`sitwell.letPass`). A clock that was moved far has cut requests and connections off: timers of the page send what waits, and those
 * of a moved clock come only as it moves on.
 */
export const runUntilShown = (page: Page, shown: Locator, stepMs = 1000): Promise<void> =>
  expect(async () => {
    await page.clock.runFor(stepMs)
    await expect(shown).toBeVisible({ timeout: 100 })
  }).toPass({ intervals: [100] })

/**
 * Stops the page's clock: from here on only the test lets time pass. The moment is the page's own, whose clock is not that of the test, and `aheadMs`
 * ahead of it, because a clock can't be stopped in the past. The page jumps there, so what watches over shorter times needs a shorter jump.
 */
export const holdClock = async (page: Page, aheadMs = 10_000): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + aheadMs)
