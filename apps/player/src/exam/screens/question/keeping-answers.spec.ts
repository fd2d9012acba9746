import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import {
  enterExam,
  exam,
  expect,
  expectNoViolations,
  longText,
  openExam,
  organisation,
  radio,
  signIn,
  startExam,
  test,
  type World,
} from '../../../../../../e2e/fixtures.ts'
import { killTab } from '../../../../../../e2e/kill-tab.ts'
import { pressFinish } from '../../../../../../e2e/press-finish.ts'
import { sessionOf } from '../../../../../../e2e/session-of.ts'
import { resize } from '../../../../../../e2e/settled.ts'
import { sitExam } from '../../../../../../e2e/sit-questions.ts'
import type { Sitwell } from '../../../../../../e2e/sitwell.ts'
import { activityLog, saveAnswer, saveTime } from '../../../../../../packages/contract/src/calls.ts'

const storedWith = (settings: Record<string, unknown>) =>
  organisation({
    exams: [
      exam({
        name: 'Kept exam',
        settings: { examTime: 3600, ...settings },
        questions: [
          radio('Which is a fish?', ['Salmon', 'Otter'], 0),
          longText('Describe a lake.'),
          radio('Which is a bird?', ['Otter', 'Heron'], 1),
        ],
      }),
    ],
  })
const savedText = storedWith({})

const sit = (page: Page, sitwell: Sitwell) => sitExam(page, sitwell, savedText)
const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check({ force: true })
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
/** The address, and where the learner is kept to be, follow a frame after the question shows. */
const standsAt = (page: Page, number: number) => expect(page).toHaveURL(new RegExp(`q${number}$`))
const question = (page: Page, number: number) => page.getByRole('heading', { name: `Question ${number}`, exact: true })
const state = (page: Page) => page.getByTestId('saved-state')
const texts = async (sitwell: Sitwell, world: World) => (await sitwell.answersOf(world)).map(({ answerText }) => answerText)

// SAVE-301 SAVE-307
test('a choice is on the server at once, a text when its question is left, and the learner sees where it is', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await expect(state(page)).toHaveAttribute('data-state', 'none')
  await choose(page, 'Salmon')
  await expect(state(page)).toHaveText('Saved')
  await next(page)
  await page.getByRole('textbox').fill('Deep and cold.')
  await expect(state(page)).toHaveText('Kept on this device')
  await next(page)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(state(page)).toHaveText('Saved')
  const held = await sitwell.answersOf(world)
  expect(held.map(({ answerText }) => answerText)).toEqual(expect.arrayContaining(['Salmon', 'Deep and cold.']))
})

