import {
  exam,
  expect,
  expectNoViolations,
  organisation,
  person,
  signIn,
  signInAtLoginPage,
  test,
} from '../../../../e2e/fixtures.ts'
import { installedVersion } from '../../../../e2e/installed-version.ts'
import { makeCourse } from '../../../../e2e/make-course.ts'
import { resize } from '../../../../e2e/settled.ts'
import { work } from '../../../../packages/contract/src/calls.ts'

const aPast = '2026-01-02T03:04:00Z'
const aFuture = '2027-06-03T14:30:00Z'

// SCH-201 SCH-207 SCH-208 SCH-209 SCH-213
test('each assessment shows its name, its info and its dates in the long format', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    organisation({
      exams: [{ name: 'Paint and solvents', questions: [{ type: 'STATICTEXT', text: 'Read this.' }] }],
      schedules: [{ info: 'Hall 3, seat 12', startDt: aPast, completeDt: aFuture }],
    }),
  )
  await signIn(page, world)
  const card = page.getByTestId('schedule')
  await expect(card).toHaveCount(1)
  await expect(card.getByRole('heading', { name: 'Paint and solvents' })).toBeVisible()
  await expect(card.getByText('Hall 3, seat 12')).toBeVisible()
  await expect(card.getByText('Friday, January 2nd 2026, 03:04')).toBeVisible()
  await expect(card.getByText('Thursday, June 3rd 2027, 15:30')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
})

// SCH-214 NAV-217
test('on a phone the dates are short and nothing is wider than the screen', async ({ page, sitwell }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const world = await sitwell.arrange(organisation({ schedules: [{ startDt: aPast, completeDt: aFuture }] }))
  await signIn(page, world)
  const card = page.getByTestId('schedule')
  await expect(card.getByText('02/01/26, 03:04')).toBeVisible()
  await expect(card.getByText('03/06/27, 15:30')).toBeVisible()
  await expect(card.getByText('Friday, January 2nd 2026, 03:04')).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

// CONST-204
test('a panel is 800 pixels wide from a window of 840 on, and the bar has its words from 801 on', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  await page.getByTestId('schedule').waitFor()
  const panelAt = async (width: number) => {
    await resize(page, { width, height: 800 })
    return (await page.getByRole('main').locator('> div').first().boundingBox())?.width
  }
  expect([await panelAt(839), await panelAt(840), await panelAt(841), await panelAt(1440)]).toEqual([799, 800, 800, 800])
  const words = page.getByRole('banner').getByText('Log off')
  await panelAt(801)
  await expect(words).toBeVisible()
  await panelAt(800)
  await expect(words).toBeHidden()
})

// SCH-210 START-103
test('an assessment shows whether it is under way, completed or for practice', async ({ page, sitwell }) => {
  const names = ['Under way', 'Over', 'To try', 'Plain']
  const world = await sitwell.arrange(
    organisation({
      exams: names.map((name) => ({ name, questions: [{ type: 'STATICTEXT', text: 'Read this.' }] })),
      schedules: [
        { exam: 0, state: { commenced: { answers: [], elapsedSeconds: 10, page: 'q' } } },
        { exam: 1, state: { completed: true, commenced: { answers: [], elapsedSeconds: 10, page: 'q' } } },
        { exam: 2, practice: true },
        { exam: 3 },
      ],
    }),
  )
  await signIn(page, world)
  const chipsOf = (name: string) =>
    page.getByTestId('schedule').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(chipsOf('Under way').getByText('In progress')).toBeVisible()
  await expect(chipsOf('Under way').getByRole('button', { name: 'Continue Under way' })).toBeVisible()
  await expect(chipsOf('Over').getByText('Completed')).toBeVisible()
  await expect(chipsOf('Over').getByText('In progress')).toBeHidden()
  await expect(chipsOf('To try').getByText('Practice', { exact: true })).toBeVisible()
  for (const state of ['In progress', 'Completed', 'Practice']) await expect(chipsOf('Plain').getByText(state)).toBeHidden()
})

test('what goes on stands first, then what may start; what comes says when it opens, and offers no way into it before', async ({
  page,
  sitwell,
}) => {
  const names = ['Over', 'Later', 'Ready', 'Missed', 'Under way']
  const world = await sitwell.arrange(
    organisation({
      exams: names.map((name) => ({ name, questions: [{ type: 'STATICTEXT', text: 'Read this.' }] })),
      schedules: [
        { exam: 0, state: { completed: true, commenced: { answers: [], elapsedSeconds: 10, page: 'q' } } },
        { exam: 1, startsInMinutes: 60 },
        { exam: 2 },
        { exam: 3, completeDt: aPast },
        { exam: 4, state: { commenced: { answers: [], elapsedSeconds: 10, page: 'q' } } },
      ],
    }),
  )
  await signIn(page, world)
  const cards = page.getByTestId('schedule')
  await expect(cards.getByRole('heading')).toHaveText(['Under way', 'Ready', 'Later', 'Missed', 'Over'])
  const groups = page.getByRole('heading', { level: 3 })
  await expect(groups).toHaveText(['Going on now', 'Ready now', 'Coming up', 'Closed', 'Done'])
  await expect(cards.filter({ hasText: 'Later' })).toContainText(/Opens in \d+ minutes/)
  await expect(page.getByRole('button', { name: /^(Open|Continue|Result)/ })).toHaveText(['Continue', 'Open', 'Result'])
  await expectNoViolations(page)
})

// API-202 SCH-202 SCH-218
test('reload fetches the list again: the assessments, and all courses', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  await expect(page.getByTestId('schedule')).toHaveCount(1)
  const asked = page.waitForResponse('**/assessment/api/assessment/work?**')
  await page.getByRole('button', { name: 'Reload' }).click()
  const response = await asked
  expect(response.ok()).toBe(true)
  expect(Object.fromEntries(new URL(response.url()).searchParams)).toEqual({
    userGuid: world.people[0].userGuid,
    proctoringMode: '0',
    showCompletedCourses: 'true',
  })
  await expect(page.getByTestId('schedule')).toHaveCount(1)
})

