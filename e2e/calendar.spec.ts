import type { QuestionSpec } from './arrange-exam.ts'
import { expect, expectNoViolations, test } from './fixtures.ts'
import { sit } from './grid-forms.ts'

const visit: QuestionSpec = {
  type: 'QGRID',
  text: '<p>Book the visit.</p>',
  marks: 1,
  columns: [1],
  rows: [{ cells: [{ components: [{ kind: 'calendar', id: 'day', label: 'Day of the visit', month: 6 }] }] }],
}

test.describe('the days of a calendar', () => {
  test.use({ hasTouch: true })

  // QGRID-207
  test('are chosen by finger, mouse, keys and from where a screen reader is, and keep their names and the focus', async ({
    page,
    sitwell,
  }) => {
    await sit(page, sitwell, [visit])
    const year = await page.evaluate(() => new Date().getFullYear())
    const grid = page.getByRole('main').getByRole('grid')
    const day = (number: number, month = 'June') =>
      grid.getByRole('button', { name: new RegExp(`(^|\\D)${number} ${month} ${year}`) })
    const nameOf = (number: number) => day(number).getAttribute('aria-label')
    const names = await Promise.all([11, 18, 23].map(nameOf))
    await expect(grid.getByRole('button')).toHaveCount(30)
    await expectNoViolations(page)

    await day(10).tap()
    await expect(day(10)).toBeFocused()
    await expect(grid.getByRole('gridcell', { selected: true })).toHaveText('10')
    await page.keyboard.press('ArrowRight')
    await expect(day(11)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(day(18)).toBeFocused()

    // As a screen reader does, which goes to any day.
    await day(24).focus()
    await expect(day(24)).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(day(23)).toBeFocused()
    expect(await Promise.all([11, 18, 23].map(nameOf))).toEqual(names)
    await page.keyboard.press('Enter')
    await expect(grid.getByRole('gridcell', { selected: true })).toHaveText('23')

    await day(2).click()
    await expect(day(2)).toBeFocused()
    await expect(grid.getByRole('gridcell', { selected: true })).toHaveText('2')
    await page.keyboard.press('PageDown')
    await expect(day(2, 'July')).toBeFocused()
    await day(5, 'July').evaluate((element: HTMLElement) => element.click())
    await expect(grid.getByRole('gridcell', { selected: true })).toHaveText('5')
    await expectNoViolations(page)
  })
})
