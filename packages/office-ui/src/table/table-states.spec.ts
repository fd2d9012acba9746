import type { Locator } from '@playwright/test'
import { expect, expectNoViolations, test } from '../../../../e2e/fixtures.ts'
import { pressOn } from '../../../../e2e/keyboard.ts'
import { openTable } from '../../../../e2e/open-table.ts'

test.component('while rows are loaded the table is as high as with them, and says that it waits', async ({ page }) => {
  const height = async () => (await page.getByRole('table').locator('../..').boundingBox())?.height
  const loaded = await openTable(page, { people: 450 })
  await expect(loaded.rows).toHaveCount(100)
  const full = await height()
  const { table, rows } = await openTable(page, { people: 450, server: 'waits' })
  await expect(page.getByRole('status').filter({ hasText: 'Loading: People' })).toBeAttached()
  await expect(table).toHaveAttribute('aria-busy', 'true')
  await expect(rows).toHaveCount(0)
  expect(await height()).toBe(full)
  await expectNoViolations(page)
})

test.component('that there is nothing yet is another thing than that nothing matches', async ({ page }) => {
  await openTable(page, { people: 0 })
  await expect(page.getByText('No people yet. Add a person, or import a list.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear the filters' })).toHaveCount(0)
  await expectNoViolations(page)
  await openTable(page, { people: 0, hasFilters: true })
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await expectNoViolations(page)
  await pressOn(page, page.getByRole('button', { name: 'Clear the filters' }))
  await expect(page.getByText('No people yet. Add a person, or import a list.')).toBeVisible()
})

test.component('a first page that fails is reported, with a way to try again', async ({ page }) => {
  await openTable(page, { people: 40, server: 'fails' })
  await expect(page.getByRole('alert')).toHaveText('The rows could not be loaded.')
  await expectNoViolations(page)
  await pressOn(page, page.getByRole('button', { name: 'Try again' }))
  await expect(page.getByRole('alert')).toBeVisible()
})

test.component(
  'rows stay when the next ones fail, and the view says how old it is and since when it is cut off',
  async ({ page }) => {
    const { rows } = await openTable(page, { people: 130, server: 'failsLater', isStale: true, isDisconnected: true })
    await expect(rows).toHaveCount(100)
    const top = await rows.first().boundingBox()
    await page.getByRole('button', { name: 'Load more' }).press('Enter')
    await expect(page.getByRole('alert')).toContainText('The next rows could not be loaded.')
    await expect(rows).toHaveCount(100)
    // The message is below the rows: none has moved from under the pointer.
    expect(await rows.first().boundingBox()).toEqual(top)
    await expect(page.getByText('As of 13:50:11')).toBeVisible()
    await expect(page.getByText('13 min ago')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'No connection since 14:02:02' })).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
  },
)

