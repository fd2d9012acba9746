import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  exam,
  expect,
  expectNoViolations,
  longText,
  type OrganisationSpec,
  openExam,
  organisation,
  person,
  radio,
  signIn,
  startExam,
  test,
} from '../../../../../../e2e/fixtures.ts'
import { tabTo } from '../../../../../../e2e/keyboard.ts'
import { pressFinish } from '../../../../../../e2e/press-finish.ts'
import { resize } from '../../../../../../e2e/settled.ts'
import { attempts, result } from '../../../../../../packages/contract/src/calls.ts'

const practice = (settings: object = {}, more: Partial<OrganisationSpec> = {}) =>
  organisation({
    exams: [
      exam({
        name: 'Practice of birds',
        settings: { resultFeedbackMask: 7, ...settings },
        gradeBoundaries: [{ grade: 'Merit', fromPercent: 0, pass: true }],
        questions: [radio('Which is a bird?', ['Otter', 'Heron'], 1, { marks: 2 }), longText('Why?', { marks: 3 })],
      }),
    ],
    schedules: [{ practice: true }],
    ...more,
  })

/** Finishes the exam that is open, with the first question answered and, where told, the second. */
const sit = async (page: Page, written?: string) => {
  await startExam(page)
  await page.getByRole('radio', { name: 'Heron' }).check({ force: true })
  if (written !== undefined) {
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.getByRole('textbox').fill(written)
  }
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  if (written === undefined) await page.getByRole('button', { name: 'Finish all the same' }).click()
}
const complete = (page: Page) => page.getByRole('heading', { name: 'Assessment complete' })
const panel = (page: Page) => page.getByRole('region', { name: 'Your result' })
const receipt = (page: Page) => page.getByRole('region', { name: 'Receipt' })
const card = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Practice of birds' })
const back = (page: Page) => page.getByRole('button', { name: 'Back to your assessments' })

test('what could be marked is shown, what waits is said to wait, and the completed card leads back to it, by keys too', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(practice())
  await signIn(page, world)
  await openExam(page, { name: 'Practice of birds' })
  await sit(page, 'Because it flies.')
  await page.getByRole('button', { name: 'Go on without the result' }).click()
  await expect(complete(page)).toBeVisible()
  await expect(panel(page)).toContainText('2 of 5 marks so far')
  await expect(panel(page)).toContainText('One of your answers is read and marked by a person.')
  await expect(panel(page)).not.toContainText('Merit')
  await expect(panel(page)).not.toContainText('%')
  await back(page).click()

  await expect(card(page)).toContainText('Completed')
  await expectNoViolations(page)
  const toResult = page.getByRole('button', { name: 'Result of Practice of birds' })
  await tabTo(page, toResult)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/result\//)
  await expect(complete(page)).toBeFocused()
  for (const _ of [1, 2]) {
    await expect(panel(page)).toContainText('2 of 5 marks so far')
    await expect(panel(page)).toContainText('What is still to be marked may bring up to 3 more.')
    await expect(receipt(page)).toContainText('Your answers arrived.')
    await expect(page.getByRole('button', { name: 'Look again' })).toBeVisible()
    await expectNoViolations(page)
    await page.reload()
  }
  await tabTo(page, back(page))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/schedules$/)

  // An address of the exam itself says that it is over, and leads there too.
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  const dialog = page.getByRole('alertdialog', { name: 'You have completed this exam' })
  await dialog.getByRole('button', { name: 'See your result' }).click()
  await expect(panel(page)).toContainText('2 of 5 marks so far')
})

