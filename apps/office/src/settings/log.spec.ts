import { readFile } from 'node:fs/promises'
import { expect, expectNoViolations, person, test } from '../../../../e2e/fixtures.ts'
import { spoken } from '../../../../e2e/office.ts'
import { officeOf, owner, signInToOffice } from '../../../../e2e/office-people.ts'

const rows = 'tbody tr[data-key]'

test('the log shows who did what, is narrowed by person, kind and time, and its address shows the same again', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    officeOf([owner(), person({ username: 'iolo', firstName: 'Iolo', lastName: 'Tech', roles: ['it-administrator'] })]),
  )
  await signInToOffice(page, world, '/settings?part=rules&search=SealParts')
  await page.getByRole('button', { name: 'Change: Seal parts until they begin' }).click()
  await page.getByRole('combobox', { name: 'Seal parts until they begin' }).selectOption('on')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await page.getByRole('link', { name: 'Security log' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Security log' })).toBeVisible()
  const table = page.getByRole('table')
  // Events are written beside the calls.
  await expect(async () => {
    await page.reload()
    await expect(table.locator(rows).filter({ hasText: 'Setting changed' })).toHaveCount(1, { timeout: 2000 })
  }).toPass()
  await expect(table.locator(rows).filter({ hasText: 'Setting changed' })).toContainText('SealParts: default → on')
  await expectNoViolations(page)

  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Signed in')
  await expect(page).toHaveURL(/kind=sign-in/)
  await expect(table.locator(rows)).toHaveCount(1)
  await expect(table.locator(rows)).toContainText('Ada Owen')
  await page.getByRole('searchbox', { name: 'Find by person' }).fill('iolo')
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await expectNoViolations(page)
  await page.reload()
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(table.locator(rows).filter({ hasText: 'Setting changed' })).toHaveCount(1)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Export \d+ rows? as CSV$/ }).click()
  const [header, ...lines] = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
  expect(header).toBe('\ufeffWhat happened,When,Whom it concerns,Who did it,Details,Address (IP)')
  expect(lines.some((line) => line.startsWith('Setting changed,') && line.includes('SealParts: default → on'))).toBe(true)
})

test('a log that can’t be read says so, and is read when asked again', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(officeOf([owner()]))
  await page.route(/office\/api\/security-log/, (route) => route.abort())
  await signInToOffice(page, world, '/settings/log')
  await expect(spoken(page)).toContainText('The rows could not be loaded.')
  await expectNoViolations(page)
  await page.unroute(/office\/api\/security-log/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table').locator(rows).first()).toBeVisible()
})

test('who may not read the log finds neither the link nor the page', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    officeOf([owner(), person({ username: 'efa', firstName: 'Efa', lastName: 'Jones', roles: ['exams-officer'] })]),
  )
  await signInToOffice(page, world, '/settings', 'efa')
  await expect(page.getByRole('tab', { name: 'Rules' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Security log' })).toHaveCount(0)
  await page.goto('/office/settings/log')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Security log' })).toHaveCount(0)
})

test.describe('in Arabic, on a phone', () => {
  test.use({ locale: 'ar', viewport: { width: 390, height: 844 } })

  test('the log runs from right to left, and every text is there', async ({ page, sitwell }) => {
    const world = await sitwell.arrange(officeOf([owner()]))
    await page.goto(`${world.origin}/office/login?${world.urlToken}`)
    await page.locator('input[name=username]').fill('owner')
    await page.locator('input[name=password]').fill('owner')
    await page.keyboard.press('Enter')
    await expect(page.locator('input[name=username]')).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto(`${world.origin}/office/settings/log`)
    await expect(page.getByRole('table').locator(rows).first()).toBeVisible()
    await expect(page.getByText(/MESSAGE.UNDEFINED/)).toHaveCount(0)
    await expectNoViolations(page)
  })
})
