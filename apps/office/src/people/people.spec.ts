import { readFile } from 'node:fs/promises'
import { expect, expectNoViolations, person, test } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo, typeInto } from '../../../../e2e/keyboard.ts'
import { officeOf, owner, signInToOffice } from '../../../../e2e/office-people.ts'
import { resize } from '../../../../e2e/settled.ts'

const learners = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    person({
      username: `learner${at}`,
      firstName: at % 40 === 7 ? '=Zoë' : 'Mina',
      lastName: `Okafor ${String((at * 7919) % count).padStart(3, '0')}`,
      learnerIdentifier: `N${1000 + at}`,
      suspended: at % 50 === 3,
    }),
  )

test('a list is searched, filtered, sorted and read on, and its address shows the same list again', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([owner(), ...learners(130)]))
  await signInToOffice(page, world)
  const rows = page.getByRole('table').locator('tbody tr[data-key]')
  const names = page.getByRole('table').locator('th[scope="row"] a')
  await expect(page.getByText('100 rows of 131')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText('131 rows', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Suspended' }).click()
  await expect(rows).toHaveCount(3)
  await expect(page).toHaveURL(/\?show=suspended$/)
  await page.getByRole('button', { name: 'All', exact: true }).click()

  await page.getByRole('heading', { name: 'People' }).click()
  await page.keyboard.press('/')
  await page.keyboard.type('zoe')
  await expect(page).toHaveURL(/search=zoe/)
  await expect(rows).toHaveCount(4)
  await page.getByRole('columnheader', { name: 'Sign-in name' }).getByRole('button').click()
  await expect(rows.first()).toContainText('learner127')
  await page.getByRole('columnheader', { name: 'Sign-in name' }).getByRole('button').click()
  await expect(rows.first()).toContainText('learner87')
  await expect(page.getByRole('columnheader', { name: 'Sign-in name' })).toHaveAttribute('aria-sort', 'descending')
  const shown = await names.allTextContents()
  await page.reload()
  await expect(names).toHaveText(shown)
  await expect(page.getByRole('searchbox', { name: 'Find people' })).toHaveValue('zoe')

  // Back from a person leads to the list as it was.
  await names.first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown[0] ?? '')
  await page.goBack()
  await expect(names).toHaveText(shown)

  await page.getByRole('searchbox', { name: 'Find people' }).fill('nobody is called this')
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(page.getByText('100 rows of 131')).toBeVisible()
})

test('an export holds what is shown, in its order, and no formula', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    officeOf([
      owner(),
      person({ username: 'felix', firstName: '=HYPERLINK("x")', lastName: 'Brandt', email: '+1@example.org' }),
    ]),
  )
  await signInToOffice(page, world)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export 2 rows as CSV' }).click()
  const [header, first, second] = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
  expect(header).toBe('\ufeffName,Sign-in name,Number,State,Roles,Groups,E-mail,Last sign-in')
  expect(first).toBe('"\'=HYPERLINK(""x"") Brandt",felix,,Never signed in,,,\'+1@example.org,')
  expect(second).toMatch(/^Ada Owen,owner,,Active,Owner,,,/)
})

test('a list that can’t be read says so, and is read when asked again', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(officeOf([owner()]))
  await page.route(/office\/api\/people\?/, (route) => route.abort())
  await signInToOffice(page, world)
  await expect(page.getByRole('alert').filter({ hasText: 'The rows could not be loaded.' })).toBeVisible()
  await expectNoViolations(page)
  await page.unroute(/office\/api\/people\?/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Ada Owen' })).toBeVisible()
})

test('a person is added by the keyboard alone: errors stand beside their fields, and what was typed stays', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([owner(), person({ username: 'lena.l' })]))
  await signInToOffice(page, world)
  await pressOn(page, page.getByRole('link', { name: 'Add a person' }))
  const field = (name: string) => page.getByRole('textbox', { name })
  const submit = page.getByRole('button', { name: 'Add the person' })
  await pressOn(page, submit)
  await expect(field('First name')).toBeFocused()
  await expect(field('First name')).toHaveAccessibleDescription('Write a first or a last name.')
  await expectNoViolations(page)
  await page.keyboard.type('Lena')
  await typeInto(page, field('Sign-in name'), 'LENA.L')
  await typeInto(page, field('E-mail'), 'lena@')
  await tabTo(page, page.getByRole('group', { name: 'Date of birth' }).getByRole('spinbutton').first())
  await page.keyboard.type('29022008')
  await pressOn(page, submit)
  await expect(field('E-mail')).toBeFocused()
  await expect(field('E-mail')).toHaveAccessibleDescription(/not an address such as ada@example\.org/)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await pressOn(page, submit)
  await expect(field('Sign-in name')).toBeFocused()
  await expect(field('Sign-in name')).toHaveAccessibleDescription(/Somebody signs in by this name already\./)
  await expect(field('First name')).toHaveValue('Lena')
  await page.keyboard.press('End')
  await page.keyboard.type('indqvist')
  await pressOn(page, submit)
  await expect(page.getByText(/^Lena was added\./)).toBeFocused()
  await expectNoViolations(page)
  const link = await page.getByRole('textbox', { name: 'Link for Lena' }).inputValue()
  await pressOn(page, page.getByRole('link', { name: 'Open the page of Lena' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Lena' })).toBeFocused()
  await expect(page.getByText('29 Feb 2008')).toBeVisible()
  // The link is nowhere any more, and it leads to a password.
  await expect(page.getByRole('textbox', { name: 'Link for Lena' })).toHaveCount(0)
  await page.goto(link)
  await expect(page.getByRole('textbox', { name: /new password/i }).first()).toBeVisible()
})

test('what was typed isn’t lost by a move to another page without being asked', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(officeOf([owner()]))
  await signInToOffice(page, world)
  await page.getByRole('link', { name: 'Add a person' }).click()
  await page.getByRole('textbox', { name: 'First name' }).fill('Lena')
  await page.getByRole('link', { name: 'All people' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Lena')
  await page.getByRole('link', { name: 'All people' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
})

for (const [name, width, height] of [
  ['on a phone', 390, 844],
  ['on a phone on its side', 844, 390],
] as const)
  test(`${name} list, form and person fit, and orders are within reach`, async ({ page, sitwell }) => {
    await resize(page, { width, height })
    const world = await sitwell.arrange(officeOf([owner(), ...learners(12)]))
    await signInToOffice(page, world)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect(page.getByRole('link', { name: 'Ada Owen' })).toBeVisible()
    expect(await overflow()).toBe(0)
    await expectNoViolations(page)
    if (width < 640) {
      await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Sign-in name, Z to A' })
      await expect(page.getByRole('table').locator('th[scope="row"]').first()).toContainText('owner')
      await expect(page).toHaveURL(/sort=username&descending=1/)
    }
    await page.getByRole('link', { name: 'Add a person' }).click()
    await expect(page.getByRole('button', { name: 'Add the person' })).toBeVisible()
    expect(await overflow()).toBe(0)
    await page.getByRole('link', { name: 'All people' }).click()
    await page.getByRole('link', { name: 'Ada Owen' }).click()
    await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
    expect(await overflow()).toBe(0)
    await expectNoViolations(page)
  })
