import type { Page } from '@playwright/test'
import { openComponent } from './component-pages.ts'

type Given = Omit<Parameters<typeof openComponent<'table'>>[2], 'nowMs'>

/** Three seconds after the made-up server read its rows. */
const nowMs = Date.UTC(2026, 10, 29, 14, 2, 14)

/** Shows the list of people; returns what tests look at in it. */
export const openTable = async (page: Page, given: Given) => {
  await openComponent(page, 'table', { nowMs, ...given })
  const table = page.getByRole('table')
  return {
    table,
    /** The part that scrolls. */
    scroll: table.locator('..'),
    rows: table.locator('tbody tr[data-key]'),
    names: table.locator('tbody th[scope="row"] a'),
    boxes: table.locator('tbody').getByRole('checkbox'),
    /** Pixels by which the page is wider than its window. */
    overflow: () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  }
}
