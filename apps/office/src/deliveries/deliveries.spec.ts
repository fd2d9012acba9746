import type { Page } from '@playwright/test'
import { expect, expectNoViolations, signIn, test } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo } from '../../../../e2e/keyboard.ts'
import { spoken } from '../../../../e2e/office.ts'
import { addGroup } from '../../../../e2e/office-courses.ts'
import { addRoom, arrangeDelivery, typeWallTime } from '../../../../e2e/office-deliveries.ts'
import { signInInAnyLanguage, signInToOffice } from '../../../../e2e/office-people.ts'

const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr[data-key]')
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const status = (page: Page, said: string) => page.getByRole('status').filter({ hasText: said })
const noOverflow = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)

/** Fills the form of a new delivery with its name, exam and window. */
const fillForm = async (page: Page, [opens, closes]: readonly [string, string]) => {
  await page.getByRole('textbox', { name: 'Name' }).fill('Winter exam')
  await page.getByRole('radio', { name: 'Hygiene' }).click()
  await typeWallTime(page, 0, opens)
  await typeWallTime(page, 1, closes)
}

/** Opens the form of a new delivery from the list. */
const openForm = async (page: Page) => {
  await page.getByRole('link', { name: 'New delivery' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New delivery' })).toBeFocused()
  await expect(page.getByRole('radio', { name: 'Hygiene' })).toBeVisible()
}

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save as a draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Winter exam' })).toBeFocused()
}

const long = ['010120200900', '010120901200'] as const

// OFFICE-102 OFFICE-209
test('an exam is offered to a group in a room, as a preview shows, undone, and applied again', async ({ page, sitwell }) => {
  const world = await arrangeDelivery(sitwell)
  await signInToOffice(page, world, '/deliveries')
  await addGroup(page, 'Cooks', ['mina', 'yuki'])
  await addRoom(page, 'Leith', 'Hall')
  await expect(page.getByText('No deliveries yet.', { exact: false })).toBeVisible()
  await expectNoViolations(page)
  await openForm(page)
  await page.getByRole('button', { name: 'Save as a draft' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Give it a name.')
  await expectNoViolations(page)
  await fillForm(page, long)
  await page.getByRole('checkbox', { name: 'Hall, Leith' }).click()
  await page.getByRole('button', { name: 'Add an invigilator: Hall' }).click()
  await page.getByRole('radio', { name: 'Noor Haddad' }).click()
  const named = page.getByRole('list', { name: 'Invigilators: Hall' })
  await expect(named.getByText('Noor Haddad')).toBeVisible()
  await expectNoViolations(page)
  // A press just after the table has moved, as the room above it grew, counts for nothing.
  await expect(() => tick(page, 'Cooks').check({ timeout: 1000 })).toPass({ intervals: [300] })
  await page.getByRole('combobox', { name: 'Room for those chosen here' }).selectOption({ label: 'Hall, Leith' })
  await page.getByRole('combobox', { name: 'To begin' }).selectOption({ label: 'A PIN for each person' })
  await save(page)
  await expect(page.getByRole('button', { name: 'Take out: Noor Haddad, Hall' })).toBeVisible()
  await expect(page.getByText('0 of 2 can sit. 2 can’t.')).toBeVisible()
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'See what would change' }).first().click()
  await expect(page.getByRole('heading', { level: 2, name: 'What would change' })).toBeFocused()
  await expect(rows(page, 'What would change')).toHaveCount(2)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Apply for 2 people' }).click()
  await expect(status(page, '2 people were scheduled or changed.')).toBeVisible()
  await expect(rows(page, 'People')).toHaveCount(2)
  await expect(rows(page, 'People').filter({ hasText: 'Mina Okafor' })).toContainText(/\d{6}/)
  await expect(page.getByText('All 2 can sit.')).toBeVisible()
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Undo the last change' }).click()
  await expect(status(page, 'The change for 2 people was undone.')).toBeVisible()
  await expect(page.getByText('Nobody is scheduled yet.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'See what would change' }).first().click()
  await page.getByRole('button', { name: 'Apply for 2 people' }).click()
  await expect(rows(page, 'People')).toHaveCount(2)
})

test('a walk-in gets a PIN by which they begin, and a delivery is cancelled for whoever has not', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await arrangeDelivery(sitwell)
  await signInToOffice(page, world, '/deliveries')
  await openForm(page)
  await fillForm(page, long)
  await page.getByRole('combobox', { name: 'To begin' }).selectOption({ label: 'A PIN for each person' })
  await save(page)
  await page.getByRole('button', { name: 'Add a person now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a person now' })
  await dialog.getByRole('button', { name: 'Add and schedule' }).click()
  await expect(dialog.getByText('Choose a person.')).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('radio', { name: 'Lena Lind' }).click()
  await dialog.getByRole('button', { name: 'Add and schedule' }).click()
  const done = status(page, 'Lena Lind can begin.')
  await expect(done).toContainText(/PIN: \d{6}/)
  const pin = /PIN: (\d{6})/.exec((await done.textContent()) ?? '')?.[1] ?? ''
  await expect(rows(page, 'People')).toHaveCount(1)
  await expectNoViolations(page)

  const other = await (await browser.newContext()).newPage()
  const lena = world.people.find(({ username }) => username === 'lena')
  if (!lena) throw new Error('There is no lena.')
  await signIn(other, world, { as: lena })
  await expect(other.getByText('Hygiene').first()).toBeVisible()
  expect(pin).toHaveLength(6)
  await other.context().close()

  await page.getByRole('button', { name: 'Cancel the delivery…' }).click()
  const cancel = page.getByRole('alertdialog', { name: 'Cancel “Winter exam”?' })
  await expect(cancel).toContainText('1 person who has not begun can no longer sit it.')
  await cancel.getByRole('textbox', { name: 'Reason' }).fill('Burst pipe')
  await expectNoViolations(page)
  await cancel.getByRole('button', { name: 'Cancel the delivery' }).click()
  await expect(status(page, 'The delivery was cancelled.')).toBeVisible()
  await expect(page.getByText('Reason: Burst pipe')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a person now' })).toHaveCount(0)
})

// OFFICE-208
test('a time that the clock shows twice is asked about', async ({ page, sitwell }) => {
  const world = await arrangeDelivery(sitwell)
  await signInToOffice(page, world, '/deliveries')
  await openForm(page)
  await page.getByRole('searchbox', { name: 'Find: Time zone' }).fill('London')
  await page.getByRole('radio', { name: /Europe\/London/ }).click()
  await fillForm(page, ['311020270130', '311020270500'])
  await page.getByRole('button', { name: 'Save as a draft' }).click()
  const which = page.getByRole('combobox', { name: /shows this opening time twice/ })
  await expect(which).toBeVisible()
  await expect(which).toHaveAccessibleDescription('Say which of both times is meant.')
  await expectNoViolations(page)
  await which.selectOption({ label: 'The second, after the clock is set back' })
  await save(page)
  await expect(page.getByText('Europe/London').first()).toBeVisible()
})

test('the keyboard alone applies a delivery; what can’t be loaded says so', async ({ page, sitwell }) => {
  const world = await arrangeDelivery(sitwell)
  await signInToOffice(page, world, '/deliveries')
  await openForm(page)
  await fillForm(page, long)
  await page.getByRole('tab', { name: 'People' }).click()
  await tick(page, 'Lena Lind').click()
  await save(page)
  await pressOn(page, page.getByRole('button', { name: 'See what would change' }).first())
  await expect(page.getByRole('heading', { level: 2, name: 'What would change' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Apply for 1 person' }))
  await page.keyboard.press('Enter')
  await expect(status(page, '1 person was scheduled or changed.')).toBeVisible()
  await page.goto('/office/deliveries/nowhere')
  await expect(spoken(page).filter({ hasText: 'This delivery is not here' })).toBeVisible()
  await expectNoViolations(page)
  await page.route(/office\/api\/deliveries\?/, (route) => route.abort())
  await page.goto('/office/deliveries')
  await expect(spoken(page).filter({ hasText: 'The rows could not be loaded.' })).toBeVisible()
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('a delivery is made and applied on a phone, from right to left', async ({ page, sitwell }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const world = await arrangeDelivery(sitwell)
    await signInInAnyLanguage(page, world, '/deliveries')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await noOverflow(page)
    await page.getByRole('link', { name: 'موعد جديد' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'موعد جديد' })).toBeFocused()
    await page.getByRole('textbox', { name: 'الاسم' }).fill('شتاء')
    await page.getByRole('radio', { name: 'Hygiene' }).click()
    await typeWallTime(page, 0, long[0])
    await typeWallTime(page, 1, long[1])
    await page.getByRole('tab', { name: 'الأشخاص' }).click()
    await page.locator('tbody').getByRole('checkbox').first().click()
    await noOverflow(page)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'الحفظ كمسودة' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'شتاء' })).toBeFocused()
    await page.getByRole('button', { name: 'عرض ما سيتغير' }).first().click()
    await expect(page.getByRole('heading', { level: 2, name: 'ما الذي سيتغير' })).toBeFocused()
    await noOverflow(page)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'التطبيق على شخص واحد' }).click()
    await expect(status(page, 'جُدول شخص واحد أو تغيّر جدوله.')).toBeVisible()
    await noOverflow(page)
    await expectNoViolations(page)
  })
})
