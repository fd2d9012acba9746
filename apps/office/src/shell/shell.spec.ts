import type { Page } from '@playwright/test'
import { expect, expectNoViolations, signIn, test } from '../../../../e2e/fixtures.ts'
import { arriveInOffice, college, openSignIn, password, pressEnter, spoken, username } from '../../../../e2e/office.ts'

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const ownButton = (page: Page) => page.getByRole('button', { name: 'Olwen Price', exact: true })
const scrollsSideways = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main')].some((place) => place.scrollWidth > place.clientWidth),
  )

test('by keys alone: from the sign-in through the person’s menu to another page, and out again', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await openSignIn(page, world)
  await expect(username(page)).toBeFocused()
  await page.keyboard.type('olwen')
  await page.keyboard.press('Tab')
  await page.keyboard.type('olwen')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing to do.')).toBeVisible()
  await expect(heading(page)).toHaveText('Today')
  await expect(heading(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  // The entries of the navigation, then the person's menu: in the order in which they stand.
  for (const name of [
    ...[
      'My sign-ins',
      'Settings',
      'Roles',
      'Courses',
      'Library',
      'Results',
      'Marking',
      'Deliveries',
      'Centres',
      'Groups',
      'People',
      'Live',
      'Today',
    ],
  ]) {
    await expect(page.getByRole('navigation').getByRole('link', { name, exact: true })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
  }
  await expect(ownButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Olwen Price' })
  await expect(menu).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(ownButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Recovery codes' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/office/my-recovery-codes')
  await expect(menu).toBeHidden()
  await expect(heading(page)).toHaveText('Recovery codes')
  await expect(heading(page)).toBeFocused()
  await page.goBack()
  await expect(heading(page)).toHaveText('Today')
})

test('language and theme are chosen in the menu and hold at once, without loading the page', async ({ page, sitwell }) => {
  const spec = college()
  const world = await sitwell.arrange({ ...spec, organisation: { languages: [1, 2, 3, 4] } })
  await arriveInOffice(page, world, { at: '/my-recovery-codes' })
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await pressEnter(ownButton(page))
  await page.getByLabel('Language').selectOption({ label: 'العربية' })
  await expect(heading(page)).toHaveText('رموز الاسترداد')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('dialog', { name: 'Olwen Price' })).toBeVisible()
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const before = await ground()
  await page.getByLabel('نسق الألوان').selectOption('Yellow on Black')
  await expect.poll(ground).not.toBe(before)
  await expectNoViolations(page)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('in a newly chosen language a page stays, with the focus, until its own texts are there', async ({ page, sitwell }) => {
  const world = await sitwell.arrange({ ...college(), organisation: { languages: [1, 2] } })
  await arriveInOffice(page, world, { at: '/people' })
  const held = Promise.withResolvers<void>()
  await page.route(/messages-ar-officePeople/, async (route) => {
    await held.promise
    await route.continue()
  })
  await expect(page.getByRole('link', { name: 'Add a person' })).toBeVisible()
  await pressEnter(ownButton(page))
  await page.getByLabel('Language').focus()
  await page.getByLabel('Language').selectOption({ label: 'العربية' })
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(heading(page)).toHaveText('الأشخاص')
  await expect(page.getByRole('combobox', { name: 'اللغة' })).toBeFocused()
  await expect(page.getByText('Add a person')).toBeVisible()
  held.resolve()
  await expect(page.getByText('إضافة شخص')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'اللغة' })).toBeFocused()
})

test('an address that leads nowhere says so, and a page that breaks says that in words of the office', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await arriveInOffice(page, world, { at: '/no-such-page' })
  await expect(heading(page)).toHaveText('This page doesn’t exist')
  await expectNoViolations(page)
  await pressEnter(page.getByRole('link', { name: 'Go to the first page' }))
  await expect(page).toHaveURL('/office/today')
  // Its code can't be had: the server is away, or has another version by now.
  await page.route('**/office/assets/my-recovery-codes-page-*', (route) => route.abort())
  await page.reload()
  await pressEnter(ownButton(page))
  await page.getByRole('link', { name: 'Recovery codes' }).click()
  await expect(spoken(page)).toContainText('This page has met a problem that we have been told about. Loading it again')
  await expectNoViolations(page)
})

test('a lost connection is told with its time, and pages are read anew once the server is back', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await arriveInOffice(page, world)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.clock.install()
  await page.route('**/office/api/**', (route) => route.abort())
  await page.route('**/ping', (route) => route.abort())
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await expect(page.getByText(/^No connection to the server since \d\d:\d\d\./)).toBeVisible()
  await expectNoViolations(page)
  await page.unrouteAll()
  const again = page.waitForResponse('**/office/api/sessions')
  await page.clock.runFor(5000)
  await expect(page.getByText(/^No connection/)).toHaveCount(0)
  await again
})

for (const [name, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a phone on its side', { width: 844, height: 390 }],
] as const) {
  test(`on ${name} the navigation is in a drawer, and nothing scrolls sideways`, async ({ page, sitwell }) => {
    const world = await sitwell.arrange(college())
    await page.setViewportSize(viewport)
    await openSignIn(page, world)
    expect(await scrollsSideways(page)).toBe(false)
    await arriveInOffice(page, world)
    const drawer = page.getByRole('navigation', { name: 'Navigation' })
    await expect(drawer).toBeHidden()
    await pressEnter(page.getByRole('button', { name: 'Navigation' }))
    await expect(drawer).toBeVisible()
    await expectNoViolations(page)
    await drawer.getByRole('link', { name: 'My sign-ins' }).click()
    await expect(drawer).toBeHidden()
    expect(await scrollsSideways(page)).toBe(false)
    await pressEnter(ownButton(page))
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await page.getByRole('link', { name: 'Recovery codes' }).click()
    await pressEnter(page.getByRole('button', { name: 'Make new codes' }))
    await password(page).fill('olwen')
    await pressEnter(password(page))
    await expect(page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await expect(page.getByText(/^Each of these codes opens the office once/)).toBeFocused()
    expect(await scrollsSideways(page)).toBe(false)
    await expectNoViolations(page)
  })
}

test('an owner gets from the list of exams to the sign-in of the same organisation’s office; a learner finds no way there', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await signIn(page, world, { as: { username: 'learner', password: 'learner' } })
  await expect(heading(page)).toBeVisible()
  const toOffice = page.getByRole('button', { name: 'Office' })
  await expect(toOffice).toHaveCount(0)
  await signIn(page, world)
  await pressEnter(toOffice)
  await expect(page).toHaveURL(`/office/login?${world.urlToken}`)
  await expect(username(page)).toBeVisible()
})
