import type { Page } from '@playwright/test'
import type { QuestionSpec } from './arrange-exam.ts'
import { answerTextOn, openQuestions } from './component-pages.ts'
import { enterExam, exam, expect, expectNoViolations, organisation, staticText, test } from './fixtures.ts'
import { pasteInto } from './paste-into.ts'
import { pastedTables } from './pasted-html.ts'
import { resize } from './settled.ts'
import type { Sitwell } from './sitwell.ts'

const written = (fields: object = {}): QuestionSpec => ({
  type: 'MULTITEXT',
  text: '<p>Explain</p>',
  parts: [{ id: 'a', marks: 1, usesRichText: true, showWordCount: true, ...fields }],
})

const sit = async (page: Page, sitwell: Sitwell, ...questions: QuestionSpec[]) => {
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Written', questions })] }))
  await enterExam(page, world)
  await page.getByRole('textbox').click()
  return world
}

/** Shows the question alone, without an exam. */
const write = async (page: Page, fields: object = {}) => {
  await openQuestions(page, [written(fields)])
  await editorOf(page).click()
}

const editorOf = (page: Page) => page.getByRole('textbox')
const press = (page: Page, key: string) => page.keyboard.press(key)
const type = (page: Page, text: string) => page.keyboard.type(text)

const paste = (page: Page, html: string) => pasteInto(editorOf(page), { 'text/html': html, 'text/plain': 'plain' })

/** Chooses what is done with the table at the cursor, by keyboard. */
const change = async (page: Page, name: string) => {
  // Nobody goes from the text to the tools by Enter.
  await press(page, 'Escape')
  await page.getByRole('button', { name: 'Change the table' }).press('Enter')
  const items = page.getByRole('menuitem')
  await expect(items.first()).toBeFocused()
  const at = (await items.allTextContents()).indexOf(name)
  await press(page, 'ArrowUp')
  for (let step = 0; step <= at; step += 1) await press(page, 'ArrowDown')
  await expect(items.nth(at)).toBeFocused()
  await press(page, 'Enter')
  await expect(editorOf(page)).toBeFocused()
}

// QTEXT-203 QTEXT-219
test('a table is made, filled, changed and left by keyboard alone, and is the same after a reload', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell, written(), staticText('<p>Read.</p>'))
  const answer = async () => (await sitwell.answersOf(world))[0]?.answerText
  const cell = (name: string) => editorOf(page).getByRole('cell', { name, exact: true })
  await type(page, 'Before')
  await page.getByRole('button', { name: 'Table', exact: true }).press('Enter')
  await expect(page.getByRole('spinbutton', { name: 'Rows' })).toBeFocused()
  await page.getByRole('spinbutton', { name: 'Rows' }).fill('200')
  await press(page, 'Enter')
  await expect(page.getByText('A table begins with 1 to 20 rows')).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Rows' }).fill('2')
  await page.getByRole('spinbutton', { name: 'Columns' }).fill('2')
  await press(page, 'Enter')
  await expect(editorOf(page).getByRole('table')).toBeVisible()
  await expect(editorOf(page)).toBeFocused()

  await type(page, 'Field')
  await press(page, 'Tab')
  await type(page, 'Area')
  await press(page, 'Tab')
  await type(page, 'North')
  await press(page, 'Enter')
  await type(page, 'East')
  await press(page, 'Tab')
  await type(page, '12 m')
  await press(page, 'Shift+Tab')
  await press(page, 'Shift+Tab')
  await type(page, ' m')
  await expect(editorOf(page).getByRole('columnheader', { name: 'Area m' })).toBeVisible()
  await expect(page.getByText('8 WORDS', { exact: true })).toBeVisible()
  await expectNoViolations(page)

  // Down into the last row, and one more below it and one column beside.
  await press(page, 'ArrowDown')
  await change(page, 'Add a row below')
  await change(page, 'Add a column after')
  await expect(editorOf(page).getByRole('row')).toHaveCount(3)
  await expect(editorOf(page).getByRole('columnheader')).toHaveCount(3)
  await type(page, 'Note')
  await expect(editorOf(page).getByRole('columnheader', { name: 'Note' })).toBeVisible()
  await change(page, 'Delete the column')
  await press(page, 'ArrowDown')
  await press(page, 'ArrowDown')
  await type(page, 'last')
  await expect(cell('last')).toBeVisible()
  await change(page, 'Delete the row')
  await expect(editorOf(page).getByRole('row')).toHaveCount(2)
  await expect(editorOf(page).getByRole('columnheader')).toHaveCount(2)
  // Through the last cell, and out.
  await press(page, 'Tab')
  await press(page, 'Tab')
  await type(page, 'After')
  await expect(page.getByRole('button', { name: 'Table', exact: true })).toBeVisible()
  await press(page, 'Home')
  await press(page, 'ArrowUp')
  await expect(page.getByRole('button', { name: 'Change the table' })).toBeVisible()
  await press(page, 'Escape')
  await press(page, 'Tab')
  await expect(editorOf(page)).not.toBeFocused()
  const whole =
    '<p>Before</p><table><tbody><tr><th>Field</th><th>Area m</th></tr><tr><td><p>North</p><p>East</p></td><td>12 m</td></tr></tbody></table><p>After</p>'
  await page.getByRole('button', { name: 'Next' }).click()
  // The address follows a frame after the question shows.
  await expect(page).toHaveURL(/-q2$/)
  await expect.poll(answer).toBe(whole)

  await page.reload()
  await expect(page.getByText('Read.')).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(cell('12 m')).toBeVisible()
  await cell('12 m').click()
  await press(page, 'End')
  await type(page, '!')
  await expect(cell('12 m!')).toBeVisible()
  await press(page, 'Backspace')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Read.')).toBeVisible()
  await expect.poll(answer).toBe(whole)

  await page.getByRole('button', { name: 'Previous' }).click()
  await cell('12 m').click()
  await change(page, 'First row as headings, on or off')
  await expect(editorOf(page).getByRole('columnheader')).toHaveCount(0)
  await change(page, 'Delete the table')
  await expect(editorOf(page).getByRole('table')).toHaveCount(0)
  await expect(editorOf(page)).toHaveText('BeforeAfter')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cell('12 m')).toBeVisible()
})

