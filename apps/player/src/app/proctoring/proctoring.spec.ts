import type { FrameLocator, Page } from '@playwright/test'
import { exam, expect, longText, organisation, radio, signIn, test } from '../../../../../e2e/fixtures.ts'

const proctored = (more: object = {}) =>
  organisation({
    ...more,
    exams: [
      exam({
        settings: { proctorProvider: 'Proctorio' },
        questions: [radio('Which bends?', ['Ash', 'Birch'], 1), longText('Why?')],
      }),
    ],
  })
/** Hands the exam in with questions unanswered. */
const finish = async (frame: FrameLocator) => {
  await frame.getByRole('button', { name: 'Finish' }).click()
  await frame.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await frame.getByRole('button', { name: 'Finish all the same' }).click()
}
const inFrame = (page: Page) => page.frameLocator('iframe[title="Exam"]')

// NAV-219 NAV-113 PROC-104 PROC-106 PROC-110 PROC-112 PROC-127 PROC-130 PROC-209 PROC-301 PROC-302 PROC-303 PROC-310
test('an exam is sat from the assessments through the provider’s page, in its frame, to its end', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(proctored())
  await sitwell.proctor(world)
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, world)
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
  await page.getByRole('button', { name: 'Start the exam' }).click()
  const frame = inFrame(page)
  await expect(frame.getByRole('heading', { name: 'Instructions' })).toBeVisible()
  expect(await frame.locator('body').evaluate((body) => body.style.height)).toBe('1000px')
  await frame.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(frame.getByText('Which bends?')).toBeVisible()
  expect((await sitwell.proctor(world)).supervision).toContain('start')
  await page.getByRole('button', { name: 'Lose the session' }).click()
  const lost = frame.getByRole('alertdialog', { name: 'Your proctored session has ended' })
  await expect(lost).toBeVisible()
  await lost.getByRole('button').click()
  await page.getByRole('button', { name: 'Start the exam' }).click()
  await expect(frame.getByText('Which bends?')).toBeVisible()
  await expect.poll(async () => (await sitwell.proctor(world)).supervision).toEqual(['start', 'loss', 'start'])
  await finish(frame)
  await frame.getByRole('button', { name: 'Close' }).click()
  await expect(frame.getByRole('heading', { name: /assessments/i }).first()).toBeVisible()
  expect((await sitwell.proctor(world)).supervision).toEqual(['start', 'loss', 'start', 'end'])
})
