import type { FrameLocator, Page, Route } from '@playwright/test'
import { exam, expect, expectNoViolations, longText, organisation, radio, signIn, test } from '../../../../../e2e/fixtures.ts'
import { pressOn, tabTo } from '../../../../../e2e/keyboard.ts'
import { pressFinish, reviewTakesFocus } from '../../../../../e2e/press-finish.ts'

const proctored = (more: object = {}) =>
  organisation({
    ...more,
    exams: [
      exam({
        settings: { proctorProvider: 'Proctorio' },
        questions: [radio('Which bends?', ['Ash', 'Birch'], 1), longText('Why?')],
      }),
    ],
  })
/** What the provider records, verifies and locks (spec 1 §7). */
const flags = [
  'recordvideo',
  'recordaudio',
  'recordscreen',
  'recordwebtraffic',
  'recordroomstart',
  'verifyvideo',
  'verifyaudio',
  'verifydesktop',
  'verifyidauto',
  'verifysignature',
  'fullscreenmoderate',
  'clipboard',
  'notabs',
  'closetabs',
  'onescreen',
  'print',
  'downloads',
  'rightclick',
  'noreentry',
]
/** Hands the exam in with questions unanswered. */
const finish = async (frame: FrameLocator) => {
  await pressFinish(frame)
  await frame.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await frame.getByRole('button', { name: 'Finish all the same' }).click()
}
const inFrame = (page: Page) => page.frameLocator('iframe[title="Exam"]')

// NAV-219 PROC-104 PROC-106 PROC-110 PROC-112 PROC-127 PROC-130 PROC-209 PROC-301 PROC-302 PROC-303 PROC-310
test('an exam is sat from the assessments through the provider’s page, in its frame, to its end', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(proctored())
  await sitwell.proctor(world)
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, world)
  const launch = page.waitForRequest('**/proctor/api/Proctorio/launchurl?**')
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
  const asked = new URL((await launch).url()).searchParams.get('options')
  expect(asked?.split(',')).toEqual(flags)
  await page.getByRole('button', { name: 'Start the exam' }).click()
  const frame = inFrame(page)
  await expect(frame.getByRole('heading', { name: 'Instructions' })).toBeVisible()
  expect(await frame.locator('body').evaluate((body) => body.style.height)).toBe('1000px')
  await frame.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(frame.getByText('Which bends?')).toBeVisible()
  expect((await sitwell.proctor(world)).supervision).toContain('start')
  await page.getByRole('button', { name: 'Lose the session' }).click()
  const lost = frame.getByRole('alertdialog', { name: 'Your proctored session has ended' })
  await expect(lost).toBeVisible()
  await lost.getByRole('button').click()
  await page.getByRole('button', { name: 'Start the exam' }).click()
  await expect(frame.getByText('Which bends?')).toBeVisible()
  await expect.poll(async () => (await sitwell.proctor(world)).supervision).toEqual(['start', 'loss', 'start'])
  await finish(frame)
  await frame.getByRole('button', { name: 'Close' }).click()
  await expect(frame.getByRole('heading', { name: /assessments/i }).first()).toBeVisible()
  expect((await sitwell.proctor(world)).supervision).toEqual(['start', 'loss', 'start', 'end'])
})

const open = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
const errorIn = (where: Page | FrameLocator) => where.getByTestId('proctoring-error')

// ERR-118 PROC-122 PROC-123
test('where the provider can’t be reached, a dialog says so that a click beside it doesn’t close, and leads back', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(proctored())
  await sitwell.proctor(world, { launch: 'html' })
  await signIn(page, world)
  await open(page)
  const dialog = page.getByRole('alertdialog', { name: 'Error' })
  await expect(dialog).toContainText('Unable to Redirect to Proctorio')
  await expect(dialog.getByRole('button')).toBeFocused()
  await page.mouse.click(5, 400)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/schedules$/)
  await sitwell.proctor(world)
  await open(page)
  await expect(page.getByRole('heading', { name: 'Proctoring stand-in' })).toBeVisible()

  const demo = await sitwell.arrange(proctored({ organisation: { demoMode: true } }))
  await sitwell.proctor(demo, { launch: 'broken' })
  await signIn(page, demo)
  await open(page)
  await expect(page.getByRole('alertdialog', { name: 'Error' })).toContainText('Unable to Redirect to Proctorio')
  await expect(page.getByRole('alertdialog').getByRole('button')).toHaveCount(0)
})

