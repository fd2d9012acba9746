import type { Page } from '@playwright/test'
import {
  exam,
  expect,
  expectNoViolations,
  longText,
  openExam,
  organisation,
  signInAtLoginPage,
  test,
} from '../../../../../e2e/fixtures.ts'
import { sitExam } from '../../../../../e2e/sit-questions.ts'
import type { Sitwell } from '../../../../../e2e/sitwell.ts'
import { complete, logout, saveAnswer } from '../../../../../packages/contract/src/calls.ts'

const spec = organisation({
  exams: [
    exam({ name: 'Lakes', settings: { examTime: 3600 }, questions: [longText('Describe a lake.'), longText('A river.')] }),
  ],
})
const sit = (page: Page, sitwell: Sitwell) => sitExam(page, sitwell, spec)
const logOff = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Log off' })
const dialog = (page: Page) => page.getByRole('alertdialog')
const texts = async (sitwell: Sitwell, world: Awaited<ReturnType<typeof sit>>) =>
  (await sitwell.answersOf(world)).map(({ answerText }) => answerText)
const keys = (page: Page) => page.evaluate(() => Object.keys(sessionStorage).filter((key) => /user|tokens/.test(key)))

// SAVE-307 SAVE-308
test('logging off in a running exam asks, sends what was just typed, and lets the learner stay', async ({ page, sitwell }) => {
  const world = await sit(page, sitwell)
  await page.getByRole('textbox').fill('Deep and cold.')
  await logOff(page).click()
  await expect(dialog(page)).toContainText('its time goes on while you are away')
  await expect(dialog(page)).toContainText('All your answers are on the server.')
  expect(await texts(sitwell, world)).toEqual(['Deep and cold.'])
  await expectNoViolations(page)
  await dialog(page).getByRole('button', { name: 'Go on with the exam' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('textbox').fill('Deep, cold and dark.')
  await logOff(page).click()
  await dialog(page).getByRole('button', { name: 'Log off' }).click()
  await expect(page).toHaveURL(new RegExp(`/login\\?${world.urlToken}$`))
  await page.getByLabel('Username').waitFor()
  expect([await texts(sitwell, world), await keys(page)]).toEqual([['Deep, cold and dark.'], []])
})

test('without a network logging off says what is only on the device, keeps it, and opens the sign-in page once there is one', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await sitwell.goOffline(page)
  await page.getByRole('textbox').fill('Nobody has this yet.')
  await logOff(page).click()
  await expect(dialog(page)).toContainText('only on this device: 1 answer.')
  await dialog(page).getByRole('button', { name: 'Log off' }).click()
  await expect(page.getByRole('heading', { name: 'You are logged off' })).toBeFocused()
  expect(await keys(page)).toEqual([])
  expect(await texts(sitwell, world)).toEqual([])
  await sitwell.goOnline(page)
  await expect(page).toHaveURL(new RegExp(`/login\\?${world.urlToken}$`))
  await signInAtLoginPage(page, world, { until: 'rubric' })
  await expect.poll(() => texts(sitwell, world)).toEqual(['Nobody has this yet.'])
})

test('a server that hangs holds no log-off back: what is kept here is cleared at once', async ({ page, sitwell }) => {
  const world = await sit(page, sitwell)
  await page.route(`**/${logout.path}*`, () => {})
  await logOff(page).click()
  await dialog(page).getByRole('button', { name: 'Log off' }).click()
  await expect.poll(() => keys(page)).toEqual([])
  await expect(page).toHaveURL(new RegExp(`/login\\?${world.urlToken}$`))
})

test('answers that the server doesn’t take are told of before the log-off', async ({ page, sitwell }) => {
  await sit(page, sitwell)
  for (const call of [saveAnswer, complete])
    await page.route(`**/${call.path}`, (route) =>
      route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Blocked by the firewall</h1>' }),
    )
  await page.getByRole('textbox').fill('DROP TABLE lakes')
  await logOff(page).click()
  await expect(dialog(page)).toContainText('only on this device: 1 answer.')
})

/** A firewall takes no answer; answers what ends that. */
const refuseAnswers = async (page: Page) => {
  await page.route(`**/${saveAnswer.path}`, (route) =>
    route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Blocked by the firewall</h1>' }),
  )
  return () => page.unroute(`**/${saveAnswer.path}`)
}

// NAV-321
test('the way back out of an exam says what stays only here, and a next sign-in sends it', async ({ page, sitwell }) => {
  await page.clock.install()
  const world = await sit(page, sitwell)
  await page.goto('/schedules')
  await openExam(page, { name: 'Lakes' })
  await page.getByRole('textbox').waitFor()
  const letThrough = await refuseAnswers(page)
  await page.getByRole('textbox').fill('DROP TABLE lakes')
  await page.goBack()
  await expect(dialog(page)).toContainText('Leave the exam?')
  await page.clock.runFor(6000)
  await expect(dialog(page)).toContainText('only on this device: 1 answer. They stay here')
  await expectNoViolations(page)
  await dialog(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/schedules$/)
  expect(await texts(sitwell, world)).toEqual([])
  await letThrough()
  await signInAtLoginPage(page, world, { until: 'rubric' })
  await expect.poll(() => texts(sitwell, world)).toEqual(['DROP TABLE lakes'])
})

// AUTH-139
test('a log-off because nothing was done says what stays only here, with the file to hand it in', async ({ page, sitwell }) => {
  await page.clock.install()
  await sit(page, sitwell)
  await refuseAnswers(page)
  await page.getByRole('textbox').fill('DROP TABLE lakes')
  await page.getByRole('button', { name: 'Finish' }).click()
  await dialog(page).getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  await page.getByRole('main').getByText('Answers that are only on this device: 1.').waitFor()
  await page.clock.runFor(8 * 60_000)
  await page.clock.runFor(4 * 60_000)
  const left = page.getByRole('alertdialog', { name: 'You have been logged off' })
  await expect(left).toContainText('only on this device: 1 answer.')
  await expect(left.getByRole('button', { name: 'Save your answers as a file' })).toBeVisible()
  await expect.poll(() => keys(page)).toEqual([])
})

// AUTH-141
test('a sign-in elsewhere says how many answers are on this device alone', async ({ page, browser, sitwell }) => {
  const world = await sit(page, sitwell)
  await sitwell.goOffline(page)
  await page.getByRole('textbox').fill('Nobody has this yet.')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('textbox').fill('Nor this.')
  const elsewhere = await browser.newPage()
  await signInAtLoginPage(elsewhere, world)
  await sitwell.goOnline(page)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(dialog(page)).toContainText('You have signed in somewhere else')
  await expect(dialog(page)).toContainText('only on this device: 2 answers.')
  await elsewhere.close()
})
