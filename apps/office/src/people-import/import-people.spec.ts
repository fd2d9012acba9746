import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectNoViolations, test } from '../../../../e2e/fixtures.ts'
import { arriveInOffice, college, pressEnter } from '../../../../e2e/office.ts'

const list = [
  'User name;First name;Surname;Number;Mail;Born',
  'aoife.b;Aoife;Byrne;A1;aoife@example.org;03/12/2004',
  'yuki.t;Yuki;Tanaka;A2;yuki at home;',
  'learner;Lena;Lindqvist;A3;;',
  'kwame;Kwame;Other;A4;;',
  '"=HYPERLINK(""x"")";=1+1;Formula;A5;;',
].join('\r\n')

const choose = async (page: Page, name: string, content: string | Buffer) => {
  await page.getByTestId('people-file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}
const rows = (page: Page) => page.getByRole('table', { name: 'What each row comes to' }).getByRole('row')
const row = (page: Page, number: number) =>
  rows(page).filter({ has: page.getByRole('rowheader', { name: `Row ${number}`, exact: true }) })
const view = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

// OFFICE-201 OFFICE-202 OFFICE-209
test('staff see what each row of a file comes to, import it, correct the rest, and undo it', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await arriveInOffice(page, world, { at: '/people' })
  await page.getByRole('link', { name: 'Import…' }).click()
  await expect(page.getByRole('heading', { name: 'Import people' })).toBeFocused()
  await expect(page.getByText('Nothing was imported yet.')).toBeVisible()
  await expectNoViolations(page)

  await choose(page, 'december.csv', list)
  await expect(row(page, 2)).toContainText('New')
  await expect(row(page, 3)).toContainText('“yuki at home” is no e-mail address')
  await expect(row(page, 4)).toContainText('Changed')
  await expect(row(page, 5)).toContainText('Kwame Mensah has a role')
  await expect(page.getByRole('combobox', { name: 'Column “Born”' })).toHaveValue('')
  await page.getByRole('combobox', { name: 'Column “Born”' }).selectOption({ label: 'Date of birth' })
  await expect(page.getByRole('combobox', { name: 'Dates such as 03/12/2004' })).toHaveValue('day-first')
  await view(page, 'Refused').click()
  await expect(rows(page)).toHaveCount(3)
  await expectNoViolations(page)
  await pressEnter(page.getByRole('button', { name: 'Import 3 people' }))
  const done = 'december.csv: 2 people added, 1 person changed, 2 rows refused.'
  await expect(page.getByRole('status').filter({ hasText: done })).toBeVisible()
  await choose(page, 'december.csv', list.replace('yuki at home', 'yuki@example.org'))
  await expect(page.getByRole('button', { name: 'Import 1 person' })).toBeVisible()

  await page.getByRole('link', { name: 'All people' }).click()
  await expect(page.getByRole('rowheader', { name: 'Aoife Byrne' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV/ }).click()
  const exported = await readFile(await (await download).path(), 'utf8')
  expect(exported).not.toMatch(/(^|[,;"])=/m)

  await page.goBack()
  await pressEnter(page.getByRole('button', { name: 'Undo december.csv' }))
  const dialog = page.getByRole('alertdialog', { name: 'Undo the import of december.csv?' })
  await expect(dialog).toContainText('2 people are removed who were added.')
  await expect(dialog).toContainText('1 person gets the earlier details back.')
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The import of december.csv is undone.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo december.csv' })).toHaveCount(0)
})

test('a file that is no list, too large, or of guessed characters says so; a column can be chosen by hand', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await page.setViewportSize({ width: 390, height: 844 })
  await arriveInOffice(page, world, { at: '/people/import' })
  await choose(page, 'book.xlsx', 'PK\u0003\u0004')
  await expect(page.getByRole('alert').filter({ hasText: 'book.xlsx can’t be read as a table.' })).toBeVisible()
  await choose(page, 'open.csv', 'a,b\n"1,2\n')
  await expect(page.getByRole('alert').filter({ hasText: 'Row 2:' })).toBeVisible()
  await choose(page, 'large.csv', Buffer.alloc(9 * 1024 * 1024, 'x'))
  await expect(page.getByRole('alert').filter({ hasText: 'large.csv is larger than 8 MB' })).toBeVisible()
  await choose(page, 'latin.csv', Buffer.from('Kennwort,Nachname\njm,Müller\n', 'latin1'))
  await expect(page.getByText('If that looks wrong', { exact: false })).toContainText('Müller')
  await expect(page.getByRole('alert').filter({ hasText: 'Choose the column that holds the sign-in name' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('combobox', { name: 'Column “Kennwort”' }).selectOption({ label: 'Sign-in name' })
  await expect(page.getByRole('button', { name: 'Import 1 person' })).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow).toBe(0)
})
