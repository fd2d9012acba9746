import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { officeErasePerson, officeExportPerson, officePreviewErasure } from '@sitwell/contract'
import { expect, expectNoViolations, person, test, type World } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo } from '../../../../e2e/keyboard.ts'
import { spoken } from '../../../../e2e/office.ts'
import { officeOf, owner, signInInAnyLanguage, signInToOffice } from '../../../../e2e/office-people.ts'

const lena = () => person({ username: 'lena', firstName: 'Lena', lastName: 'Lind', email: 'lena@example.org' })
const pathOf = (world: World, username: string) => `/people/${world.people.find((one) => one.username === username)?.userId}`
const dialogOf = (page: Page) => page.getByRole('alertdialog')
const data = (page: Page) => page.getByRole('region', { name: 'Personal data' })

const openPerson = async (page: Page, world: World, username: string, by = 'owner') => {
  await signInToOffice(page, world, pathOf(world, username), by)
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
}

test('all that is known of a person is saved as a file, which the page of the person has on record', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([owner(), lena(), person({ username: 'officer', roles: ['exams-officer'] })]))
  await openPerson(page, world, 'lena', 'officer')
  await expect(data(page).getByRole('button')).toHaveText(['Export the data'])
  await data(page).getByRole('button', { name: 'Export the data' }).click()
  await expect(dialogOf(page).getByRole('listitem')).toHaveCount(3)
  await expectNoViolations(page)
  await page.route(`**/${officeExportPerson.path}`, (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'BUSY', message: '' } } }),
  )
  await dialogOf(page).getByRole('button', { name: 'Export the data' }).click()
  await expect(spoken(page)).toHaveText('Other exports are being made. Try again in a few seconds.')
  await page.unroute(`**/${officeExportPerson.path}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialogOf(page).getByRole('button', { name: 'Export the data' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^person-\d+\.zip$/)
  // A zip archive.
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
  await expect(page.getByRole('status').filter({ hasText: 'The data of Lena Lind are in' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What happened' }).getByText('Data exported')).toBeVisible()
  await expectNoViolations(page)
})

// OFFICE-209 OFFICE-411
test('a person is erased by keys: what goes, what stays and why are shown before, and the name is typed', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([owner(), lena()]))
  await openPerson(page, world, 'lena')
  await pressOn(page, data(page).getByRole('button', { name: 'Erase the person' }))
  const dialog = dialogOf(page)
  await expect(dialog).toHaveAccessibleName('Erase everything about Lena Lind?')
  await expect(dialog.getByText('This can’t be undone.')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'What is taken away' }).getByRole('listitem').first()).toHaveText(
    'Names, e-mail, phone, date of birth and password',
  )
  // What there is none of isn't listed.
  await expect(dialog.getByText(/^Uploaded files/)).toHaveCount(0)
  await expect(dialog.getByRole('list', { name: 'What stays, without a name, and why' })).toContainText('Backups')
  await expectNoViolations(page)

  await pressOn(page, dialog.getByRole('button', { name: 'Erase the person' }))
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('Asked for it')
  await tabTo(page, dialog.getByRole('textbox', { name: 'Type the name: Lena Lind' }))
  await page.keyboard.type('Lena')
  await pressOn(page, dialog.getByRole('button', { name: 'Erase the person' }))
  const name = dialog.getByRole('textbox', { name: 'Type the name: Lena Lind' })
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(/This is not the name/)
  await expectNoViolations(page)
  await page.keyboard.press('End')
  await page.keyboard.type(' lind')
  await expect(name).toHaveValue('Lena lind')
  await pressOn(page, dialog.getByRole('button', { name: 'Erase the person' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Erased person' })).toBeVisible()
  await expect(page.getByText(/^All that was known of the person with the number \d+ was erased\./)).toBeVisible()
  await expect(page.getByText('Lena')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  await expectNoViolations(page)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Erased person' })).toBeVisible()
  await page.getByRole('link', { name: 'All people' }).click()
  await expect(page.getByText('1 row', { exact: true })).toBeVisible()
})

// OFFICE-209
test('nothing is erased that wasn’t shown: the lists are shown anew, and a preview that fails is asked for again', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([owner(), lena()]))
  await openPerson(page, world, 'lena')
  await page.route(`**/${officePreviewErasure.path}`, (route) => route.abort())
  await data(page).getByRole('button', { name: 'Erase the person' }).click()
  await expect(spoken(page)).toHaveText('What would be erased could not be loaded.')
  await expect(dialogOf(page).getByRole('button', { name: 'Erase the person' })).toBeDisabled()
  await expectNoViolations(page)
  await page.unroute(`**/${officePreviewErasure.path}`)
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
  const goes = dialogOf(page).getByRole('list', { name: 'What is taken away' })
  await expect(goes).toBeVisible()
  await expect(goes.getByText(/^Roles/)).toHaveCount(0)

  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Give a role' }).click()
  await dialogOf(other).getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Marker' })
  await dialogOf(other).getByRole('button', { name: 'Give a role' }).click()
  await expect(other.getByText('Lena Lind has the role Marker.')).toBeVisible()
  await other.close()

  await dialogOf(page).getByRole('textbox', { name: 'Reason' }).fill('Asked for it')
  await dialogOf(page).getByRole('textbox', { name: 'Type the name' }).fill('Lena Lind')
  const refused = page.waitForResponse(`**/${officeErasePerson.path}`)
  await dialogOf(page).getByRole('button', { name: 'Erase the person' }).click()
  expect((await refused).status()).toBe(409)
  await expect(spoken(page)).toHaveText('There is more by now than was shown. Look at the lists again.')
  await expect(goes.getByText('Roles, which are withdrawn: 1')).toBeVisible()
  await expect(dialogOf(page).getByRole('textbox', { name: 'Reason' })).toHaveValue('Asked for it')
  await dialogOf(page).getByRole('button', { name: 'Erase the person' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Erased person' })).toBeVisible()
})

test('nobody is offered to export or erase themselves', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(officeOf([owner(), lena()]))
  await openPerson(page, world, 'owner')
  await expect(page.getByText('This is you.')).toBeVisible()
  await expect(data(page)).toHaveCount(0)
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('the lists of an erasure run from right to left, and every text is there', async ({ page, sitwell }) => {
    const world = await sitwell.arrange(officeOf([owner(), { ...lena(), languageId: 2 }]))
    await signInInAnyLanguage(page, world, pathOf(world, 'lena'))
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await page.getByRole('button', { name: 'محو الشخص' }).click()
    await expect(dialogOf(page).getByRole('list', { name: 'ما سيُمحى' })).toBeVisible()
    await expect(page.getByText(/MESSAGE.UNDEFINED|data\./)).toHaveCount(0)
    await expectNoViolations(page)
  })
})
