import type { Page } from '@playwright/test'
import { exam } from '../../../../e2e/arrange.ts'
import { expect, expectNoViolations, organisation, person, type Sitwell, test, type World } from '../../../../e2e/fixtures.ts'
import { pressOn } from '../../../../e2e/keyboard.ts'
import { arriveInOffice, openSignIn, pressEnter, spoken } from '../../../../e2e/office.ts'

const hourMs = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()

const staff = ['owner', 'exams-officer', 'author', 'invigilator', 'marker', 'chief-examiner', 'it-administrator', 'auditor']

/** A college whose exam opens in 40 minutes for one learner and closes in two days, with one of each role; all sign in by its name. */
const college = () =>
  organisation({
    organisation: { languages: [1, 2, 3, 4] },
    settings: { OfficeSecondStep: 'off' },
    people: [
      ...staff.map((role) => person({ username: role, firstName: 'Zoë', lastName: role, roles: [role] })),
      person({ firstName: 'Lena', lastName: 'Lindqvist' }),
    ],
    exams: [exam({ name: 'Food safety, level 2' })],
    schedules: [{ username: 'learner', startsInMinutes: 40, completeDt: at(49) }],
  })

/**
 * Opens the page as an owner of the installation: the server of a test has several organisations, so that it shows nobody else how it stands. They become
 * it once they are signed in, because an owner shows a second step.
 */
const arriveAsOperator = async (page: Page, { arranged, world, as }: { arranged: Sitwell; world: World; as: string }) => {
  await arriveInOffice(page, world, { as })
  await arranged.command(world, 'installation', 'grant', as)
  await page.goto('/office/today')
  await expect(heading(page)).toBeFocused()
}

const due = (page: Page) => page.getByRole('region', { name: 'What needs you' })
const entries = (page: Page) => due(page).getByRole('listitem')
const server = (page: Page) => page.getByRole('region', { name: 'Server' })
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const opens = 'Food safety, level 2 opens for 1 person.'
const neverSignedIn = '1 person whose exam begins within a week has never signed in.'
const closes = 'Food safety, level 2 closes for 1 person.'
// An owner of the installation shows a second step whatever the organisation has set.
const ownSecondStep = 'Your second step is not set up.'

const shown: Readonly<Record<string, readonly string[]>> = {
  owner: [opens, neverSignedIn, closes, ownSecondStep],
  'exams-officer': [opens, neverSignedIn, closes],
  'it-administrator': [neverSignedIn, ownSecondStep],
  auditor: [opens, closes, ownSecondStep],
}

for (const role of staff) {
  test(`the office of a person with the role ${role} opens with what needs them, by deadline`, async ({ page, sitwell }) => {
    const world = await sitwell.arrange(college())
    const operates = ['owner', 'it-administrator', 'auditor'].includes(role)
    if (operates) await arriveAsOperator(page, { arranged: sitwell, world, as: role })
    else await arriveInOffice(page, world, { as: role, at: '/' })
    await expect(page).toHaveURL('/office/today')
    const texts = shown[role] ?? []
    await expect(entries(page)).toHaveCount(texts.length)
    for (const [index, text] of texts.entries()) await expect(entries(page).nth(index)).toContainText(text)
    await expect(due(page).getByText('Nothing to do.')).toHaveCount(texts.length === 0 ? 1 : 0)
    await expect(server(page).getByRole('listitem')).toHaveCount(operates ? 7 : 0)
    await expectNoViolations(page)
  })
}