const expected = (head: 'th' | 'td', mark: (text: string) => string) =>
  `<p>Results in m<sup>2</sup></p><table><tbody><tr><${head}>${mark('Field')}</${head}><${head}>${mark('Area')}</${head}></tr>` +
  '<tr><td><p>North</p><p>East</p></td><td><br></td></tr></tbody></table><p><br></p>'
const bold = (text: string) => `<strong>${text}</strong>`
const plain = (text: string) => text

// QTEXT-213 QTEXT-219
for (const [from, html, answerText] of [
  ['Word', pastedTables.word, expected('th', bold)],
  ['LibreOffice', pastedTables.libreOffice, expected('th', plain)],
  ['Google Docs', pastedTables.googleDocs, expected('td', bold)],
  ['the web', pastedTables.web, expected('th', plain)],
] as const)
  test.component(`a table that is pasted from ${from} stays a table, with its headings and powers`, async ({ page }) => {
    await write(page, { allowsPaste: true })
    await paste(page, html)
    await expect(editorOf(page).getByRole('table')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'table' })).toHaveCount(0)
    await expect.poll(() => answerTextOn(page)).toBe(answerText)
  })

// QTEXT-213
test.component(
  'a table goes between the lines where the cursor is, also in a list; into another table it goes as lines, and that is told',
  async ({ page }) => {
    await write(page, { allowsPaste: true })
    const table = '<table><tr><td>x</td><td>y</td></tr></table>'
    await page.getByRole('button', { name: 'Bulleted list' }).click()
    await expect(editorOf(page)).toBeFocused()
    await type(page, 'one')
    await press(page, 'Enter')
    await type(page, 'two')
    await press(page, 'ArrowUp')
    await press(page, 'End')
    await paste(page, `${table}<p>behind</p>`)
    await expect(editorOf(page).getByRole('table')).toHaveCount(1)
    await editorOf(page).getByRole('cell', { name: 'y' }).click()
    await press(page, 'End')
    await paste(page, `<p>z</p>${table}`)
    await expect(page.getByRole('status').filter({ hasText: 'A table became lines of text' })).toBeVisible()
    await expect
      .poll(() => answerTextOn(page))
      .toBe(
        '<ul><li>one</li></ul><table><tbody><tr><td>x</td><td><p>yz</p><p>x | y</p></td></tr></tbody></table><p>behind</p><ul><li>two</li></ul>',
      )
  },
)

test.component('in Arabic the arrow keys go through a table as it is read, and out at its end', async ({ page }) => {
  await write(page)
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('spinbutton', { name: 'Rows' }).fill('1')
  await page.getByRole('spinbutton', { name: 'Columns' }).fill('2')
  await press(page, 'Enter')
  await expect(editorOf(page)).toBeFocused()
  await type(page, 'قلم')
  await press(page, 'Tab')
  await type(page, 'دفتر')
  await press(page, 'Shift+Tab')
  const cells = editorOf(page).getByRole('columnheader')
  await press(page, 'Home')
  await type(page, 'ا')
  await expect(cells.first()).toHaveText('اقلم')
  await press(page, 'ArrowLeft')
  await type(page, '1')
  await expect(cells.first()).toHaveText('اق1لم')
  await press(page, 'End')
  await type(page, '2')
  await expect(cells.first()).toHaveText('اق1لم2')
  await press(page, 'ArrowLeft')
  await press(page, 'ArrowRight')
  await type(page, '3')
  await expect(cells.first()).toHaveText('اق1لم23')
  await press(page, 'ArrowLeft')
  await type(page, 'و')
  await expect(cells.last()).toHaveText('ودفتر')
  await press(page, 'Tab')
  await type(page, 'خارج')
  await expect(editorOf(page)).toContainText('خارج')
  await expect(cells.last()).toHaveText('ودفتر')
})

test.component(
  'in a low window all that can be done with a table is within reach, and a wide table scrolls in its place',
  async ({ page }) => {
    await resize(page, { width: 844, height: 390 })
    await write(page, { allowsPaste: true })
    await paste(page, `<table><tr>${'<td>unbreakable</td>'.repeat(12)}</tr></table>`)
    await expect(editorOf(page).getByRole('cell')).toHaveCount(12)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    const frame = editorOf(page)
      .locator('div')
      .filter({ has: page.getByRole('table') })
    expect(await frame.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
    await editorOf(page).getByRole('cell').first().click()
    await page.getByRole('button', { name: 'Change the table' }).click()
    const last = page.getByRole('menuitem', { name: 'Delete the table' })
    // Once the menu has its place, it is lower than what it holds.
    await expect(last).not.toBeInViewport()
    await press(page, 'End')
    await expect(last).toBeFocused()
    await expect(last).toBeInViewport({ ratio: 1 })
    const popover = page.getByRole('menu').locator('..')
    // The menu gets its place again with every change of the window, and keeps in sight what has the focus.
    await resize(page, { width: 844, height: 360 })
    await expect.poll(() => popover.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(360)
    await expect(last).toBeInViewport({ ratio: 1 })
    await press(page, 'Enter')
    await expect(editorOf(page).getByRole('table')).toHaveCount(0)
  },
)
