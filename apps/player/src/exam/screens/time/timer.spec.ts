import { endPart } from '../../../../../../e2e/end-part.ts'
import {
  exam,
  expect,
  expectNoViolations,
  longText,
  organisation,
  radio,
  signIn,
  test,
} from '../../../../../../e2e/fixtures.ts'
import { holdClock } from '../../../../../../e2e/pass-time.ts'
import { startExam } from '../../../../../../e2e/sign-in.ts'

const trees = ['Ash', 'Beech']

test('the end of a part tells how long the next one is to be read, and how long it is answered then', async ({
  page,
  sitwell,
}) => {
  const settings = { oneWay: true }
  const sections = [
    { questions: [radio('Which leaf?', trees, 0)] },
    { name: 'Bark', sectionTime: 1200, readingTime: 300, questions: [radio('Which bark?', trees, 0)] },
  ]
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Trees', settings, sections })] }))
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  await page.getByRole('radio', { name: 'Ash' }).click()
  await endPart(page, async (dialog) => {
    await expect(dialog).toContainText('You have 20 minutes for Bark. Before that you have 5 minutes to read the questions.')
    await expectNoViolations(page)
  })
  await expect(page.getByRole('status').filter({ hasText: 'Reading Time' })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^[45]m$/)
})

// RUN-306 RUN-307 RUN-308 RUN-309 RUN-310 RUN-331 RUN-332 PAUSE-301 PAUSE-306 PAUSE-312 PAUSE-315 TIME-301 TIME-307 TIME-308 TIME-309 TIME-311 TIME-312 TIME-325
test('reading comes first, instructions are at hand, each part has its own time, and a changed or sleeping clock changes nothing', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    organisation({
      exams: [
        exam({
          name: 'Trees',
          settings: { canBypassReadingTime: true, introText: '<p>Bring a ruler.</p>' },
          sections: [
            { sectionTime: 3600, readingTime: 600, questions: [radio('Which leaf?', trees, 0), longText('Why?')] },
            { sectionTime: 300, warningTime: 30, questions: [radio('Which bark?', trees, 0)] },
          ],
        }),
      ],
    }),
  )
  await page.clock.install()
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  const timer = page.getByRole('timer')
  const readingTime = page.getByRole('status').filter({ hasText: 'Reading Time' })
  const option = page.getByRole('radio', { name: 'Beech' })

  // Everything can be read, nothing answered.
  await expect(readingTime).toBeVisible()
  await expect(timer).toHaveAccessibleName('Reading time: 10 minutes left')
  await expect(timer).toHaveText('10m')
  await expect(option).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('textbox')).not.toBeEditable()
  await page.getByRole('button', { name: 'Previous' }).click()

  // The instructions come and go, over the same time.
  const instructions = page.getByRole('button', { name: 'Instructions' })
  await instructions.click()
  await expect(page.getByRole('heading', { name: 'Instructions' })).toBeFocused()
  await expect(page.getByRole('main')).toContainText('Bring a ruler.')
  await expect(timer).toHaveText('10m')
  await expectNoViolations(page)
  await instructions.click()
  await expect(page.getByRole('heading', { name: 'Question 1' })).toBeFocused()
  await instructions.click()

  // Who is ready begins, and then resumes from the instructions as often as they like.
  await page.getByRole('button', { name: 'Start answering' }).click()
  await expect(readingTime).toHaveCount(0)
  await expect(timer).toHaveAccessibleName('60 minutes left')
  await expect(timer).toHaveText('60m')
  await option.click()
  await instructions.click()
  await expect(page.getByRole('button', { name: 'Start answering' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(option).toBeChecked()
  expect((await timer.boundingBox())?.width).toBe(64)
  await expect(timer.locator('circle').last()).toHaveAttribute('r', '24')

  // The computer's clock is set a day ahead; then the laptop sleeps, for less than would end the session.
  await page.clock.setSystemTime(await page.evaluate(() => Date.now() + 86_400_000))
  await page.clock.runFor(2000)
  await expect(timer).toHaveText('60m')
  await page.clock.fastForward(420_000)
  await expect(timer).toHaveText('53m')

  // The next part has its own time; from here on the page's clock stands, except for what the test lets pass.
  await holdClock(page)
  await page.getByRole('button', { name: 'Question 3' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start' }).click()
  await page.clock.runFor(1000)
  await expect(timer).toHaveText('5m')
  const ring = timer.locator('circle').last()
  const calm = await ring.evaluate((element) => getComputedStyle(element).stroke)
  await page.clock.runFor(255_000)
  await expect(timer).toHaveText(/^4\ds$/)
  await expect(ring).toHaveCSS('stroke', calm)
  await page.clock.runFor(20_000)
  await expect(timer).toHaveText(/^2\ds$/)
  await expect(ring).not.toHaveCSS('stroke', calm)
})

// RUN-301 TIME-304 TIME-321 TIME-323 TIME-324 FIN-316
test('with the machine’s time passing, an exam without parts’ times ends by itself when its time is up', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Short', settings: { examTime: 4 } })] }))
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  // Nothing is looked at before the end, which comes however late that is.
  await page.getByRole('main').getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  await expect(page).toHaveURL(/\/outro$/)
  const [recorded] = await sitwell.recordingsOf(world)
  expect(recorded?.recording.activities.map(({ type }) => type).slice(-2)).toEqual([8, 7])
})

test('whoever asks is told how much time is left, in words; the clock can be hidden, texts get larger, and both come back', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Trees', settings: { examTime: 4920 } })] }))
  await page.clock.install()
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  // What it opens is there before the exam starts: the network may go, or a new version be put in place.
  await page.route(/time-panel/, (route) => route.abort())
  await expect(page).toHaveTitle('Question 1 · Trees')
  // The bar's loading indicator goes away meanwhile.
  await page.clock.runFor(3000)
  await expect(page).toHaveTitle('Question 1 · Trees')
  const timer = page.getByRole('timer')
  await expect(timer).toHaveAccessibleName('82 minutes left')
  const opener = page.getByRole('button', { name: 'Time and text size' })
  const panel = page.getByRole('dialog', { name: '82 minutes left' })
  await opener.press('Enter')
  await expect(panel).toBeFocused()
  await expectNoViolations(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(timer).toHaveText('')
  await expect(timer).toHaveAccessibleName('82 minutes left')
  const text = page.getByRole('article').getByText('Which of these is a mammal?')
  const sizeOf = () => text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  const usual = await sizeOf()
  await panel.getByRole('radio', { name: '150 %' }).check()
  expect(await sizeOf()).toBeCloseTo(usual * 1.5)
  // In the lowest windows too nothing lies over its last button.
  const usualSize = page.viewportSize() ?? { width: 1280, height: 720 }
  for (const size of [{ width: 320, height: 256 }, { width: 844, height: 390 }, usualSize]) {
    await page.setViewportSize(size)
    await panel.getByRole('button', { name: 'Close' }).click({ trial: true })
  }
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.unroute(/time-panel/)
  await page.reload()
  await expect(timer).toHaveText('')
  expect(await sizeOf()).toBeCloseTo(usual * 1.5)
})

test('an exam without a time has no clock', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Untimed', settings: {} })] }))
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  await expect(page.getByRole('timer')).toHaveCount(0)
})
