import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { exam, expect, expectNoViolations, organisation, radio, test } from '../../../../../../e2e/fixtures.ts'
import { hasBegun } from '../../../../../../e2e/has-begun.ts'
import { sitExam } from '../../../../../../e2e/sit-questions.ts'

/** Twenty seconds of a yellow block that moves over a blue ground, 160 by 90 pixels. */
const lock = new Uint8Array(readFileSync(new URL('../../../../../../e2e/media/film.webm', import.meta.url)))
const words = 'WEBVTT\n\n00:00.000 --> 00:08.000\nThe <b>gates</b> open.\n\n00:08.000 --> 00:19.000\nThe boat goes in.\n'
const question = (attributes = '') =>
  radio(
    `<p>What opens?</p><video src="resources/lock.webm" title="At the lock" ${attributes}><track kind="captions" srclang="en" src="resources/lock.vtt">No film can be shown here.</video>`,
    ['The gates', 'A bridge'],
    0,
  )

const world = (attributes = '') =>
  organisation({
    exams: [
      exam({
        name: 'Locks',
        files: { 'resources/lock.webm': lock, 'resources/lock.vtt': new TextEncoder().encode(words) },
        questions: [question(attributes), radio('When?', ['At nine', 'At ten'], 1)],
      }),
    ],
  })

const group = (page: Page) => page.getByRole('article').getByRole('group', { name: 'At the lock' })
const film = (page: Page) => page.locator('video')
/** Plays it at a tenth of its speed, so that what is looked at while it plays is there on a slow machine too. */
const playSlowly = async (page: Page) => {
  await film(page).evaluate((video: HTMLVideoElement) => {
    video.defaultPlaybackRate = 0.1
    video.playbackRate = 0.1
  })
  await group(page).getByRole('button', { name: 'Play' }).press('Enter')
}

test('a film in a question’s text is seen, wound and read along by keyboard, with controls that offer no download', async ({
  page,
  sitwell,
}) => {
  await sitExam(page, sitwell, world())
  // The browser's own controls, whose menu downloads, are gone; it plays nothing by itself, and nowhere else.
  const own = (video: HTMLVideoElement) => [
    ...[video.controls, video.autoplay, video.paused, video.disablePictureInPicture, video.disableRemotePlayback],
    video.getAttribute('controlslist'),
  ]
  expect(await film(page).evaluate(own)).toEqual([false, false, true, true, true, 'nodownload'])
  const captions = group(page).getByTestId('captions')
  await playSlowly(page)
  await expect(captions).toHaveText('The gates open.')
  // Over the picture, and whole.
  const [picture, said] = [await film(page).boundingBox(), await captions.boundingBox()]
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0) + 1)
  expect(said?.y).toBeGreaterThan(picture?.y ?? 0)
  await hasBegun(film(page))
  await group(page).getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(group(page).getByRole('button', { name: 'Go on playing' })).toBeFocused()
  // The arrow keys wind it, and lead to no other question.
  const place = group(page).getByRole('slider', { name: 'How far the film is' })
  await place.focus()
  for (let second = 0; second < 10; second += 1) await page.keyboard.press('ArrowRight')
  await expect(captions).toHaveText('The boat goes in.')
  await expect(place).toHaveAttribute('aria-valuetext', /^0:1\d of 0:20$/)
  await group(page).getByRole('slider', { name: 'Volume' }).press('Home')
  await expect.poll(() => film(page).evaluate((one: HTMLVideoElement) => one.volume)).toBe(0)
  await expect(page.getByRole('heading', { name: 'Question 1' })).toBeVisible()
  // The answers are named by the question's words, and not by what stands in for a film that can't be seen.
  await expect(page.getByRole('radiogroup')).toHaveAccessibleName('Question 1 What opens?')
  await expectNoViolations(page)
  await group(page).getByRole('button', { name: 'Go on playing' }).click()
  const last = await film(page).elementHandle()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Question 2' })).toBeVisible()
  expect(await last?.evaluate((one) => one instanceof HTMLVideoElement && one.paused)).toBe(true)
})