// PROC-108 PROC-109 PROC-115 PROC-116 PROC-125 ERR-117
test('an entry that goes wrong says why, keeps what signs in to itself, and is gone on from', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(proctored())
  await sitwell.proctor(world, { page: 'inactive' })
  await signIn(page, world)
  await open(page)
  // What fails before that, each by its name. The start-up asks for messages too, before anybody is signed in.
  const failing = async (path: string, isFailing: (body: string) => boolean) =>
    page.route(path, (route) =>
      isFailing(route.request().postData() ?? '') ? route.fulfill({ status: 500 }) : route.continue(),
    )
  await failing('**/Messages/list', (body) => body.includes('userGUID'))
  await page.getByRole('button', { name: 'Start the exam' }).click()
  const frame = inFrame(page)
  const error = errorIn(frame)
  await expect(error).toContainText('Session Messages Failed To Load')
  await page.unroute('**/Messages/list')
  await failing('**/Settings/setting*', () => true)
  await error.getByRole('button', { name: 'Try again' }).click()
  await expect(error).toContainText('Client Settings Failed To Load')
  await page.unroute('**/Settings/setting*')
  await error.getByRole('button', { name: 'Try again' }).click()
  const title = 'There was an problem setting up your Proctorio Exam'
  await expect(error.getByRole('heading', { name: title, exact: true })).toBeFocused()
  await expect(error).toContainText('Proctoring Is Not Active')
  await expect(error.getByText('Payload')).toBeHidden()
  await error.getByRole('button', { name: 'Details' }).click()
  await expect(error.locator('dt')).toHaveText(['Date', 'Time', 'Error', 'Message', 'Payload'])
  await expect(error.locator('dd').nth(3)).toHaveText('The page of the provider says that its session does not run.')
  const { launchUrl = '' } = await sitwell.proctor(world)
  const [, , clientName = '', , ticket = ''] = new URL(launchUrl).pathname.split('/').map(decodeURIComponent)
  await expect(error.locator('dd').last()).toContainText(`"clientName":"${clientName}"`)
  await expect(error).not.toContainText(ticket)
  expect(await frame.locator('body').evaluate(() => location.pathname)).toBe('/proctorio/start')
  // Now the provider's page has it running: the same sign-in continues.
  await sitwell.proctor(world)
  await error.getByRole('button', { name: 'Try again' }).click()
  await frame.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(frame.getByText('Which bends?')).toBeVisible()
  // Nobody but the provider's page ends a session.
  await frame.locator('body').evaluate(() => window.postMessage({ active: false }, '*'))
  await frame.getByRole('radio', { name: 'Ash' }).check({ force: true })
  await expect.poll(async () => (await sitwell.answersOf(world)).map((one) => one.optionIds)).toEqual([['1']])
  expect((await sitwell.proctor(world)).supervision).toEqual(['start'])
})

