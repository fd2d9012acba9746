import { expect, expectNoViolations, test } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo } from '../../../../e2e/keyboard.ts'
import { openTable } from '../../../../e2e/open-table.ts'

test.component('a slash brings the focus into the search, and is a letter while somebody types', async ({ page }) => {
  const { rows, boxes } = await openTable(page, { people: 60 })
  const search = page.getByRole('searchbox', { name: 'Find people' })
  await boxes.nth(2).focus()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
  await page.keyboard.type('a/b')
  await expect(search).toHaveValue('a/b')
  await search.fill('kwame')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(4)
  await expect(page.getByRole('status').filter({ hasText: '4 rows' })).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
  await expect(rows).toHaveCount(60)
})

test.component('what is typed is searched for without Enter too', async ({ page }) => {
  const { rows } = await openTable(page, { people: 60 })
  await tabTo(page, page.getByRole('searchbox', { name: 'Find people' }))
  await page.keyboard.type(' Kwame ')
  await expect(rows).toHaveCount(4)
  await pressOn(page, page.getByRole('button', { name: 'Clear the search' }))
  await expect(rows).toHaveCount(60)
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test.component('a shortcut that was turned off does nothing', async ({ page }) => {
  const { boxes } = await openTable(page, { people: 60, hasNoShortcuts: true })
  await boxes.nth(2).focus()
  await page.keyboard.press('/')
  await expect(boxes.nth(2)).toBeFocused()
  await expect(page.getByRole('searchbox')).not.toHaveAttribute('aria-keyshortcuts')
})

test.component(
  'views and filters are pressed and removed by the keyboard, and an empty result leads back to all',
  async ({ page }) => {
    const { rows } = await openTable(page, { people: 60, hasFilters: true })
    const view = page.getByRole('button', { name: 'Never signed in 1,234' })
    await pressOn(page, view)
    await expect(view).toHaveAttribute('aria-pressed', 'true')
    await expect(rows).toHaveCount(20)
    await pressOn(page, page.getByRole('button', { name: 'Remove the filter Group: Catering 2026' }))
    await expect(page.getByText('Group: Catering 2026')).toHaveCount(0)
    await page.getByRole('searchbox').fill('nobody is called so')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
    await pressOn(page, page.getByRole('button', { name: 'Clear the filters' }))
    await expect(rows).toHaveCount(60)
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true')
  },
)
