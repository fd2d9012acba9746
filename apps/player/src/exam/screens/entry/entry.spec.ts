import { exam, expect, expectNoViolations, organisation, signIn, test } from '../../../../../../e2e/fixtures.ts'
import { openExam } from '../../../../../../e2e/sign-in.ts'
import { canStart, examJson } from '../../../../../../packages/contract/src/calls.ts'

const named = organisation({ exams: [exam({ name: 'Short exam' })] })

// INIT-202
test('while the exam is being got ready the page says so', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(named)
  await signIn(page, world)
  let go = () => {}
  const waits = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(`**/${canStart.path}*`, async (route) => {
    await waits
    await route.continue()
  })
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  await expect(page.getByRole('heading', { name: 'Initializing your exam' })).toBeVisible()
  await expectNoViolations(page)
  go()
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
})

// INIT-203 INIT-204 INIT-205 ERR-201 INIT-226 API-204
test("an exam that can't start says why in the server's words, and leads back", async ({ page, sitwell }) => {
  const world = await sitwell.arrange({
    ...named,
    schedules: [{ cantStartMessage: 'The room opens at noon.', startsInMinutes: 60 }],
  })
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  const dialog = page.getByRole('alertdialog', { name: 'This exam can’t start now' })
  await expect(dialog).toContainText('The room opens at noon.')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button').click()
  await expect(page).toHaveURL(/\/schedules$/)
})

test('an exam that opens later names the moment in the learner’s own time zone', async ({ browser, sitwell }) => {
  const world = await sitwell.arrange({ ...named, schedules: [{ startsInMinutes: 60 }] })
  const context = await browser.newContext({ timezoneId: 'America/Bogota', baseURL: sitwell.origin })
  const page = await context.newPage()
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await expect(page.getByRole('alertdialog')).toContainText(
    /It opens on [A-Z]\w+, [A-Z]\w+ \d+(st|nd|rd|th) \d{4}, \d\d:\d\d \(GMT-5\)\./,
  )
  await context.close()
})

// INIT-206
test('with proctoring mode 1 there is no way back from an exam that cannot start', async ({ page, sitwell }) => {
  const schedule = { cantStartMessage: 'Not yet.', startsInMinutes: 60 }
  const world = await sitwell.arrange({ ...named, organisation: { proctoringMode: 1 }, schedules: [schedule] })
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await expect(page.getByRole('alertdialog')).toContainText('Not yet.')
  await expect(page.getByRole('alertdialog').getByRole('button')).toHaveCount(0)
})

// INIT-207
test('in demo mode there is no way back from an exam that cannot start', async ({ page, sitwell }) => {
  const schedule = { cantStartMessage: 'Not yet.', startsInMinutes: 60 }
  const world = await sitwell.arrange({ ...named, organisation: { demoMode: true }, schedules: [schedule] })
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await expect(page.getByRole('alertdialog')).toContainText('Not yet.')
  await expect(page.getByRole('alertdialog').getByRole('button')).toHaveCount(0)
})

// INIT-204 INIT-219 ERR-202 NAV-303
test('an exam that was completed says so and asks nothing else, whatever its address', async ({ page, sitwell }) => {
  const world = await sitwell.arrange({ ...named, schedules: [{ state: { completed: true } }] })
  await signIn(page, world)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes(canStart.path)) asked += 1
  })
  await page.goto(`/exam/${world.exams[0]?.examGuid}/intro`)
  await expect(page.getByRole('alertdialog')).toContainText('The assessment has already been completed')
  await expectNoViolations(page)
  expect(asked).toBe(0)
})

// INIT-208 INIT-222 ERR-203
test('an address that belongs to no schedule of the learner leads back to the list', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(named)
  await signIn(page, world)
  await page.goto('/exam/no-such-exam')
  const dialog = page.getByRole('alertdialog', { name: 'Schedule not found' })
  await expect(dialog).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/schedules$/)
})

// INIT-216 ERR-212 ERR-325 ERR-326 NET-105 SCH-223
test('a failed load shows the network error with its reason, and going back clears it', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(named)
  await signIn(page, world)
  await page.route(`**/${examJson.path}*`, (route) => route.abort())
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  const card = page.getByTestId('network-error')
  await expect(card).toBeVisible()
  await expectNoViolations(page)
  await card.getByRole('button', { name: 'Additional Information' }).click()
  await expect(card).toContainText('The exam could not be loaded')
  await page.goBack()
  await expect(page).toHaveURL(/\/schedules$/)
  await expect(card).toBeHidden()
})

