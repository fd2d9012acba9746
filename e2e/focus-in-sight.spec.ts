import type { Page } from '@playwright/test'
import { expect, organisation, test } from './fixtures.ts'
import { resize } from './settled.ts'
import { showcaseExam, showcaseQuestions } from './showcase.ts'
import { sitExam } from './sit-questions.ts'

/** The elements that lie over the focused control, at its middle or near its corners; undefined if it is in sight (WCAG 2.4.11, and 2.4.12 but for fields of several lines). */
const coverOfFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused?.closest('article') || focused.clientWidth <= 1) return undefined
    const nameOf = (element: Element) =>
      `${element.localName}${element.id && `#${element.id}`} “${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30)}”`
    const { left, top, right, bottom } = focused.getBoundingClientRect()
    const isOwn = (point: Element) =>
      focused.contains(point) || point.contains(focused) || focused.closest('label')?.contains(point) === true
    // A field of several lines comes into sight with the line that is being written, and what is taller than the pane can't be seen whole.
    const free = document.querySelector('[data-scrolls]')?.clientHeight ?? innerHeight
    const isTall = focused.matches('textarea, [contenteditable="true"]') || bottom - top > free / 2
    const points = [
      [0.5, 0.5],
      [0.2, 0.15],
      [0.8, 0.85],
    ] as const
    const covers = points.map(([x, y]) => {
      const point = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
      return point && isOwn(point) ? undefined : point ? nameOf(point) : 'the edge'
    })
    const found = isTall && covers.includes(undefined) ? [] : covers.filter((cover) => cover !== undefined)
    return found.length === 0 ? undefined : `${nameOf(focused)} is covered by ${[...new Set(found)].join(', ')}`
  })

const windows = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 320, height: 640 },
  { width: 320, height: 256 },
]

/** Gives the focus to the first or the last control of the question; returns how many there are. */
const focusEdge = (page: Page, edge: 'first' | 'last') =>
  page
    .locator('article')
    .first()
    .evaluate((article, edge) => {
      const all = [
        ...article.querySelectorAll<HTMLElement>('button, select, input, textarea, [tabindex="0"], [contenteditable="true"]'),
      ].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          element.clientWidth > 1 &&
          !element.matches(':disabled, [tabindex="-1"]'),
      )
      all.at(edge === 'first' ? 0 : -1)?.focus()
      return all.length
    }, edge)

test('what has the focus is in sight in each kind of question and in small windows, forwards and backwards', async ({
  page,
  sitwell,
}) => {
  await sitExam(page, sitwell, organisation({ exams: [await showcaseExam()] }))
  const wrong: Record<string, string[]> = {}
  let looked = 0
  const ids = [...(await showcaseQuestions()).keys()]
  for (const [index, id] of ids.entries()) {
    await expect(page.locator(`#question-${index + 1}`)).toBeVisible()
    await expect(page.locator('[class*="panelSpace"]')).toHaveCount(0)
    await expect(page.getByText('Loading the editor')).toHaveCount(0)
    for (const size of windows) {
      await resize(page, size)
      const found = new Set<string>()
      for (const [key, edge] of [
        ['Tab', 'first'],
        ['Shift+Tab', 'last'],
      ] as const) {
        const count = await focusEdge(page, edge)
        for (let step = 0; step < count; step += 1) {
          const cover = await coverOfFocus(page)
          if (cover) found.add(`${key}: ${cover}`)
          looked += 1
          // The editor has Tab for itself until Escape.
          await page.keyboard.press('Escape')
          await page.keyboard.press(key)
          if (!(await page.evaluate(() => document.activeElement?.closest('article') !== null))) break
        }
      }
      if (found.size > 0) wrong[`${id} at ${size.width} by ${size.height}`] = [...found]
    }
    const next = page.getByRole('group', { name: 'Move between questions' }).getByRole('button', { name: 'Next' })
    if (index < ids.length - 1) await next.press('Enter')
  }
  expect(wrong).toEqual({})
  expect(looked).toBeGreaterThan(ids.length * windows.length * 2)
})
