import type { Locator, Page } from '@playwright/test'
import { dashState, resumeSitting } from '@sitwell/contract'
import {
  enterExam,
  exam,
  expect,
  expectNoViolations,
  organisation,
  person,
  radio,
  signIn,
  test,
} from '../../../../../../e2e/fixtures.ts'
import { textSpacing } from '../../../../../../e2e/geometry.ts'
import { invigilate, invigilator } from '../../../../../../e2e/invigilator.ts'
import { holdClock, runUntilShown } from '../../../../../../e2e/pass-time.ts'
import { resize } from '../../../../../../e2e/settled.ts'
import { startExam } from '../../../../../../e2e/sign-in.ts'

// RUN-305 PAUSE-302 PAUSE-303 PAUSE-304 PAUSE-305 PAUSE-309
test('who comes back into a pause finds it, sees nothing of the exam, and goes on once they say that they are back', async ({
  page,
  sitwell,
}) => {
  const questions = [radio('Which leaf?', ['Ash', 'Beech'], 0), radio('Which bark?', ['Ash', 'Beech'], 0)]
  const world = await sitwell.arrange(
    organisation({
      settings: { ShowPauseImage: '1' },
      exams: [exam({ name: 'Trees', settings: { examTime: 3600 }, questions })],
    }),
  )
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  await page.getByRole('button', { name: 'Next' }).click()
  // The address, and where the learner is kept to be, follow a frame after the question shows.
  await expect(page).toHaveURL(/q2$/)
  // No live connection says otherwise while the ledger tells of a pause.
  await page.route(/dashevents/, (route) => route.abort())
  await page.routeWebSocket(/dashevents/, (socket) => socket.close())
  let paused = true
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/${dashState.path}?*`, async (route) => {
    await held
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), paused } })
  })
  await page.clock.install()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Opening your exam' })).toBeVisible()
  answer()

  const title = page.getByRole('heading', { name: 'Your exam is paused' })
  await expect(title).toBeFocused()
  await expect(page.getByRole('main')).toContainText('Your answers are saved and your time stands still. Please wait.')
  // The heading, which has the focus, says so; the banner stands there for the eyes.
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Paused' })).toHaveCount(0)
  await expect(page.getByTestId('pause-image')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  const timer = page.getByRole('timer')
  await expect(timer).toHaveText('60m')
  await page.keyboard.press('ArrowLeft')
  await page.clock.runFor(10_000)
  await expect(timer).toHaveText('60m')
  await expectNoViolations(page)
  // On a phone on its side too, the time and what is said are in sight as a whole; in the narrowest window a sign is beside its word.
  await page.setViewportSize({ width: 844, height: 390 })
  for (const seen of [title, timer, page.getByText('your time stands still')]) await expect(seen).toBeInViewport({ ratio: 1 })
  await resize(page, { width: 320, height: 640 })
  const style = await page.addStyleTag({ content: textSpacing })
  const banner = page.getByRole('main').locator('[class*="_banner_"]')
  const [sign, word] = await Promise.all([banner.locator('svg').boundingBox(), banner.getByText('Paused').boundingBox()])
  expect((sign?.x ?? 0) + (sign?.width ?? 0)).toBeLessThanOrEqual(word?.x ?? 0)
  await style.evaluate((element) => element.parentNode?.removeChild(element))
  await page.setViewportSize({ width: 1280, height: 800 })

  paused = false
  await page.clock.runFor(15_000)
  await expect(page.getByRole('heading', { name: 'The pause is over' })).toBeFocused()
  await expect(page.getByText('Paused', { exact: true })).toHaveCount(0)
  await expect(page.getByTestId('pause-image')).toHaveCount(0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('heading', { name: 'Question 2' })).toBeFocused()
  await page.getByRole('radio', { name: 'Ash' }).click()
  await expect(page.getByRole('radio', { name: 'Ash' })).toBeChecked()
})

/** Live events find a page whose clock stands once its connection has had its time to be made. */
const hears = (page: Page, alert: Locator) =>
  expect(async () => {
    await page.clock.runFor(200)
    await expect(alert).toBeVisible({ timeout: 100 })
  }).toPass({ intervals: [100] })

// PAUSE-303 PAUSE-308 PAUSE-309
test('an invigilator’s resume lets the time stand until the learner is back, says for how long, and then goes on by itself', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    organisation({
      people: [person(), invigilator],
      settings: { AllowRemotePause: '1' },
      exams: [exam({ name: 'Trees', settings: { examTime: 3600 }, questions: [radio('Which leaf?', ['Ash', 'Beech'], 0)] })],
    }),
  )
  const examGuid = world.exams[0]?.examGuid ?? ''
  await page.clock.install()
  await signIn(page, world, { at: `/exam/${examGuid}` })
  await startExam(page)
  await expect(page.getByRole('heading', { name: 'Question 1' })).toBeVisible()
  const invigilation = await invigilate(sitwell, world, examGuid)
  await holdClock(page)
  const over = page.getByRole('heading', { name: 'The pause is over' })
  const timer = page.getByRole('timer')

  await invigilation.pause()
  await hears(page, page.getByRole('heading', { name: 'Your exam is paused' }))
  const left = await timer.textContent()
  await invigilation.resume()
  await hears(page, over)
  await expect(over).toBeFocused()
  await expect(page.getByRole('main')).toContainText('Your time stands still. Press Resume as soon as you are ready.')
  await expect(page.getByText('Your exam goes on by itself in 2 minutes.').first()).toBeVisible()
  // Whatever the network does.
  await sitwell.goOffline(page)
  await page.clock.runFor(95_000)
  await expect(page.getByRole('main')).toContainText(/Your exam goes on by itself in (2[0-9]|30) seconds\./)
  await expect(page.getByRole('status').filter({ hasText: '30 seconds' })).toHaveText(
    'Your exam goes on by itself in 30 seconds.',
  )
  await expect(timer).toHaveText(left ?? '')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('heading', { name: 'Question 1' })).toBeFocused()
  const response = page.waitForResponse((response) => response.url().includes(resumeSitting.path) && response.ok())
  await sitwell.goOnline(page)
  await page.clock.runFor(60_000)
  expect(await (await response).json()).not.toHaveProperty('resumeOffer')

  await invigilation.pause()
  await hears(page, page.getByRole('heading', { name: 'Your exam is paused' }))
  await invigilation.resume(240)
  await hears(page, over)
  await expect(page.getByText('Your exam goes on by itself in 4 minutes.').first()).toBeVisible()
  await sitwell.goOffline(page)
  await page.clock.runFor(241_000)
  await hears(page, page.getByRole('heading', { name: 'Question 1' }))
  // The focus comes with the next frame.
  await page.clock.runFor(200)
  await expect(page.getByRole('heading', { name: 'Question 1' })).toBeFocused()
  await page.getByRole('radio', { name: 'Ash' }).click()
  await expect(page.getByRole('radio', { name: 'Ash' })).toBeChecked()
})

// TIME-324
test('time that ends while it is asked whether the learner is back ends the exam', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    organisation({
      people: [person(), invigilator],
      settings: { AllowRemotePause: '1' },
      exams: [exam({ name: 'Trees', settings: { examTime: 180 }, questions: [radio('Which leaf?', ['Ash', 'Beech'], 0)] })],
    }),
  )
  const examGuid = world.exams[0]?.examGuid ?? ''
  await page.clock.install()
  await enterExam(page, world)
  await expect(page.getByRole('heading', { name: 'Question 1' })).toBeVisible()
  const invigilation = await invigilate(sitwell, world, examGuid)
  await invigilation.pause()
  await expect(page.getByRole('heading', { name: 'Your exam is paused' })).toBeVisible()
  await invigilation.resume(0)
  await expect(page.getByRole('heading', { name: 'The pause is over' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Your time is running again.')
  await sitwell.letPass(world, 180)
  await runUntilShown(page, page.getByRole('heading', { name: 'Assessment complete' }), 5000)
})
