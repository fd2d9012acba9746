import type { Page } from '@playwright/test'
import { openComponent } from '../../../../e2e/component-pages.ts'
import { expect, expectNoViolations, test } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo } from '../../../../e2e/keyboard.ts'

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test.component('tabs change by the arrow keys, and Tab goes on into the part that shows', async ({ page }) => {
  await openComponent(page, 'officeControls', {})
  const tab = (name: string) => page.getByRole('tab', { name })
  await tabTo(page, tab('Columns'))
  await page.keyboard.press('ArrowRight')
  await expect(tab('Rows 500')).toBeFocused()
  await expect(tab('Rows 500')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Rows 500' })).toContainText('451 new')
  await page.keyboard.press('ArrowLeft')
  await expect(tab('Columns')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Encoding' })).toBeFocused()
  await expectNoViolations(page)
})

test.component('a menu opens, is gone through and closed by the keyboard, and gives the focus back', async ({ page }) => {
  await openComponent(page, 'officeControls', {})
  const button = page.getByRole('button', { name: 'Actions' })
  const entry = (name: string) => page.getByRole('menuitem', { name })
  await pressOn(page, button)
  await expect(entry('Export the report')).toBeFocused()
  await expectNoViolations(page, '[role="menu"]')
  await expect(entry('Check again')).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(entry('Undo the import')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(entry('Undo the import')).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await entry('Export the report').press('Enter')
  await expect(page.getByRole('status', { name: 'Done:' })).toHaveText('export')
})

test.component('a combo box finds its options by letters, takes one, and can be emptied', async ({ page }) => {
  await openComponent(page, 'officeControls', {})
  const box = page.getByRole('combobox', { name: 'Group' })
  const options = page.getByRole('listbox').getByRole('option')
  await tabTo(page, box)
  await page.keyboard.type('cater')
  await expect(options).toHaveText(['Catering 2026', 'Catering 2027'])
  await expectNoViolations(page, '[role="listbox"]')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('Catering 2027')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await box.fill('nothing')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toHaveValue('Catering 2027')
})

test.component('progress has its numbers beside it, and says that it goes on while its end is unknown', async ({ page }) => {
  await openComponent(page, 'officeControls', {})
  const known = page.getByRole('progressbar', { name: 'Rows read' })
  await expect(known).toHaveAttribute('aria-valuenow', '20')
  await expect(known).toHaveAttribute('aria-valuetext', '312 of 1,500')
  await expect(page.getByText('312 of 1,500')).toBeVisible()
  const open = page.getByRole('progressbar', { name: 'Rows written' })
  await expect(open).not.toHaveAttribute('aria-valuenow')
  await expect(open).toHaveAttribute('aria-valuetext', '1,200 so far')
})

test.component('a side panel takes the focus, leaves the page usable, and gives the focus back', async ({ page }) => {
  await openComponent(page, 'officeControls', {})
  const opener = page.getByRole('button', { name: 'What will change' })
  await pressOn(page, opener)
  const panel = page.getByRole('region', { name: 'What the import changes' })
  await expect(panel.getByRole('heading')).toBeFocused()
  await expectNoViolations(page)
  await page.getByRole('tab', { name: 'Refused' }).click()
  await expect(panel).toBeVisible()
  await pressOn(page, panel.getByRole('button', { name: 'Close: What the import changes' }), 'Escape')
  await expect(panel).toHaveCount(0)
  await expect(opener).toBeFocused()
})

for (const [name, props] of [
  ['in Arabic', { language: 'ar' }],
  ['in White on Black', { theme: 'White on Black' }],
] as const)
  test.component(`the controls fit into a phone and have no fault ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openComponent(page, 'officeControls', props)
    await page.getByRole('button', { name: 'What will change' }).click()
    await expect(page.getByRole('region', { name: 'What the import changes' })).toBeInViewport({ ratio: 1 })
    expect(await overflow(page)).toBe(0)
    await expect(page.getByText(/MESSAGE.UNDEFINED/)).toHaveCount(0)
    await expectNoViolations(page)
  })

test.component('in forced colours the tab that shows and the bar of a progress are visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openComponent(page, 'officeControls', {})
  const system = (name: string) =>
    page.evaluate((colour) => {
      document.body.style.setProperty('outline-color', colour)
      return getComputedStyle(document.body).outlineColor
    }, name)
  await expect(page.getByRole('tab', { name: 'Columns' })).toHaveCSS('border-bottom-color', await system('Highlight'))
  await expectNoViolations(page)
})
