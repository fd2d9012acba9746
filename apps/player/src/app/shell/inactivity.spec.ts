import { logout } from '@sitwell/contract'
import {
  exam,
  expect,
  expectNoViolations,
  openExam,
  openLoginPage,
  organisation,
  signIn,
  startExam,
  test,
} from '../../../../../e2e/fixtures.ts'

const minute = 60_000

// AUTH-138 AUTH-139 AUTH-140 NAV-316 ERR-327 CONST-102 CONST-303 RUN-353 RUN-354
test('ten minutes without an action log a learner off, two minutes after a warning that can be answered', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  await page.clock.install()
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(logout.path)) requests.push(new URL(request.url()).searchParams.get('userGUID') ?? '')
  })
  // Before the sign-in nothing runs.
  await openLoginPage(page, world)
  await page.clock.runFor(11 * minute)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await signIn(page, world)
  await page.getByTestId('schedule').waitFor()

  const warning = page.getByRole('alertdialog', { name: 'Are you still there?' })
  await page.clock.runFor(7 * minute)
  await page.keyboard.press('Shift')
  await page.clock.runFor(7 * minute)
  await expect(warning).toHaveCount(0)
  await page.clock.runFor(1 * minute)
  await expect(warning).toContainText('In 2 minutes you will be logged off')
  await expectNoViolations(page)
  await page.clock.runFor(1 * minute)
  await expect(warning.getByRole('button', { name: 'Stay logged on' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(warning).toHaveCount(0)

  await page.clock.runFor(10 * minute)
  const alert = page.getByRole('alertdialog', { name: 'You have been logged off' })
  await expect(alert).toContainText('Everything that you saved is kept.')
  await expect.poll(() => requests).toEqual([world.people[0].userGuid])
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('sitwell.tokens'))).toBeNull()
  await alert.getByRole('button', { name: 'OK' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/login\\?${world.urlToken}$`))
})

// AUTH-139
test('the saves of a running exam are a sign of life', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await page.clock.install()
  await signIn(page, world)
  const { name } = world.exams[0] ?? { name: '' }
  await openExam(page, { name })
  await startExam(page)
  for (let half = 0; half < 24; half += 1) await page.clock.runFor(minute / 2)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.locator('[id^="question-"]').first()).toBeVisible()
})

// AUTH-139
test('a laptop that slept for longer than the limit in the middle of an exam goes on with it', async ({
  page,
  context,
  sitwell,
}) => {
  const long = exam({ name: 'Long exam', settings: { examTime: 4 * 3600 } })
  const world = await sitwell.arrange(organisation({ exams: [long] }))
  await context.clock.install()
  await signIn(page, world)
  await openExam(page, { name: 'Long exam' })
  await startExam(page)
  const question = page.locator('[id^="question-"]').first()
  await expect(question).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sitwell.examSession'))).not.toBeNull()
  const other = await context.newPage()
  await other.goto(`/exam/${world.exams[0]?.examGuid}`)
  await expect(other.getByRole('heading', { name: 'This exam is open in another tab' })).toBeVisible()
  // What a closed lid does: what was due meanwhile comes once, when it is opened.
  await page.clock.fastForward(45 * minute)
  for (const woken of [other, page]) {
    await woken.bringToFront()
    await woken.mouse.move(200, 200)
    await woken.keyboard.press('Shift')
  }
  await page.clock.runFor(minute)
  for (const woken of [other, page]) await expect(woken.getByRole('alertdialog', { name: 'logged off' })).toHaveCount(0)
  await expect(question).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('sitwell.tokens'))).not.toBeNull()
})

// AUTH-138 ENT-114
test('a configuration that says so switches it off', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), useInactivityTimer: false } })
  })
  await page.clock.install()
  await signIn(page, world)
  await page.getByTestId('schedule').waitFor()
  await page.clock.runFor(30 * minute)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/schedules$/)
})
