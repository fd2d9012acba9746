import { readFile } from 'node:fs/promises'
import { expect, expectNoViolations, test } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo } from '../../../../e2e/keyboard.ts'
import { openTable } from '../../../../e2e/open-table.ts'

test.component(
  'a table has a name, headers, row headers that are links, and says how many rows there are',
  async ({ page }) => {
    const { table, rows, names } = await openTable(page, { people: 450 })
    await expect(table).toHaveAccessibleName('People')
    await expect(table).toHaveAttribute('aria-rowcount', '451')
    await expect(table.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
    await expect(table.getByRole('columnheader', { name: 'Sign-in', exact: true })).not.toHaveAttribute('aria-sort')
    await expect(rows).toHaveCount(100)
    await expect(rows.nth(7)).toHaveAttribute('aria-rowindex', '9')
    await expect(table.getByRole('rowheader').first().getByRole('link')).toHaveAttribute('href', /^#\/people\/p\d+$/)
    await expect(names.first()).toBeVisible()
    await expect(page.getByText('100 rows of 450')).toBeVisible()
    await expect(page.getByText('As of 14:02:11')).toBeVisible()
    await expect(page.getByText('3 s ago')).toBeVisible()
    await expectNoViolations(page)
  },
)

test.component('headers sort by the keyboard, at the server, and keep the focus', async ({ page }) => {
  const { table, names } = await openTable(page, { people: 30 })
  const first = await names.first().textContent()
  const header = table.getByRole('columnheader', { name: 'Name' })
  await pressOn(page, header.getByRole('button'))
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(names.last()).toHaveText(first ?? '')
  await expect(header.getByRole('button')).toBeFocused()
  await pressOn(page, table.getByRole('button', { name: 'Sign-in', exact: true }), 'Space')
  await expect(table.getByRole('columnheader', { name: 'Sign-in', exact: true })).toHaveAttribute('aria-sort', 'ascending')
  await expect(header).not.toHaveAttribute('aria-sort')
  await expect(table.getByRole('button', { name: 'Groups' })).toHaveCount(0)
})

test.component('more rows follow page by page, each once, and their number is announced', async ({ page }) => {
  const { rows, names } = await openTable(page, { people: 130, pageSize: 50 })
  const more = page.getByRole('button', { name: 'Load more' })
  await more.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '100 rows of 130' })).toBeVisible()
  await expect(more).toBeFocused()
  await more.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '130 rows' })).toBeVisible()
  await expect(more).toHaveCount(0)
  await expect(rows).toHaveCount(130)
  const shown = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-key')))
  expect(new Set(shown).size).toBe(130)
  const texts = await names.allTextContents()
  expect(texts).toEqual([...texts].sort((a, b) => (a < b ? -1 : 1)))
})

test.component(
  'rows are selected by the keyboard alone, in ranges too, and what an action touches is named',
  async ({ page }) => {
    const { table, boxes } = await openTable(page, { people: 40, pageSize: 20 })
    const all = table.getByRole('checkbox', { name: 'Select all 20 rows shown' })
    const announced = page.getByRole('status').filter({ hasText: /selected/ })
    await tabTo(page, boxes.nth(1))
    await page.keyboard.press('Space')
    await expect(announced).toHaveText('1 row selected')
    await tabTo(page, boxes.nth(4))
    await page.keyboard.press('Shift+Space')
    await expect(announced).toHaveText('4 rows selected')
    await expect(boxes.nth(4)).toBeFocused()
    for (const at of [1, 2, 3, 4]) await expect(boxes.nth(at)).toBeChecked()
    for (const at of [0, 5]) await expect(boxes.nth(at)).not.toBeChecked()
    expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
    await expectNoViolations(page)

    // Rows of another page stay selected, and an action on all of them doesn't come as a surprise.
    await table.getByRole('columnheader', { name: 'Name' }).getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('4 of them are not shown, and actions change them too')).toBeVisible()
    await pressOn(page, all, 'Space')
    await expect(announced).toHaveText('24 rows selected')
    await pressOn(page, page.getByRole('button', { name: 'Add to a group' }))
    expect(await page.evaluate(() => window.actedOn?.length)).toBe(24)
    await pressOn(page, page.getByRole('button', { name: 'Keep only those shown' }))
    await expect(announced).toHaveText('20 rows selected')
    await pressOn(page, page.getByRole('button', { name: 'Clear the selection' }))
    await expect(announced).toHaveText('No row selected')
    await expect(all).not.toBeChecked()
  },
)

test.component('a press with Shift selects a range, and no text', async ({ page }) => {
  const { boxes } = await openTable(page, { people: 40 })
  await boxes.nth(6).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  for (const at of [2, 3, 4, 5, 6]) await expect(boxes.nth(at)).toBeChecked()
  await expect(boxes.nth(7)).not.toBeChecked()
  await expect(boxes.nth(2)).toBeFocused()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
})

test.component('arrow keys scroll the rows and move no focus', async ({ page }) => {
  const { scroll, names } = await openTable(page, { people: 100 })
  await names.nth(3).focus()
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ArrowDown')
  await expect.poll(() => scroll.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
  await expect(names.nth(3)).toBeFocused()
})

test.component('the table can be skipped', async ({ page }) => {
  const { table } = await openTable(page, { people: 100 })
  await pressOn(page, page.getByRole('button', { name: 'Skip the table' }))
  await page.keyboard.press('Tab')
  expect(await table.evaluate((element) => element.contains(document.activeElement))).toBe(false)
})

test.component('the details of a row have every column in full, and give the focus back', async ({ page }) => {
  const { table } = await openTable(page, { people: 40 })
  const opener = table.getByRole('button', { name: /^Details of Inês Wolfe/ })
  await opener.press('Enter')
  const details = page.getByRole('dialog', { name: /^Inês Wolfe/ })
  await expect(details.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await expect(details.getByText('Catering 2026, Resit of the autumn, Second language')).toBeInViewport()
  await expect(details.getByRole('definition')).toHaveCount(7)
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(opener).toHaveAttribute('aria-expanded', 'false')
})

test.component('an export holds the rows that are shown, in their order, and no formula', async ({ page }) => {
  const { names } = await openTable(page, { people: 60, pageSize: 30 })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export 30 rows as CSV' }).press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toBe('people.csv')
  const text = await readFile(await file.path(), 'utf8')
  const [header, ...lines] = text.trimEnd().split('\r\n')
  expect(header).toBe('\ufeffName,Sign-in,Number,State,Groups,Accommodations,Extra min,Last sign-in')
  const exported = lines.map((line) => line.split(',')[0])
  expect(exported).toEqual((await names.allTextContents()).map((name) => (name.startsWith('=') ? `'${name}` : name)))
  expect(exported.some((name) => name?.startsWith("'="))).toBe(true)
})