for (const size of [
  { width: 1280, height: 800 },
  { width: 320, height: 256 },
])
  test(`a film is enlarged over the page by keyboard, and plays on as it comes and goes, at ${size.width} by ${size.height}`, async ({
    page,
    sitwell,
  }) => {
    await page.setViewportSize(size)
    await sitExam(page, sitwell, world('width="120" height="68"'))
    // Without a network too.
    await sitwell.goOffline(page)
    // Its line takes some of the window: the focus scrolls there as it comes back.
    await expect(page.getByText('Working offline')).toBeVisible()
    await playSlowly(page)
    await expect(group(page).getByTestId('captions')).toHaveText('The gates open.')
    const open = group(page).getByRole('button', { name: 'Enlarge film: At the lock' })
    await open.focus()
    const before = await page.getByRole('radio', { name: 'A bridge' }).boundingBox()
    await open.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'At the lock' })
    await expect(dialog.getByTestId('captions')).toHaveText('The gates open.')
    const large = dialog.locator('video')
    expect(await large.evaluate((one: HTMLVideoElement) => [one.paused, one.controls])).toEqual([false, false])
    const shown = await large.boundingBox()
    expect(shown?.width).toBe(size.width)
    expect(shown?.height).toBeGreaterThanOrEqual(Math.min(128, size.height))
    await expectNoViolations(page, '[role="dialog"]')
    // A key that does nothing represents the time in which a learner looks: what is pressed next is meant.
    await page.keyboard.press('Pause')
    await hasBegun(large)
    await dialog.getByRole('button', { name: 'Pause' }).press('Space')
    await expect.poll(() => large.evaluate((one: HTMLVideoElement) => one.paused)).toBe(true)
    await dialog.getByRole('button', { name: 'Go on playing' }).press('Space')
    // The arrow keys wind it, and lead to no other question.
    await dialog.getByRole('slider', { name: 'How far the film is' }).press('ArrowRight')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(open).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Question 1' })).toBeVisible()
    expect(await film(page).evaluate((one: HTMLVideoElement) => one.paused)).toBe(false)
    expect(await page.getByRole('radio', { name: 'A bridge' }).boundingBox()).toEqual(before)
  })

test('a film that can’t be loaded says so and can be tried again; the question goes on meanwhile', async ({
  page,
  sitwell,
}) => {
  await page.route('**/lock.webm*', (route) => route.abort())
  await sitExam(page, sitwell, world())
  const status = group(page).getByRole('status')
  await expect(status).toContainText('This film can’t be loaded. Try again once the network is back.')
  await page.getByRole('radio', { name: 'The gates' }).click()
  await expect(page.getByRole('radio', { name: 'The gates' })).toBeChecked()
  await expectNoViolations(page)
  await page.unroute('**/lock.webm*')
  await group(page).getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(group(page).getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(status).toBeEmpty()
})

test('a film that the browser has and can’t play says so, and what to do', async ({ page, sitwell }) => {
  await page.route('**/lock.webm*', (route) => route.fulfill({ contentType: 'video/webm', body: 'no film' }))
  await sitExam(page, sitwell, world())
  await expect(group(page).getByRole('status')).toContainText('This browser can’t play this film. Your answers are safe.')
  await expect(group(page).getByRole('status')).toContainText('another browser, such as the newest Chrome')
})

for (const [attributes, ratio] of [
  ['', 16 / 9],
  ['width="240" height="180"', 4 / 3],
] as const)
  test(`a film that comes after its question moves nothing, and keeps its shape (${attributes || 'of no size'})`, async ({
    page,
    sitwell,
  }) => {
    await page.setViewportSize({ width: 320, height: 800 })
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const whole = world(attributes)
    // It couldn't be loaded ahead, and takes its time once it is shown.
    await page.route('**/lock.webm*', async (route) => {
      if (route.request().resourceType() !== 'media') return route.abort()
      await held
      return route.continue()
    })
    await sitExam(page, sitwell, whole)
    await film(page).waitFor()
    const placeOf = () => page.getByRole('radio', { name: 'A bridge' }).boundingBox()
    const before = await placeOf()
    const box = await film(page).boundingBox()
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(ratio, 1)
    expect(box?.width).toBeLessThanOrEqual(320)
    release()
    await expect.poll(() => film(page).evaluate((one: HTMLVideoElement) => one.videoWidth)).toBe(160)
    expect(await placeOf()).toEqual(before)
    expect(await film(page).boundingBox()).toEqual(box)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
