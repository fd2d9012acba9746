import type { Browser, Page } from '@playwright/test'
import { type LearnerAction, noteLearnerActions, pageReport, restBreak } from '@sitwell/contract'
import {
  enterExam,
  exam,
  expect,
  expectNoViolations,
  organisation,
  person,
  radio,
  signIn,
  test,
  type World,
} from '../../../../../../e2e/fixtures.ts'
import { invigilator } from '../../../../../../e2e/invigilator.ts'
import { owner, signInToOffice } from '../../../../../../e2e/office-people.ts'
import { holdClock, runUntilShown } from '../../../../../../e2e/pass-time.ts'
import { resize, settled } from '../../../../../../e2e/settled.ts'
import { startExam } from '../../../../../../e2e/sign-in.ts'

const trees = ['Ash', 'Beech']
const college = () =>
  organisation({
    settings: { OfficeSecondStep: 'off', AllowRemotePause: '1' },
    people: [person({ username: 'lena', firstName: 'Lena', lastName: 'Lind' }), owner(), invigilator],
    exams: [
      exam({
        name: 'Trees',
        settings: { examTime: 3600 },
        questions: [radio('Which leaf?', trees, 0), radio('Which bark?', trees, 0)],
      }),
    ],
    schedules: [{ username: 'lena' }],
  })

/** An exams officer gives the learner rest breaks, in the office. */
const allowRest = async (browser: Browser, world: World, minutes: string) => {
  const officer = await (await browser.newContext()).newPage()
  await signInToOffice(officer, world, `/people/${world.people[0].userId}`, 'owner')
  const region = officer.getByRole('region', { name: 'Accommodations' })
  await region.getByRole('button', { name: 'Add', exact: true }).click()
  await officer.getByRole('textbox', { name: 'Rest breaks in minutes' }).fill(minutes)
  await officer.getByRole('textbox', { name: 'Approved by' }).fill('Dr Vane')
  await officer.getByRole('textbox', { name: 'Based on' }).fill('Letter of the school')
  await officer.getByRole('button', { name: 'Save' }).click()
  await expect(region.getByText(`rest breaks, ${minutes} minutes in all`).first()).toBeVisible()
  await officer.context().close()
}

const restButton = (page: Page) => page.getByRole('button', { name: /^Rest break/ })
const restTitle = (page: Page) => page.getByRole('heading', { name: 'You have a rest break' })
const question = (page: Page, number: number) => page.getByRole('heading', { name: `Question ${number}`, exact: true })

/** What a page reports and is answered, and what it says that it received, in the place of the server. */
const staffOf = async (page: Page) => {
  const staff = { actions: [] as LearnerAction[], delivered: [] as string[], acknowledged: [] as string[], isReachable: true }
  const reports: { leftMs?: number; unsent: number; deviceMs: number }[] = []
  await page.route(`**/${pageReport.path}`, async (route) => {
    reports.push(route.request().postDataJSON())
    if (staff.isReachable) await route.fulfill({ json: { actions: staff.actions } })
    else await route.abort()
  })
  await page.route(`**/${noteLearnerActions.path}`, async (route) => {
    if (!staff.isReachable) return route.abort()
    const body = route.request().postDataJSON()
    staff.delivered.push(...body.delivered)
    staff.acknowledged.push(...body.acknowledged)
    staff.actions = staff.actions.filter(({ actionID }) => !body.acknowledged.includes(actionID))
    return route.fulfill({ json: { noted: 1 } })
  })
  return { staff, reports }
}
const message = (actionID: string, text: string, minute: number): LearnerAction => ({
  ...{ actionID, kind: 'message', text },
  at: `2026-12-03T10:0${minute}:00Z`,
})
const region = (page: Page) => page.getByRole('region', { name: 'Message from your invigilator' })

test('a rest break stops the clock and hides the questions until the learner goes on, by keys alone; what is left is said', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await allowRest(browser, world, '10')
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await expect(page.getByText('Rest breaks', { exact: true })).toBeVisible()
  await expect(page.getByText('10 minutes', { exact: true })).toBeVisible()
  await startExam(page)
  await expect(restButton(page)).toHaveAccessibleName('Rest break 10 minutes left')
  await expectNoViolations(page)
  await restButton(page).focus()
  await expect(restButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(restTitle(page)).toBeFocused()
  await expect(page.getByRole('main')).toContainText('Your time stands still, and your answers are saved.')
  await expect(
    page.getByText(/^Your exam goes on by itself in (10 minutes|9 minutes and \d+ seconds)\.$/).first(),
  ).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expectNoViolations(page)
  await page.keyboard.press('Tab')
  const back = page.getByRole('button', { name: 'Go on with the exam' })
  await expect(back).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page, 1)).toBeFocused()
  await expect(restButton(page)).toHaveAccessibleName(/^Rest break 9 minutes and \d+ seconds left$/)
  await page.getByRole('radio', { name: 'Ash' }).click()
  await expect(page.getByRole('radio', { name: 'Ash' })).toBeChecked()
})