test('a picture in the words after an exam shows at its end, when that is loaded again, and with its result later', async ({
  page,
  sitwell,
}) => {
  const square = await readFile(new URL('../../../../../../e2e/media/square.png', import.meta.url))
  const outroText = '<p>Well done. <img src="resources/square.png" alt="A medal"></p>'
  const world = await sitwell.arrange(
    organisation({
      exams: [
        exam({
          name: 'Practice of birds',
          settings: { resultFeedbackMask: 7, outroText },
          questions: [radio('Which is a bird?', ['Otter', 'Heron'], 1), longText('Why?')],
          files: { 'resources/square.png': square },
        }),
      ],
      schedules: [{ practice: true }],
    }),
  )
  await signIn(page, world)
  await openExam(page, { name: 'Practice of birds' })
  await sit(page)
  const medal = page.getByRole('img', { name: 'A medal' })
  await expect(medal).toHaveJSProperty('naturalWidth', 16)
  await page.reload()
  await expect(medal).toHaveJSProperty('naturalWidth', 16)
  await back(page).click()
  await page.getByRole('button', { name: 'Result of Practice of birds' }).click()
  await expect(medal).toHaveJSProperty('naturalWidth', 16)
})

test('each attempt of a resit has its own result, and the receipt that belongs to it', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(practice({ allowImmediateResit: true }))
  await signIn(page, world)
  await openExam(page, { name: 'Practice of birds' })
  await sit(page)
  await expect(panel(page)).toContainText('2 of 5')
  await expect(panel(page)).toContainText('Merit')
  await page.getByRole('button', { name: 'Resit' }).click()
  await startExam(page)
  await page.getByRole('radio', { name: 'Otter' }).check({ force: true })
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  await expect(panel(page)).toContainText('0 of 5')
  await back(page).click()

  // The list shows the attempt that is open; the earlier ones are behind it.
  await page.getByRole('button', { name: 'Earlier results of Practice of birds' }).click()
  await expect(panel(page)).toContainText('0 of 5')
  const list = page.getByRole('navigation', { name: 'Your attempts' })
  await expect(list.getByRole('button')).toHaveCount(2)
  await expectNoViolations(page)
  const code = async () => page.getByTestId('receipt').textContent()
  const second = await code()
  await list.getByRole('button', { name: 'Attempt 1' }).click()
  await expect(panel(page)).toContainText('2 of 5')
  await expect(list.getByRole('button', { name: 'Attempt 1' })).toHaveAttribute('aria-current', 'page')
  expect(await code()).not.toBe(second)
  await page.reload()
  await expect(panel(page)).toContainText('2 of 5')
  await page.goBack()
  await expect(panel(page)).toContainText('0 of 5')
  await expect(page.getByRole('button', { name: 'Resit' })).toBeVisible()
})

// RES-307 RES-308
test('the PDF of a practice is made again from the schedules, in a browser that has never seen the exam', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sitwell.arrange(practice({ downloadablePractice: true }))
  await signIn(page, world)
  await openExam(page, { name: 'Practice of birds' })
  await page.getByLabel('Name').fill('Mina Okafor')
  await page.getByRole('button', { name: 'Complete' }).click()
  await sit(page)
  await expect(page.getByRole('link', { name: 'Click Here to Download Your Results' })).toBeVisible()
  await page.close()

  const elsewhere = await (await browser.newContext({ baseURL: sitwell.origin })).newPage()
  await signIn(elsewhere, world)
  await elsewhere.getByRole('button', { name: 'Result of Practice of birds' }).click()
  await elsewhere.getByRole('button', { name: 'Prepare your results for downloading' }).click()
  const link = elsewhere.getByRole('link', { name: 'Click Here to Download Your Results' })
  await expect(link).toBeVisible()
  const downloading = elsewhere.waitForEvent('download')
  await link.click()
  const bytes = await readFile(await (await downloading).path())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(receipt(elsewhere)).toBeVisible()
  await elsewhere.context().close()
})