// PROC-124 NAV-108
test('whoever opens an entry by hand, without its parts, with another’s or a used ticket, or in no frame, is told why', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(proctored())
  const { urlToken } = world
  await sitwell.proctor(world)
  const says = async (path: string, name: string) => {
    await page.goto(path)
    await expect(errorIn(page)).toContainText(name)
    await expect(page).toHaveURL((url) => !url.href.includes('ticket'))
  }
  const base64 = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'))
  await says(`/proctorio/${urlToken}/${base64('learner')}`, 'Parameters Missing')
  await says('/proctorio/start', 'Parameters Missing')
  await says(`/proctorio/${urlToken}//${base64('x')}/exam`, 'Parameters Missing')
  await says(`/proctorio/${urlToken}/%25%25/${base64('x')}/exam`, 'Parameters Not Readable')
  await says(`/proctorio/${urlToken}/${base64('nobody')}/${base64(`ticket.${'a'.repeat(43)}`)}/exam`, 'Authentication Failed')
  await signIn(page, world)
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('White on Black')
  await open(page)
  await expect(page.getByRole('button', { name: 'Start the exam' })).toBeVisible()
  const { launchUrl = '' } = await sitwell.proctor(world)
  await says(launchUrl, 'Proctoring Parent Not Found')
  await says(launchUrl, 'Authentication Failed')
  // Nobody is signed in any more, and the page loaded again is still in the theme that was chosen here last.
  await page.reload()
  await expect(errorIn(page)).toContainText('Authentication Failed')
  expect(await page.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark')
  await page.getByRole('button', { name: 'Open my assessments' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect((await sitwell.proctor(world)).supervision).toEqual([])
})

// ERR-122 NAV-117
test('a browser that is not supported may be gone on with where the provider brought the learner, and nowhere else', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(proctored())
  await sitwell.proctor(world)
  await signIn(page, world)
  await open(page)
  const unsupported = async (route: Route) => {
    const response = await route.fetch()
    const supportedBrowsers = [{ name: 'firefox', include: ['>100'], exclude: [] }]
    await route.fulfill({ response, json: { ...(await response.json()), supportedBrowsers } })
  }
  await page.route('**/config.json', unsupported)
  await page.getByRole('button', { name: 'Start the exam' }).click()
  const frame = inFrame(page)
  await expect(frame.getByRole('heading', { name: /^Browser not supported/ })).toBeVisible()
  await frame.getByRole('button', { name: 'Continue' }).click()
  await frame.getByRole('button', { name: 'Continue' }).click()
  await frame.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(frame.getByText('Which bends?')).toBeVisible()
  const other = await page.context().newPage()
  await other.route('**/config.json', unsupported)
  await other.goto(world.loginPath)
  await expect(other.getByRole('heading', { name: /^Browser not supported/ })).toBeVisible()
  await expect(other.getByRole('button')).toHaveCount(0)
})

// PROC-102 PROC-107 PROC-111 PROC-304 PROC-305 NAV-110
test('an exam without a sign-in of one’s own is sat to its finish by keyboard alone, and each return ends it once', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(proctored({ settings: { 'Proctorio-LoginlessMode': '1' } }))
  await sitwell.proctor(world)
  await signIn(page, world)
  await pressOn(page, page.getByRole('main').getByRole('listitem').getByRole('button').first())
  await pressOn(page, page.getByRole('button', { name: 'Start the exam' }))
  const frame = inFrame(page)
  await pressOn(page, frame.getByRole('button', { name: 'Start', exact: true }))
  await tabTo(page, frame.getByRole('radio').first())
  await page.keyboard.press('Space')
  await pressOn(page, frame.getByRole('button', { name: 'Next', exact: true }))
  await tabTo(page, frame.getByRole('textbox'))
  await page.keyboard.type('Because')
  await pressOn(page, frame.getByRole('button', { name: 'Finish', exact: true }))
  await reviewTakesFocus(frame)
  await pressOn(page, frame.getByRole('button', { name: /^Finish the/ }))
  await pressOn(page, frame.getByRole('alertdialog').getByRole('button', { name: 'Finish' }))
  await pressOn(page, frame.getByRole('button', { name: 'Go on without the result' }))
  await pressOn(page, frame.getByRole('button', { name: 'Close' }))
  const finished = frame.getByRole('heading', { name: 'Your proctored session is finished' })
  await expect(finished).toBeVisible()
  // As the browser has it: a page that is just being left can't be asked.
  const at = () => new URL(page.frames().at(1)?.url() ?? '').pathname
  expect(at()).toBe('/proctorio/finish')
  expect((await sitwell.proctor(world)).supervision).toEqual(['start', 'end'])

  // The provider's end comes after that, twice.
  const { launchUrl = '' } = await sitwell.proctor(world)
  const back = new URL(launchUrl).pathname.replace('/proctorio/', '/proctorio-return/').replace(/\/[^/]+$/, '')
  const seen: string[] = []
  page.on('request', (request) => seen.push(decodeURIComponent(new URL(request.url()).pathname)))
  for (const path of ['/proctorio/end', '/proctorio/end', back]) {
    // The page before it may be there still, and says the same.
    const returned = page.waitForEvent('framenavigated', (one) => new URL(one.url()).pathname === '/proctorio/return')
    await frame.locator('body').evaluate((_, to) => location.assign(to), path)
    await returned
    await expect(finished).toBeVisible()
  }
  expect(seen.filter((path) => path === decodeURIComponent(back))).toHaveLength(3)
  await frame.locator('body').evaluate(() => location.assign('/proctorio/end/more'))
  await expect.poll(at).not.toContain('return')
  await expect(frame.getByRole('heading').first()).not.toHaveText('Your proctored session is finished')
  expect((await sitwell.proctor(world)).supervision).toEqual(['start', 'end'])
})

