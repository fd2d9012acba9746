import type { Page } from '@playwright/test'
import { expect, expectNoViolations, organisation, person, type Sitwell, test, type World } from '../../../../e2e/fixtures.ts'
import { pressOn } from '../../../../e2e/keyboard.ts'
import { arriveInOffice, pressEnter, spoken } from '../../../../e2e/office.ts'
import { resize } from '../../../../e2e/settled.ts'

const college = () =>
  organisation({
    organisation: { languages: [1, 2, 3, 4] },
    settings: { OfficeSecondStep: 'off' },
    people: [
      person({ username: 'olwen', firstName: 'Olwen', lastName: 'Price', roles: ['exams-officer'] }),
      person({ username: 'kwame', firstName: 'Kwame', lastName: 'Mensah', roles: ['owner'] }),
      person(),
    ],
  })

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const table = (page: Page) => page.getByRole('table', { name: 'Organisations' })
const owners = (page: Page) => page.getByRole('region', { name: 'Owners of the installation' }).getByRole('listitem')

/** Signed in before they own the installation: from then on they show a second step. */
const arriveAsOwner = async (page: Page, { sitwell, world, at }: { sitwell: Sitwell; world: World; at: string }) => {
  await arriveInOffice(page, world)
  await sitwell.command(world, 'installation', 'grant', 'olwen')
  await page.goto(`/office${at}`)
  await expect(heading(page)).toBeFocused()
}

/** A name that no other test of the server has. */
const named = (world: World, name: string) => `${name} ${world.orgId}`

const create = async (page: Page, name: string, username = 'grace') => {
  await field(page, 'Name of the organisation').fill(name)
  await field(page, 'First name').fill('Grace')
  await field(page, 'Last name').fill('Hopper')
  await field(page, 'Sign-in name').fill(username)
  await pressEnter(page.getByRole('button', { name: 'Create the organisation' }))
}

test('nobody but an owner of the installation finds its pages, not even the owner of the organisation', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await arriveInOffice(page, world, { as: 'kwame', at: '/my-sign-ins' })
  await expect(page.getByRole('link', { name: 'Installation' })).toHaveCount(0)
  for (const path of ['/installation', '/installation/add', '/installation/owners']) {
    await page.goto(`/office${path}`)
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('button', { name: /Create|owner/ })).toHaveCount(0)
    await expect(table(page)).toHaveCount(0)
  }
})

test('an organisation is created by keys alone, with what is wrong said at its field, and listed until its owner comes', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await arriveAsOwner(page, { sitwell, world, at: '/installation' })
  await expect(heading(page)).toHaveText('Installation')
  await expectNoViolations(page)
  await pressOn(page, page.getByRole('link', { name: 'Create an organisation' }))
  await expect(heading(page)).toHaveText('Create an organisation')
  await expect(heading(page)).toBeFocused()
  await expectNoViolations(page)
  const submit = page.getByRole('button', { name: 'Create the organisation' })
  await pressEnter(submit)
  await expect(field(page, 'Name of the organisation')).toBeFocused()
  await expect(field(page, 'Name of the organisation')).toHaveAccessibleDescription(/Fill this in/)
  await expect(field(page, 'Sign-in name')).toHaveAccessibleDescription(/Fill this in/)
  await expectNoViolations(page)
  const name = named(world, 'St Mary’s College')
  await field(page, 'Short name in addresses').fill('office')
  await field(page, 'Own host name').fill('https://exams.example')
  await create(page, name)
  await expect(field(page, 'Own host name')).toHaveAccessibleDescription(/without https/)
  await field(page, 'Own host name').fill('')
  await pressEnter(submit)
  await expect(field(page, 'Short name in addresses')).toHaveAccessibleDescription(/needs this word itself/)
  await expect(field(page, 'Short name in addresses')).toBeFocused()
  await field(page, 'Short name in addresses').fill('')
  await pressEnter(submit)
  const done = page.getByText(`${name} is created. A link for Grace Hopper is below. Pass it on now.`)
  await expect(done).toBeFocused()
  await expect(page.getByText(/\/office\/login\?st-marys-college/)).toBeVisible()
  await expectNoViolations(page)
  await pressEnter(page.getByRole('button', { name: 'Create another one' }))
  await create(page, name)
  await expect(field(page, 'Name of the organisation')).toHaveAccessibleDescription(/Another organisation has this name/)
  // The page asks before it drops what somebody typed.
  await pressEnter(page.getByRole('link', { name: 'Back to the organisations' }))
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await pressEnter(page.getByRole('alertdialog').getByRole('button').last())
  await expect(heading(page)).toHaveText('Installation')
  await page.getByRole('searchbox', { name: 'Find organisations' }).fill(`mary’s ${world.orgId}`)
  const row = table(page).getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Owner invited')
  await expect(row).toContainText(/1/)
  await pressEnter(row.getByRole('button', { name: `New link for the owner of ${name}` }))
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('A link that they have already works no more.')
  await expectNoViolations(page)
  await pressEnter(dialog.getByRole('button', { name: 'Make the link' }))
  await expect(page.getByText(`The new link for the owner of ${name} is below.`)).toBeVisible()
  await expect(page.getByRole('textbox', { name: `Link for the owner of ${name}` })).toHaveValue(/\/user\//)
  await expectNoViolations(page)
})

