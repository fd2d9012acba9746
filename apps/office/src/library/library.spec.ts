import { readFile } from 'node:fs/promises'
import { exam, organisation } from '../../../../e2e/arrange.ts'
import { expect, expectNoViolations, person, test } from '../../../../e2e/fixtures.ts'
import { pressEnter } from '../../../../e2e/office.ts'
import { owner, signInToOffice } from '../../../../e2e/office-people.ts'

const college = () =>
  organisation({
    people: [owner(), person(), person({ username: 'audrey', firstName: 'Audrey', lastName: 'Tor', roles: ['auditor'] })],
    exams: [
      exam({ name: 'Botany' }),
      exam({ name: '=Æsthetics & <b>colour</b>' }),
      exam({ name: 'Carpentry', sections: [{ name: 'Joints', questions: exam({}).questions ?? [] }, { name: '' }] }),
    ],
    schedules: [{ username: 'learner' }],
    settings: { OfficeSecondStep: 'off' },
  })

test('exams are listed, searched, put in order and exported, and one shows its versions, sections and kinds of question', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await signInToOffice(page, world, '/library')
  const rows = page.getByRole('table').locator('tbody tr[data-key]')
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: 'Botany' })).toContainText('given to sit 1 time')
  await expectNoViolations(page)
  await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Newest first' })
  await expect(page).toHaveURL(/sort=newest/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export 3 rows as CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toContain('Botany')
  expect(csv).not.toMatch(/(^|[,;"])=/m)

  await page.getByRole('searchbox', { name: 'Search for exams' }).fill('CARP')
  await expect(rows).toHaveCount(1)
  await pressEnter(page.getByRole('link', { name: 'Carpentry' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Carpentry' })).toBeFocused()
  const sections = page.getByRole('table', { name: 'Sections of version 1' })
  await expect(sections.getByRole('row', { name: 'Joints 3 3' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'One of several 1', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Version 1' })).toHaveAttribute('aria-current', 'page')
  await expectNoViolations(page)
})

test('a version is exported with its keys only after a warning, by whoever may write exams', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  const botany = world.exams.find(({ name }) => name === 'Botany')
  await signInToOffice(page, world, `/library/exams/${botany?.examGuid}`)
  await pressEnter(page.getByRole('button', { name: 'Export…' }))
  const dialog = page.getByRole('alertdialog', { name: 'Export Botany, version 1?' })
  await expect(dialog).toContainText('The package holds all answer keys.')
  await dialog.getByRole('combobox', { name: 'Form' }).selectOption({ label: 'QTI 3.0' })
  await expect(dialog).toContainText('What QTI can’t say is left out.')
  await expectNoViolations(page)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export with keys' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Botany v1 qti3.zip')
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
  await expect(page.getByRole('status').filter({ hasText: 'Botany, version 1, was exported.' })).toBeVisible()

  await page.route('**/office/api/library/export', (route) => route.abort())
  await page.getByRole('button', { name: 'Export…' }).click()
  await dialog.getByRole('button', { name: 'Export with keys' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The package did not come. Try again.')
})

test('whoever only reads finds neither an export nor an upload, and an exam that isn’t there says so', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await signInToOffice(page, world, '/library', 'audrey')
  await expect(page.getByRole('rowheader', { name: 'Botany' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upload…' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Botany' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Botany' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Sections of version 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export…' })).toHaveCount(0)
  await page.goto('/office/library/upload')
  await expect(page.getByText('your role does not include this page', { exact: false })).toBeVisible()
  await page.goto('/office/library/exams/nowhere')
  await expect(page.getByRole('alert').filter({ hasText: 'There is no such exam in the library.' })).toBeVisible()
  await expectNoViolations(page)
})

test('a list and an exam that can’t be loaded say so, and come when they are asked for again', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await page.route('**/office/api/library/**', (route) => route.abort())
  await signInToOffice(page, world, '/library')
  await expect(page.getByRole('alert').filter({ hasText: 'The rows could not be loaded.' })).toBeVisible()
  await page.unroute('**/office/api/library/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Botany' })).toBeVisible()
  await page.route('**/office/api/library/exam?**', (route) => route.abort())
  await page.getByRole('link', { name: 'Botany' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The exam could not be loaded.' })).toBeVisible()
  await expectNoViolations(page)
  await page.unroute('**/office/api/library/exam?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Sections of version 1' })).toBeVisible()
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('an exam reads from right to left on a phone, and nothing scrolls sideways', async ({ page, sitwell }) => {
    const spec = college()
    const world = await sitwell.arrange(spec)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/office${world.loginPath}`)
    await page.locator('input[name=username]').fill('owner')
    await page.locator('input[name=password]').fill('owner')
    await page.keyboard.press('Enter')
    await expect(page.locator('main h1')).toBeFocused()
    await page.goto(`/office/library/exams/${world.exams[0]?.examGuid}`)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('link', { name: /^الإصدار/ })).toBeVisible()
    await expectNoViolations(page)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(overflow).toBe(0)
  })
})