// PROC-105
test('a return without a start, or by another learner’s address, ends nothing and leads on; so does a start that names no exam', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(proctored())
  await sitwell.proctor(world)
  await page.goto(`/proctorio-return/${world.urlToken}/YWRh/Yg==`)
  await expect(page.getByRole('heading', { name: 'You are back from Proctorio' })).toBeFocused()
  await expect(page).toHaveURL(/\/proctorio\/return$/)
  await page.reload()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/login/)

  await signIn(page, world)
  await open(page)
  await page.getByRole('button', { name: 'Start the exam' }).click()
  const frame = inFrame(page)
  await frame.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(frame.getByText('Which bends?')).toBeVisible()
  const other = await page.context().newPage()
  await signIn(other, await sitwell.arrange(proctored()))
  await other.goto(`/proctorio-return/${world.urlToken}/YWRh/Yg==`)
  await expect(other).toHaveURL(/\/schedules$/)
  expect((await sitwell.proctor(world)).supervision).toEqual(['start'])
  // A reload in the middle continues in the same session.
  await frame.locator('body').evaluate(() => location.reload())
  await expect(frame.getByText('Which bends?')).toBeVisible()
  // The start page in the middle of it, of a tab that has lost what the provider's address said.
  await frame.locator('body').evaluate(() => {
    sessionStorage.removeItem('sitwell.proctoring')
    location.assign('/proctorio/start')
  })
  await expect(frame.getByTestId('schedule')).toBeVisible()
  expect((await sitwell.proctor(world)).supervision).toEqual(['start'])
})

// PROC-129 PROC-218 PROC-311
test('a provider that is set to debug is left out; a single session ends with its exam, and has no way back', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(proctored({ organisation: { proctoringMode: 1 } }))
  await sitwell.proctor(world, { debug: true })
  await signIn(page, world)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await open(page)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText('Which bends?')).toBeVisible()
  await expect(page.locator('header').getByText('P', { exact: true })).toBeVisible()
  const [entry] = addresses.filter((address) => address.startsWith(`${world.origin}/proctorio/`))
  expect(entry).toContain(world.exams[0]?.examGuid)
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  await expect(page.getByText('You may close this window now.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await expect.poll(async () => (await sitwell.proctor(world)).supervision).toEqual(['start', 'end'])
})

