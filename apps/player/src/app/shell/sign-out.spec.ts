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
import { pressFinish } from '../../../../../e2e/press-finish.ts'
import { sitExam } from '../../../../../e2e/sit-questions.ts'
import type { Sitwell } from '../../../../../e2e/sitwell.ts'
import { storedHere } from '../../../../../e2e/stored-here.ts'
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
  await pressFinish(page)
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

const words = 'Deep and cold, with trout.'
/** What this browser holds of the paper, of what was answered, and of who sat it. */
const traces = async (page: Page) =>
  (await storedHere(page)).match(/Describe a lake|A river|Deep and cold|Lakes|Okafor|Network error/g) ?? []
const typeAndSend = async (page: Page) => {
  await page.getByRole('textbox').fill(words)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('textbox').fill('Nothing to say of it.')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  // The exam is kept a moment after it began.
  await expect.poll(() => traces(page)).toEqual(expect.arrayContaining(['Describe a lake', 'Deep and cold', 'Lakes']))
}
/** The stored lines that hold words of the paper, or answers that the server has. The activity log isn't searched: it waits behind refused requests. */
const sentTraces = async (page: Page) =>
  (await storedHere(page))
    .split('\n')
    .filter((line) => /^(answers|exams|examFiles|formRuns|loggedRequests|requestLog) /.test(line))
    .filter((line) => /Describe a lake|A river|Nothing to say|Deep and cold/.test(line))
/** Requests of an exam that reach the server, as its paths. */
const watchSaves = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/(assessment|formrun|error)\//.test(request.url()) && request.method() === 'POST') asked.push(request.url())
  })
  return asked
}

// AUTH-135
test('after a log-off nothing is left of the exam in the browser, and nothing is sent for it at the next sign-in', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await typeAndSend(page)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(response.url())
  })
  await logOff(page).click()
  await expect(dialog(page)).toContainText('All your answers are on the server.')
  await dialog(page).getByRole('button', { name: 'Log off' }).click()
  await page.getByLabel('Username').waitFor()
  await expect.poll(() => traces(page)).toEqual([])
  const left = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
  const ofSession = /examSession|start|leavers|user|tokens|external|outro/
  await expect.poll(async () => (await page.evaluate(left)).filter((key) => ofSession.test(key))).toEqual([])
  expect(refused).toEqual([])
  const asked = watchSaves(page)
  await signInAtLoginPage(page, world)
  await expect(page.getByTestId('schedule')).toHaveCount(1)
  expect(asked).toEqual([])
  await openExam(page, { name: 'Lakes' })
  await expect(page.getByRole('textbox')).toHaveValue(words)
  expect((await texts(sitwell, world)).toSorted()).toEqual([words, 'Nothing to say of it.'])
})

// AUTH-135
test('after a finished exam a log-off leaves nothing of it in the browser', async ({ page, sitwell }) => {
  await sit(page, sitwell)
  await typeAndSend(page)
  await pressFinish(page)
  await dialog(page).getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('heading', { name: 'Waiting for your result' }).waitFor()
  await logOff(page).click()
  await page.getByLabel('Username').waitFor()
  await expect.poll(() => traces(page)).toEqual([])
})

// AUTH-135
test('an answer that could not be sent stays after the log-off, and of all the others nothing', async ({ page, sitwell }) => {
  await sit(page, sitwell)
  await typeAndSend(page)
  await refuseAnswers(page)
  await page.getByRole('textbox').fill('DROP TABLE lakes')
  await logOff(page).click()
  await expect(dialog(page)).toContainText('only on this device: 1 answer. They stay here')
  await dialog(page).getByRole('button', { name: 'Log off' }).click()
  await page.getByLabel('Username').waitFor()
  await expect.poll(() => sentTraces(page)).toEqual([])
  expect(await storedHere(page)).toContain('DROP TABLE lakes')
})

// AUTH-135
test('the sign-in page completes a log-off that was interrupted', async ({ page, sitwell }) => {
  await sit(page, sitwell)
  await typeAndSend(page)
  // As where the browser is closed in the middle of it: none of this is deleted any more.
  await page.evaluate(() => {
    const remove = IDBObjectStore.prototype.delete
    IDBObjectStore.prototype.delete = function (key) {
      if (/^(answers|exams|examFiles)$/.test(this.name)) throw new DOMException('the browser is closing', 'InvalidStateError')
      return remove.call(this, key)
    }
  })
  await logOff(page).click()
  await dialog(page).getByRole('button', { name: 'Log off' }).click()
  await page.getByLabel('Username').waitFor()
  await expect.poll(() => traces(page)).toEqual([])
})

// AUTH-135
test('a log-off in another tab says what an exam that is open in this one has not sent, and leaves nothing else of it', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await typeAndSend(page)
  const letThrough = await refuseAnswers(page)
  await page.getByRole('textbox').fill('Not sent so far.')
  const opened = page.context().waitForEvent('page')
  // The new tab takes over the session of this one.
  await page.evaluate(() => void open('/schedules'))
  const home = await opened
  await expect(home.getByTestId('schedule')).toHaveCount(1)
  await logOff(home).click()
  await expect(dialog(home)).toContainText('only on this device: 1 answer. They stay here')
  await dialog(home).getByRole('button', { name: 'Log off' }).click()
  await home.getByLabel('Username').waitFor()
  await home.close()
  await expect(dialog(page)).toContainText('only on this device: 1 answer.')
  await dialog(page).getByRole('button', { name: 'Sign in again' }).click()
  await page.getByLabel('Username').waitFor()
  await expect.poll(() => sentTraces(page)).toEqual([])
  expect(await storedHere(page)).not.toContain('Network error')
  await letThrough()
  await signInAtLoginPage(page, world, { until: 'rubric' })
  await expect.poll(() => texts(sitwell, world)).toContain('Not sent so far.')
})

// AUTH-135 AUTH-139
test('a log-off because nothing was done leaves nothing of a finished exam in the browser', async ({ page, sitwell }) => {
  await page.clock.install()
  await sit(page, sitwell)
  await typeAndSend(page)
  await pressFinish(page)
  await dialog(page).getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Go on without the result' }).click()
  await page.getByRole('heading', { name: 'Assessment complete' }).waitFor()
  await page.clock.runFor(8 * 60_000)
  await page.clock.runFor(4 * 60_000)
  await expect(page.getByRole('alertdialog', { name: 'You have been logged off' })).toBeVisible()
  await expect.poll(() => traces(page)).toEqual([])
})