// SCH-203 CONST-209 TIME-331
test('the server clock ticks every second', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  const clock = page.getByTestId('server-clock').locator('time')
  await expect(clock).toHaveText(/^\d\d:\d\d:\d\d$/)
  const seen = new Set<string>()
  await expect
    .poll(async () => seen.add((await clock.textContent()) ?? '').size, { intervals: [200] })
    .toBeGreaterThanOrEqual(3)
  const seconds = [...seen].map((text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0))
  expect(seconds.slice(1).map((second, index) => second - (seconds[index] ?? 0))).not.toContain(0)
})

// SCH-204 ERR-318
test('until the server has told its time the clock says that it is being fetched, and no wrong clock closes an assessment', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ schedules: [{ startsInMinutes: 60 }] }))
  let letGo: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/assessment/time?**', async (route) => {
    await held
    await route.continue()
  })
  await page.clock.install()
  await signIn(page, world)
  await expect(page.getByTestId('server-clock')).toHaveText('Fetching server time...')
  const open = page.getByRole('button', { name: /^Open / })
  await expect(page.getByTestId('schedule')).toContainText(/Opens in \d+ minutes/)
  await expect(open).toBeVisible()
  letGo()
  await expect(page.getByTestId('server-clock').locator('time')).toBeVisible()
  await expect(open).toHaveCount(0)
  await page.clock.fastForward('01:00:00')
  await expect(open).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'can be opened now' })).toHaveCount(1)
})

test('what staff release while the list is shown can be opened without a reload, and is told', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  let isHeld = true
  await sitwell.changeReply(page, work, (reply) => {
    const { assessments, ...more } = work.reply.parse(reply)
    const cantStart = isHeld ? { cantStartMessage: 'Wait for your invigilator.' } : {}
    return { assessments: assessments.map((one) => ({ ...one, ...cantStart })), ...more }
  })
  await page.clock.install()
  await signIn(page, world)
  await expect(page.getByTestId('schedule')).toContainText('Wait for your invigilator.')
  const open = page.getByRole('button', { name: /^Open / })
  await expect(open).toHaveCount(0)
  await expect(page.getByTestId('server-clock').locator('time')).toBeVisible()
  isHeld = false
  await page.clock.fastForward('01:00')
  await expect(open).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'can be opened now' })).toHaveCount(1)
})

// SCH-205 ERR-317
test('a server time that does not come is told, and the list is there all the same, with the way in', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ schedules: [{ startsInMinutes: 60 }] }))
  await page.route('**/assessment/time?**', (route) => route.abort())
  await signIn(page, world)
  await expect(page.getByTestId('server-clock')).toHaveText('Failed to load server time')
  await expect(page.getByTestId('schedule').getByRole('button', { name: /^Open / })).toBeVisible()
})