// PROC-218
test('several exams are sat in mode 2, each in a session of its own, with the ways back to the list between them', async ({
  page,
  sitwell,
}) => {
  const settings = {
    proctorProvider: 'Proctorio',
    outroText: '<p>Unwatched.</p>',
    proctoredOutroText: '<p>Watched to the end.</p>',
  }
  const questions = [radio('Which bends?', ['Ash', 'Birch'], 1)]
  const world = await sitwell.arrange(
    organisation({
      organisation: { proctoringMode: 2 },
      exams: ['First', 'Second', 'Locked'].map((name) => exam({ name, settings, questions })),
      schedules: [{ exam: 0 }, { exam: 1 }, { exam: 2, password: 'open' }],
    }),
  )
  await sitwell.proctor(world, { debug: true })
  await signIn(page, world)
  const list = page.getByTestId('schedule')
  const choose = (name: string) => list.filter({ hasText: name }).getByRole('button').first().click()
  // At the gate nobody signs out, and everybody may go back.
  await choose('Locked')
  const gate = page.getByTestId('password-gate')
  await expect(gate.locator('input')).toBeFocused()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log off' })).toHaveCount(0)
  await gate.getByRole('button', { name: 'Cancel' }).click()
  await expect(list).toHaveCount(3)
  for (const [index, name] of ['First', 'Second'].entries()) {
    await choose(name)
    await page.getByRole('button', { name: 'Return home' }).click()
    await expect(list).toHaveCount(3)
    await choose(name)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('radio', { name: 'Birch' }).check({ force: true })
    await pressFinish(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByText('Watched to the end.')).toBeVisible()
    await expect(page.getByText('You may close this window now.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: /^Result/ })).toHaveCount(index + 1)
  }
  // Of both ledgers: the session of the first exam opens nothing of the second.
  const { supervision } = await sitwell.proctor(world, { debug: true })
  expect(supervision.filter((what) => what !== 'refusal').toSorted()).toEqual(['end', 'end', 'start', 'start'])
})

// PROC-118
test('an exam that is complete is told as complete wherever its learner turns up without Close, and never as lost', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(proctored())
  await sitwell.proctor(world)
  await signIn(page, world)
  await open(page)
  await page.getByRole('button', { name: 'Start the exam' }).click()
  const frame = inFrame(page)
  await frame.getByRole('button', { name: 'Start', exact: true }).click()
  await finish(frame)
  const complete = frame.getByRole('heading', { name: 'Assessment complete' })
  await expect(complete).toBeVisible()
  await frame.locator('body').evaluate(() => location.reload())
  await expect(complete).toBeVisible()
  expect((await sitwell.proctor(world)).supervision).toEqual(['start'])

  // The provider's page is left in the middle of its session.
  const isComplete = page.getByRole('alertdialog', { name: 'You have completed this exam' })
  const entry = await page.evaluate(() => sessionStorage.getItem('sitwell.settings'))
  const response = page.waitForResponse('**/proctor/api/session/end')
  await page.goto('/schedules')
  await response
  await expect.poll(() => page.locator('body').evaluate((body) => body.style.height)).toBe('')
  await expect(page.getByRole('button', { name: /^Result/ })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect((await sitwell.proctor(world)).supervision).toEqual(['start', 'end'])
  const { examGuid } = world.exams[0] ?? {}
  for (const path of [`/exam/${examGuid}`, '/proctorio/start', `/proctoring/Proctorio/one/${examGuid}`]) {
    // As a tab has it in which the session is still on.
    await page.evaluate((stored) => stored && sessionStorage.setItem('sitwell.settings', stored), entry)
    await page.goto(path)
    await expect(isComplete, path).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(1)
    await isComplete.getByRole('button', { name: 'Back to your assessments' }).click()
    await expect(page.getByRole('button', { name: /^Result/ })).toBeVisible()
  }
  expect((await sitwell.proctor(world)).supervision).toEqual(['start', 'end'])
})

test('a finish page that is opened in the middle of an exam says that it is not handed in, each time, and leads back to it', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(proctored({ settings: { 'Proctorio-LoginlessMode': '1' } }))
  await sitwell.proctor(world, { debug: true })
  await signIn(page, world)
  await open(page)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('radio', { name: 'Ash' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  await expect.poll(async () => (await sitwell.answersOf(world)).map((one) => one.optionIds)).toEqual([['1']])
  for (const path of ['/proctorio/finish', '/proctorio/finish', '/proctorio/end', '/proctorio/end']) {
    await page.goto(path)
    await expect(page.getByText(/^Your exam is not handed in/), path).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your proctored session is finished' })).toHaveCount(0)
  }
  expect((await sitwell.proctor(world, { debug: true })).supervision).toEqual(['start', 'end'])
  await page.getByRole('button', { name: 'Start the proctoring again' }).click()
  await expect(page.getByRole('radio', { name: 'Ash' })).toBeChecked()
  expect((await sitwell.proctor(world, { debug: true })).supervision.at(-1)).toBe('start')
})

// PROC-120
test('whoever opens the way to the provider before the exam may start is told when it opens, and led back', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(proctored({ schedules: [{ startsInMinutes: 60 }] }))
  await sitwell.proctor(world)
  await signIn(page, world)
  await page.goto(`/proctoring/Proctorio/one/${world.exams[0]?.examGuid}`)
  const dialog = page.getByRole('alertdialog', { name: 'This exam can’t start now' })
  await expect(dialog).toContainText('can not be started yet')
  await dialog.getByRole('button', { name: 'Back to your assessments' }).click()
  await expect(page).toHaveURL(/\/schedules$/)
  expect((await sitwell.proctor(world)).launchUrl ?? '').not.toContain(world.urlToken)
})
