import type { Page } from '@playwright/test'
import { enterExam, expect, test, type World } from '../../../../e2e/fixtures.ts'
import {
  ageOf,
  arrangeLive,
  blindNote,
  cutNetwork,
  holdView,
  letViewReturn,
  livePathOf,
  type Outage,
  openLive,
  rowOf,
} from '../../../../e2e/office-live.ts'
import { signInToOffice } from '../../../../e2e/office-people.ts'
import { holdClock, runUntilShown } from '../../../../e2e/pass-time.ts'

/** All that the office asks while it shows a live view. */
const everything = /office\/api\/live/
const daySeconds = 86_400
const clockOf = (atMs: number) => new Date(atMs).toLocaleTimeString('en-GB', { timeZone: 'Europe/London', hourCycle: 'h23' })

/** The seconds from one time of day to a later one, across midnight too: negative if the second one came up to twelve hours earlier. */
const secondsFrom = (earlier: string, later: string): number => {
  const secondOf = (clock: string) => clock.split(':').reduce((sum, digits) => sum * 60 + Number(digits), 0)
  const between = (secondOf(later) - secondOf(earlier) + daySeconds) % daySeconds
  return between > daySeconds / 2 ? between - daySeconds : between
}

/** Opens a live view with one learner at work, whose page's clock only the test moves from here on. */
const openHeld = async (page: Page, world: World) => {
  await page.clock.install()
  await openLive(page, world)
  await expect(rowOf(page, 'Lena Lind')).toContainText('Working')
  await holdView(page)
}

/** Within five seconds of the page's clock the view says that it is blind, and shows nothing as later than the moment at which the network went. */
const expectBlind = async (page: Page, cutMs: number) => {
  await page.clock.runFor(5000)
  await expect(blindNote(page)).toBeVisible()
  await expect(ageOf(page)).toHaveAttribute('data-age', 'blind')
  const since = /since (\d\d:\d\d:\d\d)/.exec((await blindNote(page).textContent()) ?? '')?.[1] ?? ''
  expect(secondsFrom(since, clockOf(cutMs))).toBeGreaterThanOrEqual(0)
  const row = rowOf(page, 'Lena Lind')
  await expect(row).toContainText('Then: Working')
  await expect(row).not.toContainText('ago')
  for (const [time] of ((await row.textContent()) ?? '').matchAll(/\d\d:\d\d:\d\d/g))
    expect(secondsFrom(time, since)).toBeGreaterThanOrEqual(0)
  // Nothing is counted on while it is blind.
  const before = await row.textContent()
  await page.clock.fastForward(120_000)
  await expect(row).toHaveText(before ?? '')
}

const expectLiveAgain = async (page: Page) => {
  await letViewReturn(page)
  await expect(blindNote(page)).toHaveCount(0)
  await expect(rowOf(page, 'Lena Lind')).not.toContainText('Then:')
}

