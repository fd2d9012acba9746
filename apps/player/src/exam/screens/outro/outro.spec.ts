import { readFile } from 'node:fs/promises'
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
} from '../../../../../../e2e/fixtures.ts'
import { pressFinish } from '../../../../../../e2e/press-finish.ts'
import { resize } from '../../../../../../e2e/settled.ts'
import { startExam } from '../../../../../../e2e/sign-in.ts'
import type { Sitwell } from '../../../../../../e2e/sitwell.ts'
import { complete as completeCall, examJson, result } from '../../../../../../packages/contract/src/calls.ts'

const withMask = (resultFeedbackMask: number, settings: object = {}): OrganisationSpec =>
  organisation({
    exams: [
      exam({
        name: 'Marked exam',
        settings: { resultFeedbackMask, outroText: '<p>Well done.</p>', ...settings },
        gradeBoundaries: [
          {
            grade: 'Merit',
            fromPercent: 40,
            pass: true,
            feedback: `<p>Look at the birds again${', and again'.repeat(6)}.</p>`,
          },
          { grade: 'Fail', fromPercent: 0, pass: false },
        ],
        questions: [radio('Which is a fish?', ['Salmon', 'Otter'], 0), radio('Which is a bird?', ['Otter', 'Heron'], 1)],
      }),
    ],
  })

/** Answers the first question rightly and finishes. */
const finish = async (page: Page, sitwell: Sitwell, spec: OrganisationSpec, name?: string) => {
  const world = await sitwell.arrange(spec)
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  if (name !== undefined) {
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Complete' }).click()
  }
  await startExam(page)
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  return world
}
const complete = (page: Page) => page.getByRole('heading', { name: 'Assessment complete' })
const panel = (page: Page) => page.getByRole('region', { name: 'Your result' })

// OUTRO-301 OUTRO-303 OUTRO-304 OUTRO-305 OUTRO-306 OUTRO-307 RES-302 RES-306 RES-315 CONST-306
test('the last page names the exam and shows marks and percentage, the outro text, the receipt and Close', async ({
  page,
  sitwell,
}) => {
  await finish(page, sitwell, withMask(-1))
  await expect(complete(page)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Marked exam')
  await expect(panel(page)).toContainText('1 of 2')
  await expect(panel(page)).toContainText('50%')
  await expect(panel(page)).not.toContainText('Merit')
  await expect(page.getByText('Well done.')).toBeVisible()
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt).toContainText('Your answers arrived.')
  await receipt.getByText('Receipt code').click()
  await expect(page.getByTestId('receipt')).toHaveText(
    /^sitwell-3\/[\w-]+\/[\w:.-]+Z\/1\/[0-9a-f]{64}\/[0-9a-f]{64}\/\d+\/0\.0\.0\.0\.0\.0$/,
  )
  await expectNoViolations(page)
  // Loaded again, it still says that it is complete and how it went.
  await page.reload()
  await expect(complete(page)).toBeVisible()
  await expect(panel(page)).toContainText('1 of 2')
  await expect(receipt).toContainText('Your answers arrived.')
  const width = async (windowWidth: number) => {
    await resize(page, { width: windowWidth, height: 800 })
    return page.getByTestId('complete').evaluate((card) => card.getBoundingClientRect().width)
  }
  expect(await width(1280)).toBe(800)
  expect(await width(821)).toBe(800)
  expect(await width(820)).toBe(820)
  expect(await width(390)).toBe(390)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/schedules$/)
})

// RES-305 RES-314 RES-316 RES-325 START-104 OUTRO-307
test('a practice shows grade and feedback as its mask says, and is resat from the start through the schedules', async ({
  page,
  sitwell,
}) => {
  const spec = withMask(2, { allowImmediateResit: true })
  const world = await finish(page, sitwell, { ...spec, schedules: [{ practice: true }] })
  await expect(panel(page)).toContainText('Merit')
  await expect(panel(page)).not.toContainText('1 of 2')
  await expect(panel(page)).not.toContainText('50%')
  // More than 80 characters: in its own block under the icon.
  const feedback = panel(page).getByText('Look at the birds again')
  await expect(feedback).toBeVisible()
  const icon = await panel(page).locator('svg').last().boundingBox()
  expect((await feedback.boundingBox())?.y).toBeGreaterThan((icon?.y ?? 0) + (icon?.height ?? 0))
  await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0)
  // Only an exam that says so can be downloaded.
  await expect(page.getByText('Download')).toHaveCount(0)

  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await page.getByRole('button', { name: 'Resit' }).click()
  await startExam(page)
  expect(visited[0]).toBe('/schedules')
  expect(new URL(page.url()).pathname).toBe(`/exam/${world.exams[0]?.examGuid}/${world.exams[0]?.questionIds[0]}`)
  await expect(page.getByRole('radio', { name: 'Salmon' })).not.toBeChecked()
})

// INIT-201 RES-301 RES-307 RES-308 RES-321 RES-322 RES-323 ENT-314
test('the results of a downloadable practice exam are prepared and downloaded, called after exam and day', async ({
  page,
  sitwell,
}) => {
  const spec = withMask(-1, { downloadablePractice: true })
  await finish(page, sitwell, { ...spec, schedules: [{ practice: true }] }, 'Mina Okafor')
  const link = page.getByRole('link', { name: 'Click Here to Download Your Results' })
  await expect(link).toBeVisible()
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Your answers arrived.')
  await expect(panel(page)).toHaveCount(0)
  // On a phone its sign stands beside its words.
  await resize(page, { width: 320, height: 640 })
  const [sign, words] = await Promise.all([link.locator('svg').boundingBox(), link.getByText('Download Results').boundingBox()])
  expect((sign?.x ?? 0) + (sign?.width ?? 0)).toBeLessThan(words?.x ?? 0)
  await page.setViewportSize({ width: 1280, height: 800 })
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^Marked_exam_\d{4}-\d\d-\d\d\.pdf$/)
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await expectNoViolations(page)
})

