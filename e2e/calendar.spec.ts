import type { QuestionSpec } from './arrange-exam.ts'
import { openQuestions } from './component-pages.ts'
import { expect, expectNoViolations, test } from './fixtures.ts'
import { fontsLoaded } from './geometry.ts'

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
  test.component(
    'are chosen by finger, mouse, keys and from where a screen reader is, and keep their names and the focus',
    async ({ page }) => {
      await openQuestions(page, [visit])
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
    },
  )
})

const booked = (month: number): QuestionSpec => ({
  type: 'QGRID',
  text: '<p>Book the visit.</p>',
  marks: 1,
  columns: [1],
  rows: [
    { cells: [{ components: [{ kind: 'calendar', id: 'day', label: 'Day of the visit', month }] }] },
    { cells: [{ components: [{ kind: 'input', id: 'who', label: 'Who comes' }] }] },
  ],
})

for (const fontSize of ['100%', '200%'])
  test.component(
    `nothing moves when a calendar comes behind the painted question, with letters at ${fontSize}`,
    async ({ page }) => {
      // Months of four weeks to six, as calendars have them.
      const months = Array.from({ length: 12 }, (_, at) => booked(at + 1))
      await openQuestions(page, months)
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, fontSize)
      await fontsLoaded(page)
      for (let month = 2; month <= months.length; month += 1) {
        const [before, after] = await page.evaluate(boxesAround, month)
        expect([month, after]).toEqual([month, before])
      }
    },
  )

/** In the page: goes to a question, and gives where its calendar, the table in that and the field below stand, before the calendar has come and after. */
function boxesAround(number: number): Promise<[number[][], number[][]]> {
  const boxesOf = (calendar: Element | null) =>
    [
      calendar,
      calendar?.querySelector('table'),
      document.querySelector('main article input:is([type="text"], :not([type]))'),
    ].map((one) => {
      const { x, y, width, height } = one?.getBoundingClientRect() ?? new DOMRect()
      return [x, y + scrollY, width, height].map((value) => Math.round(value * 10) / 10)
    })
  return new Promise((resolve) => {
    let before: number[][] | undefined
    const watching = new MutationObserver(() => {
      const article = document.querySelector(`article:has(#question-${number})`)
      const place = article?.querySelector('div[aria-hidden="true"]:has(> table)')
      const calendar = article?.querySelector('table[role="grid"]')?.parentElement
      if (place) before ??= boxesOf(place)
      if (!before || !calendar) return
      watching.disconnect()
      resolve([before, boxesOf(calendar)])
    })
    watching.observe(document, { childList: true, subtree: true })
    document.querySelectorAll<HTMLElement>('nav ol button')[number - 1]?.click()
  })
}