test.describe('one learner at work', () => {
  let world: World
  let learner: Page
  test.beforeEach(async ({ sitwell, browser }) => {
    world = await arrangeLive(sitwell)
    learner = await (await browser.newContext()).newPage()
    await enterExam(learner, world)
  })
  test.afterEach(() => learner.context().close())

  for (const [outage, how] of [
    ['refused', 'refuses'],
    ['swallowed', 'swallows'],
    ['cut', 'breaks off'],
    ['proxy', 'answers in place of the server'],
  ] as const satisfies readonly (readonly [Outage, string])[]) {
    // OFFICE-108
    test(`a network that ${how} after the first reply: blind within five seconds, and live again by itself`, async ({
      page,
    }) => {
      await openHeld(page, world)
      const cutMs = Date.now()
      const restore = await cutNetwork(page, outage)
      await expectBlind(page, cutMs)
      await restore()
      await expectLiveAgain(page)
    })
  }

  // OFFICE-108
  test('the browser goes offline while a request waits at the server', async ({ page, sitwell }) => {
    await openHeld(page, world)
    let isAsked = false
    page.on('request', (request) => {
      isAsked ||= /office\/api\/live\?.*waitMs/.test(request.url())
    })
    await expect(async () => {
      await page.clock.runFor(250)
      expect(isAsked).toBe(true)
    }).toPass({ intervals: [100] })
    const cutMs = Date.now()
    await sitwell.goOffline(page)
    await expectBlind(page, cutMs)
    await sitwell.goOnline(page)
    await expectLiveAgain(page)
  })

  // OFFICE-108
  test('the network goes again while the view is reconnecting', async ({ page }) => {
    await openHeld(page, world)
    let restore = await cutNetwork(page, 'refused')
    await expectBlind(page, Date.now())
    await restore()
    await letViewReturn(page)
    const cutMs = Date.now()
    restore = await cutNetwork(page, 'swallowed')
    await expectBlind(page, cutMs)
    await restore()
    await expectLiveAgain(page)
  })

  // OFFICE-108
  test('a phone that sleeps for ten minutes shows nothing as fresh when it wakes', async ({ page }) => {
    await openHeld(page, world)
    const restore = await cutNetwork(page, 'swallowed')
    // A sleep lets each timer come once, late.
    await page.clock.fastForward(600_000)
    await expect(blindNote(page)).toBeVisible()
    await expect(rowOf(page, 'Lena Lind')).not.toContainText('ago')
    await restore()
    await expectLiveAgain(page)
  })

  // OFFICE-108
  test('a dialog that asks whom an act would concern says that it can’t, and the view that it is blind', async ({ page }) => {
    await openHeld(page, world)
    await page.getByRole('link', { name: 'Lena Lind' }).click()
    const restore = await cutNetwork(page, 'refused', everything)
    await page.getByRole('region', { name: 'Lena Lind' }).getByRole('button', { name: 'Pause…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pause: Lena Lind' })
    await page.clock.runFor(5000)
    await runUntilShown(page, dialog.getByRole('button', { name: 'Try again' }))
    await runUntilShown(page, dialog.getByText(/Not connected since/))
    await restore()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await runUntilShown(page, dialog.getByText('1 person will be affected.'))
  })

  // OFFICE-106 OFFICE-108
  test('an action that never left is known not to be, and sent again is done once', async ({ page }) => {
    await openHeld(page, world)
    await page.getByRole('link', { name: 'Lena Lind' }).click()
    const panel = page.getByRole('region', { name: 'Lena Lind' })
    await panel.getByRole('button', { name: 'Add time…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add time: Lena Lind' })
    await dialog.getByRole('textbox', { name: 'Minutes' }).fill('5')
    await runUntilShown(page, dialog.getByText('1 person will be affected.'))
    const cutMs = Date.now()
    const restore = await cutNetwork(page, 'refused', everything)
    await dialog.getByRole('button', { name: 'Add time: 1 person' }).click()
    await runUntilShown(page, dialog.getByRole('button', { name: 'Send again' }))
    await expect(dialog.getByRole('alert').filter({ hasText: 'it isn’t known whether this was done' })).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Minutes' })).toBeDisabled()
    await runUntilShown(page, dialog.getByText(/Not connected since/))
    expect(clockOf(cutMs)).toMatch(/^\d\d:/)
    await restore()
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await runUntilShown(page, page.getByRole('status').filter({ hasText: 'Add time: sent for 1 person.' }))
    await expectLiveAgain(page)
    await runUntilShown(page, panel.getByText('+5 min'))
    await expect(panel.getByText('+5 min')).toHaveCount(1)
  })
})

// OFFICE-108
test('a network that is gone before the view opens: it says within five seconds that it waits, and opens by itself', async ({
  page,
  sitwell,
}) => {
  const world = await arrangeLive(sitwell)
  await page.clock.install()
  await signInToOffice(page, world, '/my-sign-ins')
  const restore = await cutNetwork(page, 'swallowed')
  await page.goto(`/office${livePathOf(world)}`)
  await expect(ageOf(page)).toHaveAttribute('data-age', 'loading')
  await holdClock(page)
  await page.clock.runFor(5000)
  await expect(page.getByRole('alert').filter({ hasText: 'The server has not answered yet.' })).toBeVisible()
  await restore()
  await runUntilShown(page, rowOf(page, 'Lena Lind'))
  await expect(ageOf(page)).toHaveAttribute('data-age', 'live')
})