// LOG-101 SAVE-301 SAVE-304
test('answers, the time and what the learner did are on the server while the exam goes on', async ({ page, sitwell }) => {
  await page.clock.install()
  const saved = new Set<string>()
  page.on('response', (response) => {
    const call = [saveAnswer, saveTime, activityLog].find(({ path }) => response.url().includes(path.split(/[:{]/)[0] ?? path))
    if (call && response.ok()) saved.add(call.name)
  })
  const world = await sitwell.arrange(savedText)
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  await choose(page, 'Salmon')
  await expect(state(page)).toHaveText('Saved')
  await page.clock.runFor(61_000)
  await expect.poll(() => [...saved].sort()).toEqual(['activityLog', 'saveAnswer', 'saveTime'])
  expect((await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toEqual(['Salmon'])
  // 6 is the start, 1 an answer that the server has.
  await expect
    .poll(async () => (await sitwell.recordingsOf(world))[0]?.recording.activities.map(({ type }) => type))
    .toEqual(expect.arrayContaining([6, 1]))
  await expect(page.getByRole('button', { name: 'Finish' })).toBeVisible()
})

// SAVE-308
test('a text is on the server when its learner leaves the exam for another page, though its question was not left', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    organisation({ exams: [exam({ name: 'Text', questions: [longText('Describe a lake.')] })] }),
  )
  await enterExam(page, world)
  await page.goto('/schedules')
  await openExam(page, { name: 'Text' })
  await page.getByRole('textbox').fill('Deep and c')
  await expect(state(page)).toHaveText('Kept on this device')
  await page.goBack()
  await page.getByRole('alertdialog', { name: 'Leave the exam?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/schedules$/)
  await expect.poll(async () => (await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toEqual(['Deep and c'])
})

// SAVE-302 LOG-102 Q-205
test('a tab that is killed loses nothing: answers, a half-typed text, the bookmark and the question are as they were', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await choose(page, 'Salmon')
  await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
  await next(page)
  await standsAt(page, 2)
  await page.route(`**/${saveAnswer.path}`, (route) => route.abort())
  await page.getByRole('textbox').fill('Deep and c')
  await expect(state(page)).toHaveText('Kept on this device')
  const stored = await page.evaluate(() => JSON.stringify(sessionStorage))
  await killTab(page)
  const again = await context.newPage()
  await again.addInitScript((entries: string) => {
    for (const [name, value] of Object.entries(JSON.parse(entries) as Record<string, string>))
      sessionStorage.setItem(name, value)
  }, stored)
  await again.goto(`/exam/${world.exams[0]?.examGuid}`)
  await expect(question(again, 2)).toBeVisible()
  await expect(again.getByRole('textbox')).toHaveValue('Deep and c')
  await again.getByRole('button', { name: 'Previous' }).click()
  await expect(again.getByRole('radio', { name: 'Salmon' })).toBeChecked()
  await expect(again.getByRole('button', { name: 'Bookmark', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toContain('Deep and c')
})

// SAVE-302 SAVE-308
test('a text that is typed up to the moment in which the page is loaded again is there to its last letter', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell)
  await next(page)
  await standsAt(page, 2)
  await page.route(`**/${saveAnswer.path}`, (route) => route.abort())
  // Leaving an exam asks.
  page.on('dialog', (dialog) => dialog.accept())
  await page.getByRole('textbox').pressSequentially('Deep and cold, to the last letter')
  await page.reload()
  await expect(page.getByRole('textbox')).toHaveValue('Deep and cold, to the last letter')
})

// NET-111
test('a page that is loaded again while a save is being answered tells of no lost connection', async ({ page, sitwell }) => {
  await page.addInitScript((path) => {
    const { fetch } = window
    window.fetch = async (...request) => {
      const answer = await fetch(...request)
      if (String(request[0]).endsWith(path)) Object.assign(window, { hasBegun: true })
      return answer
    }
  }, saveAnswer.path)
  const world = await sit(page, sitwell)
  const halfway = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"saved":')
  })
  await new Promise<void>((resolve) => halfway.listen(0, '127.0.0.1', resolve))
  // A port is known once the server listens.
  const { port } = halfway.address() as AddressInfo
  await page.route(`**/${saveAnswer.path}`, (route) => route.continue({ url: `http://127.0.0.1:${port}` }), { times: 1 })
  // Leaving an exam asks.
  page.on('dialog', (dialog) => dialog.accept())
  await choose(page, 'Salmon')
  // The page has its first bytes, and waits for more.
  await page.waitForFunction(() => 'hasBegun' in window)
  await page.reload()
  halfway.closeAllConnections()
  halfway.close()
  await expect(page.getByRole('radio', { name: 'Salmon' })).toBeChecked()
  await expect.poll(() => texts(sitwell, world)).toEqual(['Salmon'])
  await expect(state(page)).toHaveText('Saved')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

/** The ways in which a page goes for good, with its learner. */
const departures: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'its tab is closed': (page) => page.close(),
  'another site is opened in its tab': (page) => page.goto('about:blank'),
  'its tab goes behind another': (page) =>
    page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    }),
}
for (const [departure, leave] of Object.entries(departures))
  test(`a text reaches the server when ${departure}, though nobody ever comes back to it`, async ({ page, sitwell }) => {
    const world = await sit(page, sitwell)
    await next(page)
    // Leaving an exam asks.
    page.on('dialog', (dialog) => dialog.accept())
    await page.getByRole('textbox').pressSequentially('Deep and cold, to the last letter')
    await leave(page)
    await expect.poll(() => texts(sitwell, world)).toEqual(['Deep and cold, to the last letter'])
  })

const fillDisk = (page: Page) =>
  page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
  })
const lake = async (page: Page) => {
  await page.getByRole('textbox').fill('Deep and cold.')
  await next(page)
  await expect(question(page, 3)).toBeVisible()
}

test('what a full disk didn’t take is sent after the next sign-in in the tab, though the session was over', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await next(page)
  await fillDisk(page)
  await page.getByRole('textbox').fill('Deep and cold.')
  // Signed in elsewhere: the session of this page is over, and the page hears of it by itself.
  await sessionOf(world, world.people[0])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await page.locator('input[name="username"]').fill(world.people[0].username)
  await page.locator('input[name="password"]').fill(world.people[0].password)
  expect(await sitwell.answersOf(world)).toEqual([])
  await page.locator('form button[type="submit"]').click()
  // Whether a notice tells of it depends on whether the page had tried to send it before it heard.
  await expect.poll(() => texts(sitwell, world)).toEqual(['Deep and cold.'])
})

test('what a full disk didn’t take, and the server neither, is there after the page is loaded again', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await next(page)
  await fillDisk(page)
  await page.route(`**/${saveAnswer.path}`, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  // What outlives the page goes past the route.
  await page.evaluate(() => {
    const { fetch } = globalThis
    globalThis.fetch = (url, init) => (init?.keepalive ? Promise.reject(new TypeError('no network')) : fetch(url, init))
  })
  await lake(page)
  await page.getByRole('button', { name: 'Previous' }).click()
  await standsAt(page, 2)
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByRole('textbox')).toHaveValue('Deep and cold.')
  expect(await sitwell.answersOf(world)).toEqual([])
  await page.unroute(`**/${saveAnswer.path}`)
  await expect.poll(() => texts(sitwell, world)).toEqual(['Deep and cold.'])
})

