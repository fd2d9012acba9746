import type { Page } from '@playwright/test'
import { expect, organisation, test } from './fixtures.ts'
import { textSpacing } from './geometry.ts'
import { showcaseExam, showcaseQuestions } from './showcase.ts'
import { sitExam } from './sit-questions.ts'

/** What is amiss in the question that shows: a page wider than its window, and controls that are smaller than WCAG's 24 pixels or cut. */
const amissIn = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} px wide`)
    const pane = document.querySelector('[data-scrolls]')
    if (pane && pane.scrollWidth > pane.clientWidth) found.push(`the question is ${pane.scrollWidth} of ${pane.clientWidth} px`)
    const nameOf = (element: Element) =>
      element.getAttribute('aria-label') ?? (element.textContent?.trim().slice(0, 40) || element.tagName)
    for (const control of document.querySelectorAll('article :is(button, select, input, textarea, [role="button"])')) {
      // A list has a second one, for browsers that fill in forms.
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[aria-hidden="true"]')) continue
      if (control.clientWidth <= 1) continue
      // A field's label is pressed as the field is.
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect()
      // An area of a picture is as large as its author drew it; the picture zooms.
      if (control.matches('[aria-pressed][style*="left"]')) continue
      if (width < 24 || height < 24) found.push(`${nameOf(control)} is ${Math.round(width)} by ${Math.round(height)}`)
      const isCut = control.localName === 'button' && control.scrollWidth > control.clientWidth + 1
      if (isCut && getComputedStyle(control).overflowX !== 'visible') found.push(`${nameOf(control)} is cut`)
    }
    return [...new Set(found)]
  })

test('each kind of question fits a window of 320 pixels, also with wider text, with controls of 24 pixels and more', async ({
  page,
  sitwell,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await sitExam(page, sitwell, organisation({ exams: [await showcaseExam()] }))
  const wrong: Record<string, string[]> = {}
  const ids = [...(await showcaseQuestions()).keys()]
  for (const [index, id] of ids.entries()) {
    await expect(page.locator(`#question-${index + 1}`)).toBeVisible()
    await expect(page.locator('[class*="panelSpace"]')).toHaveCount(0)
    await expect(page.getByText('Loading the editor')).toHaveCount(0)
    for (const content of ['* {}', textSpacing]) {
      const style = await page.addStyleTag({ content })
      const found = await amissIn(page)
      if (found.length > 0) wrong[`${id}${content === textSpacing ? ' with text spacing' : ''}`] = found
      await style.evaluate((element) => element.parentNode?.removeChild(element))
    }
    const next = page.getByRole('group', { name: 'Move between questions' }).getByRole('button', { name: 'Next' })
    if (index < ids.length - 1) await next.click()
  }
  expect(wrong).toEqual({})
})