// START-162
test('an organisation that lets no results be downloaded shows how the practice went, and has no download', async ({
  page,
  sitwell,
}) => {
  const spec = withMask(-1, { downloadablePractice: true })
  const practice = { ...spec, schedules: [{ practice: true }], organisation: { canDownloadResult: false } }
  await finish(page, sitwell, practice, 'Mina Okafor')
  await expect(panel(page)).toContainText('50%')
  await expect(page.getByText('Click Here to Download Your Results')).toHaveCount(0)
})

test('a finish that is under way goes on after a reload, and another page of its learner completes it once', async ({
  page,
  context,
  sitwell,
}) => {
  const completions: number[] = []
  context.on('response', (response) => {
    if (response.url().includes(completeCall.path)) completions.push(response.status())
  })
  await page.route(`**/${completeCall.path}`, (route) => route.abort())
  const world = await finish(page, sitwell, withMask(-1))
  const lost = page.getByRole('alertdialog', { name: 'Oops. Your internet connection was lost' })
  await expect(lost).toBeVisible()
  await page.reload()
  await expect(lost).toBeVisible()
  await page.close()
  const again = await context.newPage()
  let isAway = true
  await again.route(`**/${completeCall.path}`, (route) => (isAway ? route.abort() : route.continue()))
  await signIn(again, world)
  const card = again.getByRole('listitem').filter({ hasText: 'Marked exam' })
  await expect(card.getByRole('button').first()).toBeVisible()
  isAway = false
  await expect.poll(() => completions).toEqual([200])
  await expect(card).toContainText('Completed')
  expect(completions).toEqual([200])
})

test('an exam that is given out while its completion arrives ends on its last page, and shows no question', async ({
  page,
  sitwell,
}) => {
  let isAway = true
  await page.route(`**/${completeCall.path}`, (route) => (isAway ? route.abort() : route.continue()))
  const world = await finish(page, sitwell, withMask(-1))
  await expect(page.getByRole('alertdialog', { name: 'Oops. Your internet connection was lost' })).toBeVisible()
  await page.route(`**/${examJson.path}?*`, async (route) => {
    const given = await route.fetch()
    expect(given.status()).toBe(200)
    const completed = page.waitForResponse((response) => response.url().includes(completeCall.path))
    isAway = false
    await completed
    await route.fulfill({ response: given })
  })
  const shown: string[] = []
  page.on('framenavigated', (frame) => shown.push(new URL(frame.url()).pathname))
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  await expect(complete(page)).toBeVisible()
  expect(shown.filter((path) => /-q\d$/.test(path))).toEqual([])
})

// RES-311 RES-312 ERR-323
test('a result that is never marked says that it is still being processed', async ({ page, sitwell }) => {
  await sitwell.changeReply(page, result, (reply) => ({ ...(reply as object), marked: false, awaitingPerson: 2 }))
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes(result.path)) asked += 1
  })
  await page.clock.install()
  await finish(page, sitwell, withMask(-1))
  await expect(page.getByText('Waiting for your result')).toBeVisible()
  await expect(page.getByText('2 of your answers are read and marked by a person.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go on without the result' })).toBeVisible()
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
test('a result that cannot be fetched shows the network error, and where the answers are', async ({ page, sitwell }) => {
  await page.route(`**/${result.path}*`, (route) => route.abort())
  await page.clock.install()
  await finish(page, sitwell, withMask(-1))
  // A server that is restarted is back soon: it is asked again before anything is said.
  await expect(page.getByText('Waiting for your result')).toBeVisible()
  const failed = page.getByTestId('network-error')
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(failed).toBeVisible({ timeout: 200 })
  }).toPass()
  await expect(failed).toContainText('Answers on the server: 1. Nothing is only on this device.')
})

test('a server that is away for a moment while the result is waited for is asked again', async ({ page, sitwell }) => {
  let left = 3
  await page.route(`**/${result.path}*`, (route) => {
    left -= 1
    return left < 0 ? route.continue() : route.abort()
  })
  await page.clock.install()
  await finish(page, sitwell, withMask(-1))
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(complete(page)).toBeVisible({ timeout: 200 })
  }).toPass()
  expect(left).toBe(-1)
})

// NAV-303 RUN-336
test('an exam that was finished can not be entered again', async ({ page, sitwell }) => {
  const world = await finish(page, sitwell, withMask(-1))
  await expect(complete(page)).toBeVisible()
  await page.goto(`/exam/${world.exams[0]?.examGuid}/${world.exams[0]?.questionIds[0]}`)
  await expect(page.getByRole('alertdialog')).toContainText('The assessment has already been completed')
})

test('a resit that is loaded again while it is completed doesn’t show the attempt before, which was left without Close', async ({
  page,
  sitwell,
}) => {
  const spec = withMask(-1, { allowImmediateResit: true })
  const world = await finish(page, sitwell, { ...spec, schedules: [{ practice: true }] })
  await expect(complete(page)).toBeVisible()
  const finishing = page.getByText('Finishing your exam')
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  await startExam(page)
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  // Nothing of the second attempt's finish gets through before the page is loaded again.
  await page.route(`**/${completeCall.path}`, (route) => route.abort())
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  await expect(page).toHaveURL(/\/outro$/)
  await expect(finishing).toBeVisible()
  await page.reload()
  await expect(finishing).toBeVisible()
  await page.unroute(`**/${completeCall.path}`)
  await expect(complete(page)).toBeVisible()
})
