import type { Page } from '@playwright/test'
import { expect, expectNoViolations, test } from '../../../../e2e/fixtures.ts'
import { arriveInOffice, college, password, pressEnter } from '../../../../e2e/office.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'My sign-ins' }).locator('tbody').getByRole('checkbox')
const told = (page: Page) => page.getByRole('status').filter({ hasText: /ended/ })

test('one’s own sign-ins: the others are ended by the password, one by one or all at once, and this one stays', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  const others = await Promise.all([1, 2, 3].map(() => browser.newContext({ baseURL: world.origin })))
  const pages = []
  for (const context of others) {
    const other = await context.newPage()
    await arriveInOffice(other, world, { at: '/my-recovery-codes' })
    pages.push(other)
  }
  await arriveInOffice(page, world)
  await expect(rows(page)).toHaveCount(4)
  await expect(page.getByRole('row').filter({ hasText: 'This sign-in' })).toHaveCount(1)
  await expectNoViolations(page)

  // Selecting this sign-in too ends the others alone.
  await page.getByRole('checkbox', { name: /^Select all/ }).press('Space')
  await rows(page).last().press('Space')
  // Order and selection are in the address: a page that is loaded again shows the same.
  await pressEnter(page.getByRole('button', { name: 'Signed in' }))
  await expect(page.getByRole('columnheader', { name: 'Signed in' })).toHaveAttribute('aria-sort', 'ascending')
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Signed in' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('group', { name: 'What to do with the selected rows' })).toContainText('3 rows selected')
  await pressEnter(page.getByRole('button', { name: 'End the selected' }))
  const dialog = page.getByRole('dialog', { name: 'End 2 sign-ins?' })
  await expect(dialog).toBeVisible()
  await expectNoViolations(page)
  await password(page).fill('wrong')
  await pressEnter(password(page))
  await expect(dialog.getByText('This is not your password. Please try again.')).toBeVisible()
  await expect(password(page)).toBeFocused()
  await password(page).fill('olwen')
  await pressEnter(password(page))
  await expect(told(page)).toHaveText('2 sign-ins were ended.')
  await expect(told(page)).toBeFocused()
  await expect(rows(page)).toHaveCount(2)

  await pressEnter(page.getByRole('button', { name: 'End all others' }))
  await password(page).fill('olwen')
  await pressEnter(password(page))
  await expect(told(page)).toHaveText('1 sign-in was ended.')
  await expect(told(page)).toBeFocused()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'End all others' })).toBeDisabled()

  // Elsewhere the next call finds out, and the page stays under the sign-in.
  const [first] = pages
  if (first === undefined) throw new Error('There are three others.')
  await pressEnter(first.getByRole('button', { name: 'Make new codes' }))
  await password(first).fill('olwen')
  await pressEnter(password(first))
  await expect(first.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  for (const context of others) await context.close()
})

test('a list that can’t be read says so, and is read again', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await page.route('**/office/api/sessions', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'BUSY', message: '' } } }),
  )
  await arriveInOffice(page, world)
  await expect(page.getByText('The rows could not be loaded.')).toBeVisible()
  await expectNoViolations(page)
  await page.unroute('**/office/api/sessions')
  await pressEnter(page.getByRole('button', { name: 'Try again' }))
  await expect(rows(page)).toHaveCount(1)
})
