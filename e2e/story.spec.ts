import type { Page } from '@playwright/test'
import { expect, expectNoViolations, organisation, test, type World } from './fixtures.ts'
import { killTab } from './kill-tab.ts'
import { pressFinish } from './press-finish.ts'
import { confirmRubric, openExam, startExam } from './sign-in.ts'
import type { Sitwell } from './sitwell.ts'
import { hasTechnicianPaper, marksByKey, technicianKey, technicianPackage, whyNot } from './technician.ts'

const examName = 'Amateur Radio Technician, Element 2'
const letters = ['A', 'B', 'C', 'D'] as const

const arrangePaper = (sitwell: Sitwell): Promise<World> =>
  sitwell.arrange(organisation({ exams: [], packages: [technicianPackage], schedules: [{ password: 'open sesame' }] }))

const heading = (page: Page, number: number) => page.getByRole('heading', { level: 1, name: `Question ${number}`, exact: true })
const saved = (page: Page) => page.locator('[data-testid="saved-state"][data-state="on-server"]')

/** Which option the story gives to a question: the first four letters in turn, so that some are right and some are wrong. */
const letterFor = (number: number) => letters[number % letters.length] ?? 'A'

const choose = async (page: Page, number: number) => {
  await expect(heading(page, number)).toBeVisible()
  await page
    .getByRole('radio')
    .nth(letters.indexOf(letterFor(number)))
    .click()
}

/** Opens the questions where the window is too narrow to show them beside the question. */
const pickQuestion = async (page: Page, number: number) => {
  const button = page.getByRole('button', { name: new RegExp(`^Question ${number}, `) })
  // The questions that were opened before may be just closing, and are gone then.
  await expect(async () => {
    if (!(await button.isVisible())) await page.getByRole('button', { name: 'Questions', exact: true }).click()
    await button.click({ timeout: 5000 })
  }).toPass()
  await expect(heading(page, number)).toBeVisible()
}

const signInAgain = async (page: Page, world: World) => {
  await page.goto(world.loginPath)
  await page.getByLabel('Username').fill('learner')
  await page.locator('input[name="password"]').fill('learner')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/rubric$/)
  await confirmRubric(page)
}

const passGate = async (page: Page, password: string) => {
  await page.locator('input[type="password"]').fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
}

/** Milliseconds of the page's own clock, which continues however long the machine takes. */
const now = (page: Page) => page.evaluate(() => Date.now())

const minutesLeft = async (page: Page) => {
  const timer = page.getByRole('timer')
  await expect(timer).toHaveText(/^\d+m$/)
  return Number.parseInt((await timer.textContent()) ?? '', 10)
}

/** Time goes by in steps that are shorter than what counts as a changed clock. */
const letMinutesPass = async (page: Page, minutes: number) => {
  for (let step = 0; step < minutes * 2; step += 1) await page.clock.runFor(30_000)
}