test('the installation is given to a colleague and withdrawn, and the last owner stays', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await arriveAsOwner(page, { sitwell, world, at: '/installation/owners' })
  const own = owners(page).filter({ hasText: 'you' })
  await expect(own).toContainText('Olwen Price')
  await expectNoViolations(page)
  await pressEnter(page.getByRole('button', { name: 'Make somebody an owner' }))
  const dialog = page.getByRole('alertdialog')
  const give = dialog.getByRole('button', { name: 'Make an owner' })
  const name = dialog.getByRole('textbox', { name: 'Sign-in name' })
  await expect(dialog).toContainText('They show a second step at each sign-in to the office.')
  await pressEnter(give)
  await expect(name).toHaveAccessibleDescription(/Fill this in/)
  await name.fill('nobody')
  await pressEnter(give)
  await expect(name).toHaveAccessibleDescription(/Nobody in your organisation/)
  await expectNoViolations(page)
  await name.fill('kwame')
  await pressEnter(give)
  await expect(page.getByText('kwame now owns the installation.')).toBeVisible()
  const kwame = owners(page)
    .filter({ hasText: `Organisation ${world.orgId}` })
    .filter({ hasText: 'Kwame Mensah' })
  await expect(kwame).toHaveCount(1)
  await pressEnter(kwame.getByRole('button', { name: 'Withdraw the installation from Kwame Mensah' }))
  await dialog.getByRole('textbox').fill('has left')
  await pressEnter(dialog.getByRole('button', { name: 'Withdraw' }))
  await expect(page.getByText('Kwame Mensah no longer owns the installation.')).toBeVisible()
  await expect(kwame).toHaveCount(0)
})

test('what can not be read says so, and is read when asked again', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await arriveInOffice(page, world)
  await sitwell.command(world, 'installation', 'grant', 'olwen')
  await page.route('**/office/api/installation/**', (route) => route.abort())
  await page.goto('/office/installation/owners')
  await expect(spoken(page)).toHaveText('The owners could not be read.')
  await expectNoViolations(page)
  await page.goto('/office/installation')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expectNoViolations(page)
  await page.unrouteAll()
  await pressEnter(again)
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
})

test('fits a phone and a small window, and a search that finds nothing says so', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await arriveAsOwner(page, { sitwell, world, at: '/installation' })
  const scrolls = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main')].some((place) => place.scrollWidth > place.clientWidth),
    )
  for (const [width, height] of [
    [1024, 768],
    [390, 844],
  ] as const)
    for (const path of ['/installation', '/installation/add', '/installation/owners']) {
      await resize(page, { width, height })
      await page.goto(`/office${path}`)
      await expect(heading(page)).toBeFocused()
      await expect.poll(scrolls).toBe(false)
      await expectNoViolations(page)
    }
  await page.goto('/office/installation?search=nowhere-at-all')
  await expect(page.getByRole('button', { name: /filter/i })).toBeVisible()
  await expectNoViolations(page)
})

test.describe('in Arabic and high contrast', () => {
  test.use({ locale: 'ar', forcedColors: 'active' })

  test('the pages run from right to left, and every text is there', async ({ page, sitwell }) => {
    const world = await sitwell.arrange(college())
    await page.goto(`${world.origin}/office/login?${world.urlToken}`)
    await page.locator('input[name=username]').fill('olwen')
    await page.locator('input[name=password]').fill('olwen')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('اليوم')
    await sitwell.command(world, 'installation', 'grant', 'olwen')
    for (const [path, title] of [
      ['/installation', 'التثبيت'],
      ['/installation/add', 'إنشاء مؤسسة'],
      ['/installation/owners', 'مالكو التثبيت'],
    ]) {
      await page.goto(`/office${path}`)
      await expect(heading(page)).toHaveText(title ?? '')
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await expect(page.getByText(/MESSAGE.UNDEFINED|installation\./)).toHaveCount(0)
      await expectNoViolations(page)
    }
  })
})