// INIT-216 ERR-207
test('who signs in elsewhere takes over: the first is told in a dialog that stays', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(named)
  await signIn(page, world)
  // Whatever the list still asked for would be told of the second sign-in too.
  await expect(page.getByTestId('schedule')).toHaveCount(1)
  await expect(page.getByTestId('server-clock').locator('time')).toBeVisible()
  const [{ username, password }] = world.people
  const form = { client_id: 'elsewhere', grant_type: 'password', username, password, orgId: world.orgId }
  expect((await page.request.post(`${sitwell.origin}/security/token`, { form })).ok()).toBe(true)
  await openExam(page, { name: 'Short exam' })
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  // Nothing failed: no error is behind it.
  await expect(page.getByTestId('network-error')).toHaveCount(0)
})

const onlyOthers = {
  supportedBrowsers: [
    { name: 'safari', display: 'Safari', os: ['macOS'], include: [] },
    { name: 'chrome', display: 'Chrome', include: ['>9000'] },
    { name: 'opera', display: 'Opera', os: ['linux'], include: [], versions: ['>110', '!114'] },
    { name: 'firefox', display: 'Firefox', os: [], include: ['>120'] },
  ],
}

// INIT-209 INIT-210 INIT-211 INIT-212 INIT-214 INIT-245 ERR-121 ERR-216
test('an unsupported browser is named, the others of its system are listed, and the learner may go on', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange({ ...named, organisation: onlyOthers })
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'This browser is not supported' })).toBeVisible()
  const version = /Chrome\/([\d.]+)/.exec(await page.evaluate(() => navigator.userAgent))?.[1] ?? 'no version'
  await expect(main.getByRole('definition').filter({ hasText: version }).first()).toBeVisible()
  await expect(main).toContainText(await page.evaluate(() => navigator.userAgent))
  await expect(main).toContainText('Linux')
  await expect(main.locator('p').first()).toContainText(new RegExp(`Chrome ${version}.* in one of these: Firefox, Opera$`))
  await expect(main.getByRole('heading', { name: 'Other supported browsers on Linux' })).toBeVisible()
  await expect(main.getByRole('listitem')).toHaveText(['Firefox >120', 'Opera >110 – Not supported: 114'])
  await expect(main.getByRole('definition').filter({ hasText: '>9000' })).toBeVisible()
  await expect(main).not.toContainText('{')
  await expectNoViolations(page)
  await main.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
})

// INIT-212
test('Cancel on the unsupported-browser page leads back to the list', async ({ page, sitwell }) => {
  const world = await sitwell.arrange({ ...named, organisation: onlyOthers })
  await signIn(page, world)
  await openExam(page, { name: 'Short exam' })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/schedules$/)
})

// INIT-211 INIT-213
test('with proctoring mode 1 the unsupported-browser page has no Cancel; without other browsers it names a version of this one', async ({
  page,
  sitwell,
}) => {
  const supportedBrowsers = [{ name: 'chrome', display: 'Chrome', include: ['>9000'] }]
  const world = await sitwell.arrange({ ...named, organisation: { supportedBrowsers, proctoringMode: 1 } })
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await expect(page.getByText('in one of these: Chrome >9000')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Other supported browsers/ })).toHaveCount(0)
})

// INIT-215 INIT-246
test('while documents load a page says so; one that fails can be tried again or gone on without', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(named)
  await signIn(page, world)
  await sitwell.changeReply(page, examJson, (reply) => {
    const content = reply as { resourceUrl: string; resources: object[] }
    const url = `${content.resourceUrl}formulas.pdf`
    return { ...content, resources: [{ url, mediaType: 'application/pdf', name: 'Formulas' }] }
  })
  let attempts = 0
  let go = () => {}
  const waits = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/formulas.pdf*', async (route) => {
    attempts += 1
    await waits
    await route.fulfill({ status: 404, json: { error: { code: 'NOT_FOUND', message: 'gone' } } })
  })
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  await expect(page.getByRole('heading', { name: 'Preloading PDFs' })).toBeVisible()
  await expect(page.getByText('Document 1 of 1')).toBeVisible()
  go()
  await expect(page.getByRole('listitem').filter({ hasText: 'Formulas' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Go on without them' })).toBeVisible()
  expect(attempts).toBe(2)
  await page.getByRole('button', { name: 'Go on without them' }).click()
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
})
