import type { Page } from '@playwright/test'
import {
  expect,
  expectNoViolations,
  openExam,
  organisation,
  person,
  signIn,
  startExam,
  test,
} from '../../../../../e2e/fixtures.ts'

/** Opens a page with the session that the tab has, by a launch address with other settings. */
const launchWith = async (page: Page, changed: Record<string, unknown>) => {
  const [user, client, token, settings] = await page.evaluate(() =>
    ['user', 'client', 'tokens', 'settings'].map((name) => JSON.parse(sessionStorage.getItem(`sitwell.${name}`) ?? '').value),
  )
  const x = JSON.stringify({ user, client, token, settings: { ...settings, ...changed } })
  await page.goto(`/schedules?x=${encodeURIComponent(x)}`)
  await page.getByTestId('schedule').waitFor()
}

// BAR-105 BAR-306
test('the P marker shows while proctoring is active and debugged, and not with one of them alone', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  const marker = page.getByRole('banner').getByText('P', { exact: true })
  await expect(marker).toBeHidden()
  await launchWith(page, { proctoringActive: true })
  await expect(marker).toBeHidden()
  await launchWith(page, { proctoringActive: false, proctoringDebug: true })
  await expect(marker).toBeHidden()
  await launchWith(page, { proctoringActive: true, proctoringDebug: true })
  await expect(marker).toBeVisible()
})

// BAR-102 BAR-303
test('while a page loads its title is followed by 0 to 3 dots, one more each 250 ms', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  await page.route('**/assessment/**', () => undefined)
  await page.clock.install({ time: 0 })
  await page.reload()
  const title = page
    .getByRole('banner')
    .locator('[class*="_title_"]')
    .filter({ hasText: /^Your schedule\.*$/ })
  await title.waitFor()
  await page.clock.pauseAt(3_600_000)
  const afterStep = async (dots: string, wait?: { timeout: number }) => {
    await page.clock.runFor(250)
    await expect(title).toHaveText(`Your schedule${dots}`, wait)
  }
  // How many there are when the clock stops is chance.
  await expect(async () => {
    await afterStep('', { timeout: 500 })
    await afterStep('.', { timeout: 5000 })
  }).toPass()
  for (const dots of ['..', '...', '', '.']) await afterStep(dots)
})

// BAR-108 BAR-309 ADM-301 ADM-305 ADM-313 ADM-317 ADM-318 ADM-322 ERR-320 ERR-321 API-323
test('an administrator reports a bug from the bar; a learner has no such button', async ({ page, sitwell }) => {
  const admin = person({ username: 'admin', admin: true })
  const world = await sitwell.arrange(organisation({ people: [person(), admin] }))
  const button = page.getByRole('banner').getByRole('button', { name: 'Report a bug' })
  await signIn(page, world)
  await expect(button).toBeHidden()
  const [sat] = world.exams
  await openExam(page, { name: sat?.name ?? '' })
  await startExam(page)
  await page.goto('/schedules')
  await signIn(page, world, { as: admin })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Report a bug' })
  const send = dialog.getByRole('button', { name: 'Send', exact: true })
  await expect(send).toBeDisabled()
  await dialog.getByLabel('What went wrong?').fill('الساعة توقفت 🎓 The timer stood still.')
  const user = dialog.getByLabel('Whom does it concern?')
  await expect(user.getByRole('option')).toHaveText(['Not specified', 'Mina Okafor'])
  await expect(dialog.getByLabel('Which exam?')).toHaveCount(0)
  await user.selectOption('Mina Okafor')
  await expect(dialog.getByLabel('Which exam?').getByRole('option')).toHaveText(['Not specified', sat?.name ?? ''])
  await dialog.getByLabel('Which exam?').selectOption(sat?.name ?? '')
  await dialog.getByLabel('It began at about').fill('2999-01-01T10:00')
  await expect(dialog.getByRole('alert')).toHaveText("Bug time can't be later than now")
  await expect(dialog.getByLabel('It began at about')).toHaveValue('')
  await dialog.getByLabel('It began at about').fill('2026-01-02T10:00')
  await dialog.getByLabel('It ended at about').fill('2026-01-02T09:00')
  await expect(dialog.getByRole('alert')).toHaveText("Bug end time can't happen before start time")
  await expectNoViolations(page)

  await page.route('**/error/api/DebugReport', (route) => route.fulfill({ status: 400, json: {} }))
  await send.click()
  await expect(dialog.getByRole('alert')).toHaveText('Bug submission failed. Please try again in a few minutes')
  await page.unroute('**/error/api/DebugReport')
  const sent = page.waitForRequest('**/error/api/DebugReport')
  await send.click()
  expect((await sent).postDataJSON()).toMatchObject({
    bugDescription: 'الساعة توقفت 🎓 The timer stood still.',
    userActivity: [
      {
        userGuid: world.people[0].userGuid,
        requests: expect.arrayContaining([expect.objectContaining({ status: 200, mapping: expect.anything() })]),
      },
    ],
    minDt: '2026-01-02T10:00:00.000Z',
  })
  const alert = page.getByRole('alertdialog')
  await expect(alert.getByText('Your bug has been reported! We will investigate it shortly')).toBeVisible()
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(alert).toBeHidden()
})

test('in forced colours the list of themes shows its icon alone where its name has no room', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation({ organisation: { themes: { Harbour: { primary: '#0b4f3f' } } } }))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, world)
  await page.getByTestId('schedule').waitFor()
  const themes = page.getByRole('banner').getByLabel('Colour theme')
  const place = await themes.boundingBox()
  if (place === null) throw new Error('The list of themes has no box')
  const pictures = []
  // The colours are the system's in both: only a name that shows could be another.
  for (const theme of ['Default', 'Harbour']) {
    await themes.selectOption(theme)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    pictures.push((await page.screenshot({ clip: place })).toString('base64'))
  }
  expect(pictures[1]).toBe(pictures[0])
  expect(place.width).toBe(44)
})

test('the bar leads people with any role to the office once their schedules are there, and learners nowhere', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    organisation({
      people: [person(), person({ username: 'kwame', roles: ['marker'] })],
      schedules: [{ username: 'learner' }, { username: 'kwame' }],
      settings: { OfficeSecondStep: 'off' },
    }),
  )
  const office = (of: Page) => of.getByRole('banner').getByRole('button', { name: 'Office' })
  await signIn(page, world)
  await page.getByTestId('schedule').waitFor()
  await expect(office(page)).toHaveCount(0)
  const staff = await page.context().newPage()
  await signIn(staff, world, { as: { username: 'kwame', password: 'kwame' } })
  await expect(office(staff)).toBeVisible()
  await expectNoViolations(staff)
  await office(staff).click()
  await expect(staff).toHaveURL(new RegExp(`/office/login\\?${world.urlToken}`))
  await staff.close()
})