// NAV-202 NAV-205 NAV-301 NAV-302 NAV-304 NAV-305 NAV-306 NAV-307 NAV-323 NAV-324 NAV-325 SAVE-301 SAVE-302 FIN-301 FIN-303 FIN-311 ERR-104 ERR-204
for (const [name, viewport] of [
  ['wide', { width: 1280, height: 800 }],
  ['narrow', { width: 390, height: 844 }],
] as const)
  test(`a learner sits a certification paper from sign-in to result, over a killed tab and a lost network (${name})`, async ({
    page: firstPage,
    context,
    sitwell,
  }) => {
    test.skip(!hasTechnicianPaper, whyNot)
    const world = await arrangePaper(sitwell)
    let page = firstPage
    await page.setViewportSize(viewport)
    await context.clock.install()

    // A wrong password once, then the right one.
    await page.goto(world.loginPath)
    await page.getByLabel('Username').fill('learner')
    await page.locator('input[name="password"]').fill('wrong')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByText(/username and password don’t match/)).toBeVisible()
    await expect(page.locator('input[name="password"]')).toHaveValue('')
    await signInAgain(page, world)

    // A wrong exam password once.
    await openExam(page, { name: examName })
    await passGate(page, 'open barley')
    await expect(page.getByText('Invalid password')).toBeVisible()
    await passGate(page, 'open sesame')
    await expect(page).toHaveURL(/\/intro$/)
    await startExam(page)
    await expect(heading(page, 1)).toBeVisible()
    const begun = await now(page)
    await expectNoViolations(page)

    // By mouse and Next, then by arrow keys.
    for (let number = 1; number <= 6; number += 1) {
      await choose(page, number)
      await page.getByRole('button', { name: 'Next' }).click()
    }
    for (let number = 7; number <= 12; number += 1) {
      await choose(page, number)
      // Among the options an arrow key would choose another.
      await heading(page, number).focus()
      await page.keyboard.press('ArrowRight')
    }
    await expect(heading(page, 13)).toBeVisible()
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(heading(page, 12)).toBeVisible()
    await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
    await expect(saved(page)).toBeVisible()
    await expect(page.getByText('12 / 35')).toBeVisible()

    // Ten minutes go by, which the server hears of though they take a second here, and the tab dies.
    const heard = page.waitForResponse(
      (reply) => reply.url().endsWith('/savetime') && reply.request().postDataJSON().timeRemaining < 51 * 60,
    )
    await letMinutesPass(page, 10)
    await heard
    const timeLeft = await minutesLeft(page)
    expect(Math.abs(60 - ((await now(page)) - begun) / 60_000 - timeLeft)).toBeLessThan(1.5)
    await expect.poll(async () => (await sitwell.answersOf(world)).length).toBe(12)
    await killTab(page)

    // Opened again: every answer, the bookmark, the question and the time are as they were.
    page = await context.newPage()
    await page.setViewportSize(viewport)
    await signInAgain(page, world)
    await openExam(page, { name: examName })
    await passGate(page, 'open sesame')
    await expect(heading(page, 12)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Bookmark', exact: true })).toHaveAttribute('aria-pressed', 'true')
    // To the minute, one of which may just have ended.
    expect(Math.abs((await minutesLeft(page)) - timeLeft)).toBeLessThanOrEqual(1)
    for (let number = 1; number <= 12; number += 1) {
      await pickQuestion(page, number)
      const row = page.getByRole('radio').nth(letters.indexOf(letterFor(number)))
      await expect(row).toBeChecked()
    }

    // A minute without a network, and three answers in it.
    await sitwell.goOffline(page)
    for (const number of [13, 14, 15]) {
      await pickQuestion(page, number)
      await choose(page, number)
    }
    await expect(page.getByTestId('saved-state')).toHaveText('Kept on this device')
    await expect(page.getByText('Working offline: your answers are kept on this device')).toBeVisible()
    await letMinutesPass(page, 1)
    expect(await sitwell.answersOf(world)).toHaveLength(12)
    await sitwell.goOnline(page)
    await letMinutesPass(page, 1)
    await expect.poll(async () => (await sitwell.answersOf(world)).length).toBe(15)
    await expect(saved(page)).toBeVisible()

    // The rest through the navigation panel; the last two are left open.
    for (let number = 16; number <= 33; number += 1) {
      await pickQuestion(page, number)
      await choose(page, number)
    }
    await expect.poll(async () => (await sitwell.answersOf(world)).length).toBe(33)

    // Finish: the unanswered questions are counted, shown, and lead back.
    await pressFinish(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
    const unanswered = page.getByRole('alertdialog')
    await unanswered.getByRole('button', { name: 'Show what is open' }).click()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/^34/, /^35/])
    // By a key: in a narrow window it stands where the dialog's button was just clicked, and a second click there would be one with the first.
    await page.getByRole('button', { name: /^Question 35/ }).press('Enter')
    await choose(page, 35)
    await pressFinish(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Not answered: 1')
    await page.getByRole('button', { name: 'Finish all the same' }).click()

    // The marks are those that the key gives.
    await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
    const answers = await sitwell.answersOf(world)
    expect(answers).toHaveLength(34)
    expect(answers.every(({ optionIds }) => optionIds.length === 1)).toBe(true)
    // An option's id says nothing of its letter, so that is told by what was pressed: the key has the questions in the paper's order.
    const answered = new Set(answers.map(({ questionId }) => questionId))
    const pressed = [...technicianKey().keys()].map((id, index) => [id, letterFor(index + 1)] as const)
    const chosen = new Map(pressed.filter(([id]) => answered.has(id)))
    expect(chosen.size).toBe(34)
    await expect(page.getByText(`${marksByKey(chosen)} of 35`)).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(/\/schedules$/)
    await expect(page.getByRole('listitem').filter({ hasText: examName })).toContainText(/completed/i)
  })