// NAV-204 NAV-208
test('the schedules list the assessments and the courses of whoever is signed in, and nobody else’s', async ({
  page,
  sitwell,
}) => {
  const names = ['Knots', 'Splices', 'Charts']
  const world = await sitwell.arrange(
    organisation({
      people: [person(), person({ username: 'other' })],
      exams: names.map((name) => exam({ name })),
      schedules: [{ exam: 0 }, { exam: 1 }, { exam: 2, username: 'other' }],
    }),
  )
  for (const [course, username] of [
    ['Ladders', 'learner'],
    ['Ropes', 'learner'],
    ['Anchors', 'other'],
  ] as const)
    await sitwell.command(world, 'import', await makeCourse(course, [{ title: 'Begin' }]), '--schedule', username)
  await signIn(page, world)
  await expect(page).toHaveURL(/\/schedules$/)
  const list = (name: string) => page.getByRole('region', { name }).getByRole('listitem')
  await expect(list('Assessments').getByRole('heading')).toHaveText(['Knots', 'Splices'])
  await expect(list('E-learning courses').getByRole('link')).toHaveText(['Ladders', 'Ropes'])
})

// SCH-206
test('below the assessments stand the courses, with their switch', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  const headings = page.getByRole('heading', { level: 2 })
  await expect(headings).toHaveText(['Assessments', 'E-learning courses'])
  const toggle = page.getByRole('switch', { name: 'Include completed' })
  await expect(toggle).not.toBeChecked()
  await toggle.check()
  await expect(toggle).toBeChecked()
})

// SCH-211
test('the testing reset button is absent unless the configuration has it on', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  await expect(page.getByTestId('schedule')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Reset/ })).toHaveCount(0)
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), useResetScheduleCheat: true } })
  })
  await page.reload()
  await expect(page.getByRole('button', { name: /^Reset/ })).toHaveCount(1)
})

// NAV-215
test('an assessment opens its exam', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  await page.getByRole('button', { name: /^Open / }).click()
  await expect(page).toHaveURL(new RegExp(`/exam/${world.exams[0]?.examGuid}`))
})

test('a learner without assessments reads that nothing is scheduled', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation({ schedules: [] }))
  await signIn(page, world)
  await expect(page.getByText('Nothing is scheduled for you at the moment.')).toBeVisible()
})

// SCH-222 ERR-212 ERR-213 ERR-214 NET-101 NET-102 NET-103 ERR-325
test('schedules that do not load are a network error with details and the version', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  await expect(page.getByTestId('schedule')).toHaveCount(1)
  await sitwell.goOffline(page)
  await page.getByRole('button', { name: 'Reload' }).click()
  const card = page.getByTestId('network-error')
  await expect(card.getByRole('heading', { name: 'Network Error.' })).toBeVisible()
  await expect(card.getByText('Please try again in a few moments.')).toBeVisible()
  await expect(card.getByText(`Version ${installedVersion}`)).toBeHidden()
  await card.getByRole('button', { name: 'Additional Information' }).click()
  await expect(card.getByText(`Version ${installedVersion}`)).toBeVisible()
  const details = card.getByRole('region', { name: 'Additional Information' })
  await expect(details).toHaveCSS('overflow-y', 'auto')
  expect(await details.evaluate((element) => getComputedStyle(element).maxHeight)).toBe(`${800 / 2}px`)
})

// NET-104
test('Retry loads the page again', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  await expect(page.getByTestId('schedule')).toHaveCount(1)
  await page.route('**/assessment/work?**', (route) => route.abort())
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByTestId('network-error')).toBeVisible()
  await page.unroute('**/assessment/work?**')
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Retry' }).click()
  await loaded
  await expect(page.getByTestId('schedule')).toHaveCount(1)
})

// NET-105 ERR-326
test('going back clears the network error', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signInAtLoginPage(page, world)
  await expect(page.getByTestId('schedule')).toHaveCount(1)
  await page.route('**/assessment/work?**', (route) => route.abort())
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByTestId('network-error')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/rubric$/)
  await expect(page.getByTestId('network-error')).toBeHidden()
})

for (const theme of ['Default', 'Yellow on Black']) {
  test(`the schedules have no accessibility violation in ${theme}`, async ({ page, sitwell }) => {
    const world = await sitwell.arrange(
      organisation({ schedules: [{ info: 'Hall 3', startDt: aPast, practice: true, password: 'x' }] }),
    )
    await signIn(page, world)
    await page.getByLabel('Colour theme').selectOption(theme)
    await expect(page.getByTestId('server-clock').locator('time')).toBeVisible()
    await expectNoViolations(page)
  })
}