test('a result that is shown no longer, or never was there, is said plainly, and leads back', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    practice({}, { settings: { ResultsDays: '0' }, schedules: [{ practice: true, state: { completed: true } }] }),
  )
  await signIn(page, world)
  await expect(card(page)).toContainText('Its result is shown no longer.')
  await expect(card(page).getByRole('button')).toHaveCount(0)
  await page.goto(`/result/${world.exams[0]?.examGuid}`)
  await expect(page.getByRole('heading', { name: 'This result is shown no longer' })).toBeVisible()
  await expectNoViolations(page)
  await back(page).click()
  await expect(page).toHaveURL(/\/schedules$/)
  await page.goto('/result/no-such-exam')
  await expect(page.getByRole('heading', { name: 'There is no result here yet' })).toBeVisible()
})

test('without a connection a clear word stands in the result’s place, and the next try shows it', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(practice({}, { schedules: [{ practice: true, state: { completed: true } }] }))
  await signIn(page, world)
  await page.route(`**/${attempts.path}*`, (route) => route.abort())
  await page.getByRole('button', { name: 'Result of Practice of birds' }).click()
  const why = page.getByText('Your result can’t be shown without a connection.')
  await expect(why).toBeVisible()
  await expectNoViolations(page)
  const boxes = [page.getByText('Please try again in a few moments.'), why, back(page)].map((one) => one.boundingBox())
  const [above, words, way] = await Promise.all(boxes)
  if (!above || !words || !way) throw new Error('The card has no room for its words.')
  expect(words.y - above.y - above.height).toBeGreaterThan(12)
  expect(way.y - words.y - words.height).toBeGreaterThan(12)
  await page.unroute(`**/${attempts.path}*`)
  await page.getByTestId('network-error').getByRole('button', { name: 'Retry' }).click()
  await expect(panel(page)).toBeVisible()
})

test('a result that is held back says why, and is asked for again', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(practice({}, { schedules: [{ practice: true, state: { completed: true } }] }))
  await sitwell.changeReply(page, result, (reply) => ({ ...(reply as object), marked: false, held: true, awaitingPerson: 0 }))
  await signIn(page, world)
  await page.getByRole('button', { name: 'Result of Practice of birds' }).click()
  await expect(panel(page)).toContainText('your exam is being marked again')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect(panel(page)).toContainText('of 5')
})

test('an exam that nobody marks says so', async ({ page, sitwell }) => {
  const spec = practice()
  const unmarked = exam({ name: 'Practice of birds', questions: [radio('Which is it?', ['One', 'Two'], 0, { marks: 0 })] })
  const world = await sitwell.arrange({
    ...spec,
    exams: [unmarked],
    schedules: [{ practice: true, state: { completed: true } }],
  })
  await signIn(page, world)
  await page.getByRole('button', { name: 'Result of Practice of birds' }).click()
  await expect(panel(page)).toHaveText('This exam isn’t marked.')
})

test('the page of a result is read from right to left in Arabic, and fits a phone', async ({ page, sitwell }) => {
  const arabic = { organisation: { languageId: 2 }, people: [person({ languageId: 2 })] }
  const world = await sitwell.arrange(
    practice({ allowImmediateResit: true }, { ...arabic, schedules: [{ practice: true, state: { completed: true } }] }),
  )
  await resize(page, { width: 390, height: 844 })
  await signIn(page, world, { at: `/result/${world.exams[0]?.examGuid}` })
  await expect(page.getByRole('heading', { name: 'اكتمل التقييم' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  await expectNoViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a page after the exam that is loaded again once its result is shown no longer says so, and leads to the schedules', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(practice())
  await signIn(page, world)
  await openExam(page, { name: 'Practice of birds' })
  await sit(page)
  await expect(complete(page)).toBeVisible()
  await page.route(
    (url) => url.pathname.endsWith(`/${result.path}`),
    (route) => route.fulfill({ status: 403, json: { error: { code: 'RESULTS_OVER', message: 'Over.' } } }),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This result is shown no longer' })).toBeFocused()
  await expect(page.getByTestId('no-result')).toContainText('Your exam is kept')
  await expectNoViolations(page)
  await back(page).press('Enter')
  await expect(page).toHaveURL(/\/schedules$/)
})
