import type { Page } from '@playwright/test'
import { exam, expect, organisation, radio, test } from './fixtures.ts'
import { reviewTakesFocus } from './press-finish.ts'
import { sitExam } from './sit-questions.ts'

const spec = organisation({
  exams: [
    exam({ questions: [radio('Which is a fish?', ['Salmon', 'Otter'], 0), radio('Which is a bird?', ['Heron', 'Otter'], 0)] }),
  ],
})
/** What opens a dialog: on the page where the answers are checked. */
const finish = (page: Page) => page.getByRole('button', { name: 'Finish the exam' })
const goToReview = async (page: Page) => {
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await reviewTakesFocus(page)
}
const dialog = (page: Page) => page.getByRole('alertdialog')
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test('in a dialog Tab goes round, nothing behind it can be reached, and Escape leads back to where it was opened from', async ({
  page,
  sitwell,
}) => {
  await sitExam(page, sitwell, spec)
  await goToReview(page)
  const opener = finish(page)
  const box = await opener.boundingBox()
  await opener.press('Enter')
  await expect(dialog(page)).toBeVisible()
  const names = await dialog(page).getByRole('button').allTextContents()
  expect(names.length).toBeGreaterThan(1)
  await dialog(page).focus()
  for (const name of [...names, names[0]]) {
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe(name)
  }
  for (const name of [...names].reverse()) {
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe(name)
  }
  // Neither a screen reader, nor a script, nor a press reaches what is behind.
  const rows = page.locator('main li button')
  const isInert = () => rows.evaluateAll((buttons) => buttons.map((button) => button.closest('[inert]') !== null))
  expect(await isInert()).toEqual([true, true])
  await rows.first().evaluate((button: HTMLElement) => button.focus())
  expect(names).toContain(await focused(page))
  await page.mouse.click((box?.x ?? 0) + 2, (box?.y ?? 0) + 2)
  await expect(dialog(page)).toBeVisible()
  expect(names).toContain(await focused(page))
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(opener).toBeFocused()
  expect(await isInert()).toEqual([false, false])
})

test('from a dialog that another one led to, the focus goes back to where the first was opened from', async ({
  page,
  sitwell,
}) => {
  await sitExam(page, sitwell, spec)
  await goToReview(page)
  await finish(page).press('Enter')
  const title = await dialog(page).getByRole('heading').textContent()
  await dialog(page).getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(dialog(page).getByRole('heading')).not.toHaveText(title ?? '')
  expect(await dialog(page).evaluate((one) => one.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(finish(page)).toBeFocused()
})

test('a dialog keeps the focus where the button that has it goes, and its Escape is heard from there', async ({
  page,
  sitwell,
}) => {
  await sitExam(page, sitwell, spec)
  await goToReview(page)
  await finish(page).press('Enter')
  const last = dialog(page).getByRole('button').last()
  await last.focus()
  await last.evaluate((button: HTMLButtonElement) => button.setAttribute('disabled', ''))
  await expect(dialog(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(finish(page)).toBeFocused()
})

test('what is behind a dialog stays where it is, and scrolls again once that is gone', async ({ page, sitwell }) => {
  await page.setViewportSize({ width: 700, height: 300 })
  await sitExam(page, sitwell, spec)
  await goToReview(page)
  const opener = finish(page)
  await opener.scrollIntoViewIfNeeded()
  const before = await opener.boundingBox()
  await opener.press('Enter')
  await expect(dialog(page)).toBeVisible()
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)
  expect(await overflow()).toBe('hidden')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  expect(await overflow()).not.toBe('hidden')
  expect(await opener.boundingBox()).toEqual(before)
})

test('in forced colours a dialog’s main button is told from the others by its edge', async ({ page, sitwell }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const options = ['Gas', 'Coal'].map((text, at) => ({ id: String(at + 1), text }))
  const other = { type: 'RADIOOTHER', text: '<p>Which fuel?</p>', lineCount: 3, options }
  await sitExam(page, sitwell, organisation({ exams: [exam({ questions: [other] })] }))
  const edges = () =>
    dialog(page)
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => Number.parseFloat(getComputedStyle(button).borderTopWidth)))
  // One of the page's own, whose main button leads back, and one of a question's, whose main button continues.
  const open = {
    first: async () => {
      await goToReview(page)
      await finish(page).press('Enter')
    },
    last: async () => {
      await page.getByRole('button', { name: 'Back to question 1' }).click()
      await page.getByRole('radio', { name: 'Coal' }).click()
      await page.getByRole('textbox', { name: 'Other' }).fill('Peat')
      await page.getByRole('radio', { name: 'Gas' }).click()
    },
  }
  for (const place of ['first', 'last'] as const) {
    await open[place]()
    await expect(dialog(page)).toBeVisible()
    const inOrder = await edges()
    const [main = 0, ...others] = place === 'first' ? inOrder : inOrder.reverse()
    expect(others.length).toBeGreaterThan(0)
    for (const edge of others) expect(main).toBeGreaterThan(edge + 1)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  }
})
