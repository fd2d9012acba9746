import { exam, expect, organisation, signIn, test } from '../../../../../e2e/fixtures.ts'
import { startExam } from '../../../../../e2e/sign-in.ts'

const timed = (settings: Record<string, number>) => organisation({ exams: [exam({ name: 'Timed exam', settings })] })

// TIME-307 TIME-308 TIME-309 TIME-311
test('the clock reads minutes and seconds, rounded up, and turns orange at the warning time', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(timed({ examTime: 3600, warningTime: 30 }))
  await signIn(page, world)
  await page.clock.install()
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  await startExam(page)
  const timer = page.getByRole('timer', { name: 'Time left' })
  await expect(timer).toHaveText('60m')
  expect((await timer.boundingBox())?.width).toBe(64)
  await expect(timer.locator('circle').last()).toHaveAttribute('r', '24')
  const calm = await timer
    .locator('circle')
    .last()
    .evaluate((element) => getComputedStyle(element).stroke)
  await page.clock.fastForward(3_550_000)
  await expect(timer).toHaveText(/^\d\ds$/)
  await page.clock.fastForward(22_000)
  await expect(timer).toHaveText(/^2\ds$/)
  await expect(timer.locator('circle').last()).not.toHaveCSS('stroke', calm)
})

// TIME-304 TIME-321 TIME-323 TIME-324 FIN-316
test('when the time is up the exam finishes by itself', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(timed({ examTime: 120 }))
  await signIn(page, world)
  await page.clock.install()
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  await startExam(page)
  await page.clock.fastForward(121_000)
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible({ timeout: 20_000 })
  await expect(page).toHaveURL(/\/outro$/)
})

test('an exam without a time has no clock', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(timed({}))
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  await expect(page.getByRole('timer')).toHaveCount(0)
})