test('a break on one device hides the exam on the other, and whoever loads the page again in it goes on from there', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await allowRest(browser, world, '5')
  await enterExam(page, world)
  await restButton(page).click()
  await expect(restTitle(page)).toBeVisible()
  await page.reload()
  await expect(restTitle(page)).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.getByRole('button', { name: 'Go on with the exam' }).click()
  await expect(question(page, 1)).toBeVisible()
  await expect(restButton(page)).toHaveAccessibleName(/^Rest break 4 minutes and \d+ seconds left$/)
})

test('without a network no break begins, and the time goes on; once it is used up the exam goes on by itself', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await allowRest(browser, world, '2')
  await enterExam(page, world)
  await expect(restButton(page)).toBeEnabled()
  await page.route(`**/${restBreak.path}`, (route) => route.abort())
  await restButton(page).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'The rest break has not begun: there is no connection.' }),
  ).toBeVisible()
  await expect(question(page, 1)).toBeVisible()
  await page.unroute(`**/${restBreak.path}`)
  await restButton(page).click()
  await expect(restTitle(page)).toBeVisible()
  await page.clock.install()
  await holdClock(page)
  await sitwell.letPass(world, 125)
  await page.clock.runFor(125_000)
  await runUntilShown(page, question(page, 1))
  await runUntilShown(page, page.getByRole('button', { name: 'Rest break none left' }))
  await expect(restButton(page)).toBeDisabled()
})

// OFFICE-106
test('messages stand above the question one after the other until they are confirmed, cover nothing of it and are spoken once', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  const { staff } = await staffOf(page)
  const long = 'Please read question 3 again. '.repeat(60)
  staff.actions = [message('b', long, 2), message('a', 'The fire alarm is a test.', 1)]
  await enterExam(page, world)
  await expect(region(page).getByText('The fire alarm is a test.')).toBeVisible()
  await expect(region(page).getByText('1 more after this')).toBeVisible()
  await expect.poll(() => staff.delivered.toSorted()).toEqual(['a', 'b'])
  expect(staff.acknowledged).toEqual([])
  const status = page.getByRole('status').filter({ hasText: 'Message from your invigilator: The fire alarm is a test.' })
  await expect(status).toHaveCount(1)
  await settled(page)
  const [box, bar] = [await region(page).boundingBox(), await page.getByRole('region', { name: 'Exam' }).first().boundingBox()]
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1)
  await expectNoViolations(page)

  const read = region(page).getByRole('button', { name: 'I have read this' })
  await read.focus()
  await expect(read).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(region(page).getByText('Please read question 3 again.').first()).toBeVisible()
  await expect.poll(() => staff.acknowledged).toEqual(['a'])
  await expect(read).toBeFocused()
  const words = region(page).getByRole('group')
  await expect.poll(() => words.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true)
  for (const size of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 320, height: 640 },
  ]) {
    await resize(page, size)
    await expect(read).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('timer')).toBeInViewport({ ratio: 1 })
    await expect(question(page, 1)).toBeInViewport()
  }
  await expectNoViolations(page)
  await expect(read).toBeFocused()
  // A press just after the button has moved, as the window changed, counts for nothing.
  await expect(async () => {
    if ((await region(page).count()) > 0) await read.press('Enter', { timeout: 1000 })
    await expect(region(page)).toHaveCount(0, { timeout: 1000 })
  }).toPass({ intervals: [300] })
  await expect.poll(() => staff.acknowledged).toEqual(['a', 'b'])
})

test('a message that is confirmed without a network is told after a reload, and not shown again', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  const { staff } = await staffOf(page)
  staff.actions = [message('a', 'Sit down, please.', 1)]
  await enterExam(page, world)
  await expect(region(page)).toBeVisible()
  staff.isReachable = false
  await region(page).getByRole('button', { name: 'I have read this' }).click()
  await expect(region(page)).toHaveCount(0)
  await page.reload()
  staff.isReachable = true
  await expect(question(page, 1)).toBeVisible()
  await page.clock.install()
  await page.clock.runFor(25_000)
  await expect.poll(() => staff.acknowledged).toEqual(['a'])
  await expect(region(page)).toHaveCount(0)
})

// OFFICE-104
test('the page reports its own time, its unsent answers and its device’s clock, which may be wrong, and nothing once it is over', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  const { reports } = await staffOf(page)
  await page.clock.install()
  await enterExam(page, world)
  await expect.poll(() => reports.length).toBeGreaterThan(0)
  const [first] = reports
  expect(first?.leftMs).toBeGreaterThan(3_580_000)
  expect(first?.leftMs).toBeLessThanOrEqual(3_600_000)
  await holdClock(page)
  const before = reports.length
  await page.clock.runFor(23_000)
  await expect.poll(() => reports.length).toBeGreaterThan(before)
  const last = reports.at(-1)
  expect(last?.unsent).toBe(0)
  expect(Math.abs((last?.deviceMs ?? 0) - (await page.evaluate(() => Date.now())))).toBeLessThan(24_000)
  expect((first?.leftMs ?? 0) - (last?.leftMs ?? 0)).toBeGreaterThan(9000)
})
