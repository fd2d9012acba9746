import type { Page } from '@playwright/test'
import { chromiumFlags, chromiumPath, oneProcessFlags } from './chromium.ts'
import { exam, expect, longText, organisation, radio, signIn, test } from './fixtures.ts'
import { amiss, amissOnPage, fontsLoaded } from './geometry.ts'
import { resize } from './settled.ts'

// The browser's own setting for the size of texts, twice what it comes with. Neither a page's zoom nor its style is the same: media queries go by this alone.
const args = [...chromiumFlags(), ...oneProcessFlags, '--blink-settings=defaultFontSize=32']
test.use({ launchOptions: { executablePath: chromiumPath(), args } })

const sizes = [
  [1440, 900],
  [844, 390],
  [390, 844],
  [320, 256],
] as const

const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="120" height="36"/>')}`

/** What is amiss in each window, by `look`. */
const inEachWindow = async (page: Page, look: () => Promise<readonly string[]>) => {
  const wrong: Record<string, readonly string[]> = {}
  for (const [width, height] of sizes) {
    await resize(page, { width, height })
    const found = await look()
    if (found.length > 0) wrong[`${width}×${height}`] = found
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${await page.title()}-${width}x${height}.png` })
  }
  return wrong
}

/** What is unreadable of the clock: cut, over lines, beside the window, or as small as without the setting. */
const amissOfClock = (page: Page) =>
  page.getByRole('timer').evaluate((clock) => {
    const reading = clock.querySelector('span')
    const box = clock.getBoundingClientRect()
    const range = document.createRange()
    range.selectNodeContents(reading ?? clock)
    const [line, ...others] = [...range.getClientRects()]
    if (!reading || !line) return ['the clock says nothing']
    const found = others.length > 0 ? ['the clock is over several lines'] : []
    if (line.left < box.left - 1 || line.right > box.right + 1 || line.right > innerWidth) found.push('the clock is cut')
    if (line.top < 0 || line.bottom > box.bottom + 1) found.push('the clock is too high')
    if (Number.parseFloat(getComputedStyle(reading).fontSize) < 24) found.push('the clock is small')
    return found
  })

test('with texts of twice the size by the browser’s own setting the clock is readable, and all that is pressed is in reach and apart', async ({
  page,
  sitwell,
}) => {
  const questions = [
    radio('Where do you send them?', ['Hall', 'Shop'], 1, { requiresCalculator: true }),
    longText('Why?', { requiresWorkings: true }),
  ]
  const scenarioText = '<p>The museum has one floor. Groups come in by the main door.</p>'.repeat(8)
  const world = await sitwell.arrange(
    organisation({
      organisation: { appBarLogo: logo },
      exams: [
        exam({
          name: 'Visitor Services, Level 2',
          settings: { examTime: 10_860 },
          sections: [{ name: 'Before you open', scenarioText, questions }],
        }),
      ],
    }),
  )
  await page.goto(world.loginPath)
  await expect(page.locator('#served')).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await fontsLoaded(page)
  expect(await inEachWindow(page, () => amissOnPage(page))).toEqual({})

  await signIn(page, world)
  await page.getByTestId('schedule').waitFor()
  expect(await inEachWindow(page, () => amissOnPage(page))).toEqual({})

  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter')
  await page.locator('#question-1').waitFor()
  expect(await inEachWindow(page, async () => [...(await amiss(page)), ...(await amissOfClock(page))])).toEqual({})
})