test('by keys alone: from an entry to the people whom it is about, back, and the page is read again', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await arriveInOffice(page, world, { as: 'exams-officer', at: '/today' })
  await expect(entries(page)).toHaveCount(3)
  await expect(entries(page).first()).toContainText(/On .* · in (3\d|40) min/)
  await pressOn(page, page.getByRole('link', { name: 'Show who has never signed in' }))
  await expect(heading(page)).toHaveText('People')
  await expect(page).toHaveURL('/office/people?show=never-signed-in')
  await expect(page.getByRole('rowheader', { name: 'Lena Lindqvist' })).toBeVisible()
  await page.goBack()
  await expect(heading(page)).toHaveText('Today')
  await expect(heading(page)).toBeFocused()
  await expect(entries(page)).toHaveCount(3)
  await pressOn(page, page.getByRole('button', { name: 'Read again' }))
  await expect(page.getByRole('status').filter({ hasText: /^Read again at \d\d:\d\d/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Read again' })).toBeFocused()
})

test('an import that can be undone leads to the screen on which that is done', async ({ page, sitwell }) => {
  const spec = college()
  const world = await sitwell.arrange({ ...spec, schedules: [] })
  await arriveInOffice(page, world, { as: 'exams-officer', at: '/people/import' })
  const buffer = Buffer.from('User name;First name;Surname\naoife.b;Aoife;Byrne\n')
  await page.getByTestId('people-file').setInputFiles({ name: 'autumn.csv', mimeType: 'text/csv', buffer })
  await pressEnter(page.getByRole('button', { name: 'Import 1 person' }))
  await expect(page.getByRole('button', { name: 'Undo autumn.csv' })).toBeVisible()
  await page.getByRole('link', { name: 'Today' }).click()
  await expect(entries(page)).toHaveText([/^SoonThe import autumn.csv can still be undone\.Until .* · in 6 days/])
  await page.getByRole('link', { name: 'Open the imports' }).click()
  await expect(page.getByRole('button', { name: 'Undo autumn.csv' })).toBeVisible()
})

test('what can’t be read says so, keeps what was read with its time, and is read when asked again', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await page.route('**/office/api/today*', (route) => route.abort())
  await page.route('**/office/api/today/operation', (route) => route.abort())
  await openSignIn(page, world)
  await arriveAsOperator(page, { arranged: sitwell, world, as: 'it-administrator' })
  await expect(spoken(page)).toHaveText([
    'What needs you could not be read. Read it again in a moment.',
    'How the server is could not be read. Read it again in a moment.',
  ])
  await expectNoViolations(page)
  await page.unrouteAll()
  const again = page.getByRole('button', { name: 'Read again' })
  await pressEnter(again)
  await expect(entries(page)).toHaveCount(2)
  await expect(server(page).getByRole('listitem')).toHaveCount(7)
  await expect(spoken(page)).toHaveCount(0)
  await page.route('**/office/api/today**', (route) => route.abort())
  await expect(again).toBeEnabled()
  await pressEnter(again)
  await expect(spoken(page)).toHaveText([
    /^It could not be read again\. What you see is from /,
    /^It could not be read again\./,
  ])
  await expect(entries(page)).toHaveCount(2)
  await expectNoViolations(page)
})

test('on a server of several organisations nobody sees how it stands but the owners of the installation', async ({
  page,
  sitwell,
}) => {
  await sitwell.arrange(college())
  const world = await sitwell.arrange(college())
  await arriveInOffice(page, world, { as: 'owner', at: '/today' })
  await expect(entries(page)).toHaveCount(3)
  await expect(server(page)).toHaveCount(0)
})

test('each fact of the server has its state in words, its age and where it comes from', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await arriveAsOperator(page, { arranged: sitwell, world, as: 'it-administrator' })
  const fact = (name: string) =>
    server(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) })
  await expect(fact('Database')).toContainText('In order')
  await expect(fact('Database')).toContainText(/SQLite answers within \d+ ms\. It has .*B\./)
  await expect(fact('Database')).toContainText(/As of .* · 0 s ago · from the database/)
  await expect(fact('Backup')).toContainText('Act now')
  await expect(fact('Backup')).toContainText('No backup is known. Run “sitwell backup” every day.')
  await expect(fact('Certificate')).toContainText('Cannot be known now')
  await expect(fact('Certificate')).toContainText('Not known so far · from the server’s settings')
  await expect(fact('Version')).toContainText('The database is of the same version.')
})

for (const [name, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a small window', { width: 1024, height: 768 }],
] as const) {
  test(`on ${name} nothing scrolls sideways`, async ({ page, sitwell }) => {
    const world = await sitwell.arrange(college())
    await page.setViewportSize(viewport)
    await arriveAsOperator(page, { arranged: sitwell, world, as: 'owner' })
    await expect(entries(page)).toHaveCount(4)
    await expect(server(page).getByRole('listitem')).toHaveCount(7)
    const scrolls = () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main')].some((place) => place.scrollWidth > place.clientWidth),
      )
    await expect.poll(scrolls).toBe(false)
    await expectNoViolations(page)
  })
}

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('the page runs from right to left, and every text is there', async ({ page, sitwell }) => {
    const world = await sitwell.arrange(college())
    await page.goto(`${world.origin}/office/login?${world.urlToken}`)
    await page.locator('input[name=username]').fill('owner')
    await page.locator('input[name=password]').fill('owner')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('اليوم')
    await sitwell.command(world, 'installation', 'grant', 'owner')
    await page.reload()
    await expect(heading(page)).toHaveText('اليوم')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('region', { name: 'ما يحتاج إليك' }).getByRole('listitem')).toHaveCount(4)
    await expect(page.getByRole('region', { name: 'الخادم' }).getByRole('listitem')).toHaveCount(7)
    await expect(page.getByText(/MESSAGE.UNDEFINED|today\./)).toHaveCount(0)
    await expectNoViolations(page)
  })
})
