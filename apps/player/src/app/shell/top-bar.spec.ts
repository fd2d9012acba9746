import type { Page } from '@playwright/test'
import { expect, organisation, signIn, test } from '../../../../../e2e/fixtures.ts'

/** Opens a page with the session that the tab has, by a launch address with other settings. */
const launchWith = async (page: Page, changed: Record<string, unknown>) => {
  const [user, client, token, settings] = await page.evaluate(() =>
    ['user', 'client', 'tokens', 'settings'].map((name) => JSON.parse(sessionStorage.getItem(`sitwell.${name}`) ?? '').value),
  )
  const x = JSON.stringify({ user, client, token, settings: { ...settings, ...changed } })
  await page.goto(`/schedules?x=${encodeURIComponent(x)}`)
  await page.getByTestId('schedule').waitFor()
}

// BAR-105 BAR-306
test('the P marker shows while proctoring is active and debugged, and not with one of them alone', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  const marker = page.getByRole('banner').getByText('P', { exact: true })
  await expect(marker).toBeHidden()
  await launchWith(page, { proctoringActive: true })
  await expect(marker).toBeHidden()
  await launchWith(page, { proctoringActive: false, proctoringDebug: true })
  await expect(marker).toBeHidden()
  await launchWith(page, { proctoringActive: true, proctoringDebug: true })
  await expect(marker).toBeVisible()
})

// BAR-102 BAR-303
test('while a page loads its title is followed by 0 to 3 dots, one more each 250 ms', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  await page.route('**/assessment/**', () => undefined)
  await page.clock.install({ time: 0 })
  await page.reload()
  const title = page.getByRole('banner').getByText(/^Your schedule\.*$/)
  await title.waitFor()
  await page.clock.pauseAt(3_600_000)
  const dots: number[] = []
  for (let step = 0; step < 5; step += 1) {
    dots.push(((await title.textContent()) ?? '').replace('Your schedule', '').length)
    await page.clock.runFor(250)
  }
  expect(dots.map((count) => (count - (dots[0] ?? 0) + 4) % 4)).toEqual([0, 1, 2, 3, 0])
  expect(Math.max(...dots)).toBe(3)
})
