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

// PROC-203 PROC-204 PROC-205 PROC-207 PROC-210
test('an exam is sat under the integrity monitor, whose script the page loads for it alone', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    organisation({
      people: [{ username: 'ada', password: 'ada-secret', firstName: 'Ada', lastName: 'Wood', email: 'ada@example.org' }],
      exams: [
        exam({ qualificationID: 'C-1', settings: { proctorProvider: 'IntegrityAdvocate' }, questions: [longText('Why?')] }),
      ],
    }),
  )
  const { origin } = await sitwell.proctor(world, { monitor: 'never-ready' })
  await signIn(page, world)
  const scripts: string[] = []
  page.on('request', (request) => request.url().startsWith(origin) && scripts.push(request.url()))
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
  await expect(page.getByRole('heading', { name: 'Starting IntegrityAdvocate' })).toBeVisible()
  await expect.poll(() => scripts.length).toBeGreaterThan(0)
  await sitwell.proctor(world, { monitor: 'broken' })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'IntegrityAdvocate could not be started' })).toBeVisible()
  await sitwell.proctor(world)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText('Why?')).toBeVisible()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  await expect(page.getByRole('button', { name: 'Close' })).toBeVisible()
  expect((await sitwell.proctor(world)).supervision.at(-1)).toBe('end')
})
