import { expect, expectNoViolations, test } from '../../../../e2e/fixtures.ts'
import { tabTo } from '../../../../e2e/keyboard.ts'
import { openTable } from '../../../../e2e/open-table.ts'

test.component(
  'of many rows only those near the visible ones are in the page, wherever it is scrolled to',
  async ({ page }) => {
    const { table, rows, scroll } = await openTable(page, { people: 2000, pageSize: 2000 })
    await expect(table).toHaveAttribute('aria-rowcount', '2001')
    expect(await rows.count()).toBeLessThan(80)
    await scroll.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(table.locator('tr[aria-rowindex="2001"]')).toBeInViewport()
    expect(await rows.count()).toBeLessThan(80)
    await scroll.evaluate((element) => element.scrollTo(0, 990 * 32))
    await expect(table.locator('tr[aria-rowindex="1001"]')).toBeInViewport()
    await expect(table.getByRole('columnheader', { name: 'Name' })).toBeInViewport()
    await expectNoViolations(page)
  },
)

test.component('a row with the focus stays in the page, and Tab goes on from it', async ({ page }) => {
  const { table, boxes, names, scroll } = await openTable(page, { people: 2000, pageSize: 2000 })
  await tabTo(page, boxes.nth(2))
  const key = await table.locator('tr:has(:focus)').getAttribute('data-key')
  await scroll.evaluate((element) => element.scrollTo(0, 1500 * 32))
  await expect(table.locator('tr[aria-rowindex="1510"]')).toBeInViewport()
  const row = table.locator(`tr[data-key="${key}"]`)
  await expect(row.getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(row.getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(row.getByRole('link')).toBeFocused()
  await expect(row).toBeInViewport()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(table.locator('tr[aria-rowindex="5"]').getByRole('checkbox')).toBeFocused()
  await expect(names.first()).toBeAttached()
})

test.component('Tab reaches row after row beyond those that were in the page, each in sight', async ({ page }) => {
  const { table, boxes } = await openTable(page, { people: 400, pageSize: 400 })
  await boxes.first().focus()
  for (let row = 0; row < 70; row += 1) for (const _stop of ['link', 'details', 'box']) await page.keyboard.press('Tab')
  const reached = table.locator('tr[aria-rowindex="72"]')
  await expect(reached.getByRole('checkbox')).toBeFocused()
  await expect(reached).toBeInViewport({ ratio: 0.9 })
  for (let back = 0; back < 30; back += 1) await page.keyboard.press('Shift+Tab')
  const above = table.locator('tr[aria-rowindex="62"]')
  await expect(above.getByRole('checkbox')).toBeFocused()
  const head = await table.getByRole('columnheader', { name: 'Name' }).boundingBox()
  const box = await above.boundingBox()
  // Not under the headers, which stay in sight.
  expect(box?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1)
})

test.component(
  'a live table keeps its order under the pointer and the focus, and shows new values at once',
  async ({ page }) => {
    const { table, rows, names } = await openTable(page, { people: 2000, isLive: true })
    const update = (change: 'first to the end' | 'second gone') =>
      page.evaluate((what) => {
        const live = window.liveTable
        const [first, second] = live?.rows().rows ?? []
        if (!live || !first || !second) throw new Error('The page has no live table.')
        live.update(what === 'second gone' ? { removed: [second.id] } : { changed: [{ ...first, name: 'Zz', state: 'bad' }] })
      }, change)
    const [first, second, third] = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-key')))
    await tabTo(page, names.first())
    await update('first to the end')
    await expect(names.first()).toHaveText('Zz')
    await expect(names.first()).toBeFocused()
    await update('second gone')
    await expect(rows.nth(1)).toContainText('No longer in this list')
    expect(await rows.first().getAttribute('data-key')).toBe(first)
    expect(await rows.nth(1).getAttribute('data-key')).toBe(second)
    await expect(page.getByText('Row order is held while you are in the table')).toBeVisible()
    await expect(page.getByText(/rows would move$/)).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Put in order now' }).press('Enter')
    await expect(rows.first()).toHaveAttribute('data-key', third ?? '')
    await expect(table.getByText('No longer in this list')).toHaveCount(0)

    await page.getByRole('button', { name: 'Put in order now' }).blur()
    await expect(page.getByText('Row order is held while you are in the table')).toHaveCount(0)

    await rows.nth(4).hover()
    await update('first to the end')
    await expect(names.first()).toHaveText('Zz')
    await page.mouse.move(5, 5)
    await expect(names.first()).not.toHaveText('Zz')
    await expect(page.getByText('Row order is held while you are in the table')).toHaveCount(0)
  },
)

test.component('an update of one row in 2,000 draws that row and no other', async ({ page }) => {
  const { names, table } = await openTable(page, { people: 2000, isLive: true })
  const drawn = await table.evaluate(async (element) => {
    const changed = new Set<string>()
    const observer = new MutationObserver((all) => {
      for (const { target } of all) {
        const row = (target instanceof Element ? target : target.parentElement)?.closest('tr[data-key]')
        if (row instanceof HTMLElement && row.dataset.key) changed.add(row.dataset.key)
      }
    })
    observer.observe(element, { subtree: true, childList: true, characterData: true, attributes: true })
    const live = window.liveTable
    const fourth = live?.rows().rows[3]
    if (!live || !fourth) throw new Error('The page has no live table.')
    live.update({ changed: [{ ...fourth, signIn: 'changed.now' }] })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return { changed: [...changed], expected: [fourth.id] }
  })
  expect(drawn.changed).toEqual(drawn.expected)
  await expect(table.getByText('changed.now')).toBeVisible()
  expect(await names.count()).toBeLessThan(80)
})