for (const [width, height] of [
  [390, 844],
  [640, 400],
  [1024, 768],
] as const)
  test.component(
    `at ${width}×${height} nothing is cut off, every value is within reach, and targets are large enough`,
    async ({ page }) => {
      await page.setViewportSize({ width, height })
      const { table, rows, overflow, scroll } = await openTable(page, { people: 60 })
      await expect(rows).toHaveCount(60)
      expect(await overflow()).toBe(0)
      expect(await scroll.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      const row = rows.filter({ hasText: 'Inês Wolfe' })
      if (width < 640) await expect(row.getByRole('rowheader')).toContainText('Number: AB123455C')
      await row.getByRole('button', { name: /^Details/ }).press('Enter')
      await expect(page.getByRole('dialog').getByText('AB123455C')).toBeInViewport()
      await page.keyboard.press('Escape')
      const small = await table.locator('tbody').evaluate((body) =>
        [...body.querySelectorAll('a, button, label')]
          .map((target) => target.getBoundingClientRect())
          .filter((box) => box.height < 24 || box.width < 24)
          .map((box) => `${box.width}×${box.height}`),
      )
      expect(small).toEqual([])
      await expectNoViolations(page)
    },
  )

test.component('with text twice as large the rows grow with it and nothing is cut off', async ({ page }) => {
  const { rows, overflow } = await openTable(page, { people: 450 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expect.poll(async () => (await rows.first().boundingBox())?.height).toBeGreaterThanOrEqual(64)
  expect(await overflow()).toBe(0)
  await expectNoViolations(page)
})

test.component(
  'in Arabic the table runs from right to left, and a name in Latin letters begins at its column’s start',
  async ({ page }) => {
    const { table, names, overflow } = await openTable(page, { people: 60, language: 'ar' })
    await expect(page.getByText(/MESSAGE.UNDEFINED/)).toHaveCount(0)
    const [box, link, cell] = await Promise.all([
      table.getByRole('checkbox').nth(1).boundingBox(),
      names.first().boundingBox(),
      table.locator('tbody tr').first().locator('td').last().boundingBox(),
    ])
    expect(box?.x).toBeGreaterThan(link?.x ?? Number.POSITIVE_INFINITY)
    expect(link?.x).toBeGreaterThan(cell?.x ?? Number.POSITIVE_INFINITY)
    expect(await overflow()).toBe(0)
    await table.getByRole('checkbox').nth(2).click()
    await expect(page.getByRole('status').filter({ hasText: 'حُدِّد صف واحد' })).toBeAttached()
    await expectNoViolations(page)
  },
)

test.component(
  'in Arabic a value in Latin letters begins below its header, and loses its end rather than its beginning',
  async ({ page }) => {
    const { table, rows } = await openTable(page, { people: 60, language: 'ar' })
    const rightOf = (text: Locator) =>
      text.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return Math.round(range.getBoundingClientRect().right)
      })
    const row = rows.filter({ hasText: 'harbour 3' }).first()
    const header = table.getByRole('columnheader', { name: 'Groups' }).locator('span')
    expect(await rightOf(row.getByText('Harbour 3'))).toBe(await rightOf(header))
    // What is cut off runs over the edge on the right, where its end is.
    const long = table.getByRole('link', { name: /^Inês Wolfe/ }).locator('bdi')
    const edge = await long.evaluate((element) => Math.round(element.getBoundingClientRect().right))
    expect(await rightOf(long)).toBeGreaterThan(edge)
  },
)

test.component(
  'on a phone figures and moments stand behind their titles, and what has no room ends in dots',
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { rows } = await openTable(page, { people: 30 })
    const second = rows.filter({ hasText: 'Extra min' }).first().locator('th > div').nth(1)
    await expect(second).toBeVisible()
    const parts = await second.locator(':scope > span').evaluateAll((all) =>
      all.map((part) => {
        const end = (element: Element | null) => element?.getBoundingClientRect().right ?? 0
        const title = [...part.children].find(({ textContent }) => textContent?.endsWith(': '))
        const value = part.querySelector('bdi')
        return {
          title: title?.textContent ?? '',
          isShown: (title?.getBoundingClientRect().width ?? 0) > 1,
          standsOver: value === null ? 0 : Math.max(0, end(value) - end(part)),
          hasRoom: part.getBoundingClientRect().width > 60,
        }
      }),
    )
    expect(parts.filter(({ isShown }) => isShown).map(({ title }) => title)).toEqual(['Last sign-in: ', 'Extra min: '])
    // What stands over its part is cut off in the middle of a letter.
    expect(parts.filter(({ hasRoom, standsOver }) => hasRoom && standsOver > 1)).toEqual([])
  },
)

test.component('on a phone what is below the rows begins and ends where they do', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { scroll } = await openTable(page, { people: 450 })
  const box = async (element: Locator) => {
    const found = await element.boundingBox()
    if (found === null) throw new Error('Not on the page.')
    return { left: Math.round(found.x), right: Math.round(found.x + found.width) }
  }
  const count = await box(page.getByText('100 rows of 450'))
  const more = await box(page.getByRole('button', { name: 'Load more' }))
  const frame = await box(scroll)
  expect(count.left - frame.left).toBe(frame.right - more.right)
  expect((await box(page.getByText('As of').locator('..'))).left).toBe(count.left)
})

test.component('nobody reads that there are no rows while it isn’t known', async ({ page }) => {
  await openTable(page, { people: 450, server: 'waits' })
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText('0 rows')).toHaveCount(0)
  await openTable(page, { people: 450, server: 'fails' })
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByText('0 rows')).toHaveCount(0)
})

for (const language of ['de', 'cy'] as const)
  test.component(`no text is missing or too wide in ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { table, overflow } = await openTable(page, { people: 450, language, isStale: true, isDisconnected: true })
    await table.getByRole('checkbox').nth(2).click()
    await expect(page.getByText(/MESSAGE.UNDEFINED/)).toHaveCount(0)
    expect(await overflow()).toBe(0)
    await expectNoViolations(page)
  })

for (const theme of ['White on Black', 'Yellow on Black', 'Black on Yellow'] as const)
  test.component(`a selected row stands out in ${theme}`, async ({ page }) => {
    const { table, rows } = await openTable(page, { people: 60, theme })
    await table.getByRole('checkbox').nth(2).click()
    await expect(rows.nth(1).locator('td').first()).toHaveCSS('box-shadow', /inset/)
    await page.mouse.move(0, 0)
    await expectNoViolations(page)
  })

test.component('in forced colours selected rows and the state of boxes stay visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const { table, rows } = await openTable(page, { people: 60 })
  await table.getByRole('checkbox').nth(2).click()
  await expect(rows.nth(1).locator('td').first()).toHaveCSS('border-bottom-width', '2px')
  await expect(rows.nth(2).locator('td').first()).toHaveCSS('border-bottom-width', '1px')
  await expect(table.getByRole('checkbox').nth(2)).toHaveCSS('appearance', 'auto')
  await expectNoViolations(page)
})