// QUEUE-309 QUEUE-303 NET-109 QUEUE-302 NET-309
test('without a network the exam goes on, says so quietly, and sends everything when it is back', async ({ page, sitwell }) => {
  const world = await sit(page, sitwell)
  await sitwell.goOffline(page)
  await choose(page, 'Salmon')
  const offline = page.getByText('Working offline: your answers are kept on this device')
  await expect(offline).toBeVisible()
  // On a phone its sign stands beside its words, however many lines they take.
  await resize(page, { width: 320, height: 640 })
  const gap = await offline.evaluate((line) => {
    const range = document.createRange()
    range.selectNodeContents(line)
    range.setStart(line, 1)
    return range.getBoundingClientRect().left - (line.querySelector('svg')?.getBoundingClientRect().right ?? 0)
  })
  expect(gap).toBeLessThan(10)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(state(page)).toHaveText('Kept on this device')
  await next(page)
  await page.getByRole('textbox').fill('Deep.')
  await next(page)
  await choose(page, 'Heron')
  expect(await sitwell.answersOf(world)).toEqual([])
  await sitwell.goOnline(page)
  await expect(page.getByText('Working offline: your answers are kept on this device')).toBeHidden()
  await expect(state(page)).toHaveText('Saved')
  await expect
    .poll(async () => (await sitwell.answersOf(world)).map(({ answerText }) => answerText).sort())
    .toEqual(['Deep.', 'Heron', 'Salmon'])
})

// ERR-324
test('finishing without a network says that it will be saved, and completes when the network is back', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell)
  await choose(page, 'Salmon')
  await expect(state(page)).toHaveText('Saved')
  await sitwell.goOffline(page)
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Oops. Your internet connection was lost' })
  await expect(dialog).toContainText("Not to worry. We'll save your progress as soon as you're back online :)")
  await sitwell.goOnline(page)
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
})

/** Runs in the page: whether a request of its store was tried in vain. */
const hasFailed = () =>
  new Promise<boolean>((resolve) => {
    const opening = indexedDB.open('sitwell')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('requests').objectStore('requests').getAll()
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result.some(({ failed }) => failed))
      }
    }
  })

// NET-110 NET-111 NET-112 QUEUE-305 QUEUE-306
test('an answer that a dead tab left unsent is on the server after the next sign-in, before any exam is opened, and the learner is told', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await sitwell.goOffline(page)
  await choose(page, 'Salmon')
  // A page that goes away sends what it has, unless it knows that nothing gets through.
  await expect(page.getByText('Working offline: your answers are kept on this device')).toBeVisible()
  // What was never tried is no answer whose connection was lost.
  await expect.poll(() => page.evaluate(hasFailed)).toBe(true)
  await page.close()
  await context.setOffline(false)
  expect(await sitwell.answersOf(world)).toEqual([])
  const again = await context.newPage()
  await signIn(again, world)
  const notice = again.getByRole('alertdialog', { name: 'Unsaved answers have been synced!' })
  await expect(notice).toContainText('A connection was lost during a previous exam.')
  await expectNoViolations(again)
  await notice.getByRole('button', { name: 'OK' }).press('Enter')
  await expect(notice).toHaveCount(0)
  await expect.poll(async () => (await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toEqual(['Salmon'])
})

test('what a device could not send before another finished the exam counts, when it comes back soon enough', async ({
  page,
  browser,
  sitwell,
}) => {
  // No marks are told at the end, as the text waits for a person: once they were, nothing of the learner would count any more.
  const world = await sitExam(page, sitwell, storedWith({ resultFeedbackMask: 0 }))
  await choose(page, 'Salmon')
  await expect(state(page)).toHaveText('Saved')
  await next(page)
  await page.getByRole('textbox').fill('Shallow.')
  await next(page)
  await expect.poll(() => texts(sitwell, world)).toContain('Shallow.')
  await page.getByRole('button', { name: 'Previous' }).click()
  await sitwell.goOffline(page)
  await page.getByRole('textbox').fill('Deep.')
  await next(page)
  await expect(page.getByText('Working offline: your answers are kept on this device')).toBeVisible()

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signIn(other, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await pressFinish(other)
  await other.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await other.getByRole('button', { name: 'Finish all the same' }).click()
  await expect(other.getByRole('heading', { name: 'Waiting for your result' })).toBeVisible()
  await elsewhere.close()
  expect((await texts(sitwell, world)).sort()).toEqual(['Salmon', 'Shallow.'])

  // The other sign-in has ended this one's session: what waits is sent after the next.
  await sitwell.goOnline(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  // The page goes there by itself. A `goto` that meets a page on its way elsewhere is at times dropped by Chromium, and never answered.
  await expect(page).toHaveURL(/\/login\?/)
  await signIn(page, world)
  await expect.poll(async () => (await texts(sitwell, world)).sort()).toEqual(['Deep.', 'Salmon'])
  await expect(page.getByRole('listitem').filter({ hasText: 'Kept exam' })).toContainText('Completed')
})
