import type { Page } from '@playwright/test'
import {
  exam,
  expect,
  expectNoViolations,
  type OrganisationSpec,
  organisation,
  radio,
  signIn,
  test,
} from '../../../../../e2e/fixtures.ts'
import { startExam } from '../../../../../e2e/sign-in.ts'
import type { Sitwell } from '../../../../../e2e/sitwell.ts'
import { result } from '../../../../../packages/contract/src/calls.ts'

const withMask = (resultFeedbackMask: number): OrganisationSpec =>
  organisation({
    exams: [
      exam({
        name: 'Marked exam',
        settings: { resultFeedbackMask, outroText: '<p>Well done.</p>' },
        gradeBoundaries: [
          { grade: 'Merit', fromPercent: 40, pass: true, feedback: '<p>Look at the birds again.</p>' },
          { grade: 'Fail', fromPercent: 0, pass: false },
        ],
        questions: [radio('Which is a fish?', ['Salmon', 'Otter'], 0), radio('Which is a bird?', ['Otter', 'Heron'], 1)],
      }),
    ],
  })

/** Answers the first question rightly and finishes. */
const finish = async (page: Page, sitwell: Sitwell, spec: OrganisationSpec) => {
  const world = await sitwell.arrange(spec)
  await signIn(page, world)
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  await startExam(page)
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  return world
}
const complete = (page: Page) => page.getByRole('heading', { name: 'Assessment complete' })
const panel = (page: Page) => page.getByRole('region', { name: 'Your result' })

// OUTRO-303 OUTRO-304 OUTRO-305 OUTRO-306 OUTRO-307 RES-315
test('the last page names the exam and shows marks and percentage, the outro text and Close', async ({ page, sitwell }) => {
  await finish(page, sitwell, withMask(-1))
  await expect(complete(page)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Marked exam')
  await expect(panel(page)).toContainText('1 of 2')
  await expect(panel(page)).toContainText('50%')
  await expect(panel(page)).not.toContainText('Merit')
  await expect(page.getByText('Well done.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close' })).toBeVisible()
  await expectNoViolations(page)
})

// RES-314 START-104
test('the mask shows the grade alone, and the feedback that goes with it', async ({ page, sitwell }) => {
  await finish(page, sitwell, withMask(2))
  await expect(panel(page)).toContainText('Merit')
  await expect(page.getByText('Look at the birds again.')).toBeVisible()
  await expect(panel(page)).not.toContainText('1 of 2')
  await expect(panel(page)).not.toContainText('50%')
})

// OUTRO-307
test('a practice exam has no Close', async ({ page, sitwell }) => {
  await finish(page, sitwell, { ...withMask(-1), schedules: [{ practice: true }] })
  await expect(complete(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0)
})

// OUTRO-307
test('with proctoring mode 1 there is no Close', async ({ page, sitwell }) => {
  await finish(page, sitwell, { ...withMask(-1), organisation: { proctoringMode: 1 } })
  await expect(complete(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0)
})

// RES-311 RES-312 ERR-323
test('a result that is never marked says that it is still being processed', async ({ page, sitwell }) => {
  await sitwell.changeReply(page, result, (reply) => ({ ...(reply as object), marked: false }))
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes(result.path)) asked += 1
  })
  await page.clock.install()
  await finish(page, sitwell, withMask(-1))
  await expect(page.getByText('Waiting for your result')).toBeVisible()
  const pending = page.getByText('Result still being processed')
  // The next request is planned only once the last one is answered: the clock is moved on until the page gives up.
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(pending).toBeVisible({ timeout: 200 })
  }).toPass()
  expect(asked).toBe(7)
  await expectNoViolations(page)
})

// OUTRO-302 ERR-312
test('a result that cannot be fetched shows the network error', async ({ page, sitwell }) => {
  await page.route(`**/${result.path}*`, (route) => route.abort())
  await finish(page, sitwell, withMask(-1))
  await expect(page.getByTestId('network-error')).toBeVisible({ timeout: 20_000 })
})

// NAV-303 RUN-336
test('an exam that was finished can not be entered again', async ({ page, sitwell }) => {
  const world = await finish(page, sitwell, withMask(-1))
  await expect(complete(page)).toBeVisible()
  await page.goto(`/exam/${world.exams[0]?.examGuid}/${world.exams[0]?.questionIds[0]}`)
  await expect(page.getByRole('alertdialog')).toContainText('The assessment has already been completed')
})
