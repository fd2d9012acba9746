import type { Page } from '@playwright/test'
import type { QuestionSpec } from './arrange-exam.ts'
import { answerTextOn, openQuestions } from './component-pages.ts'
import { enterExam, exam, expect, expectNoViolations, openExam, organisation, signIn, staticText, test } from './fixtures.ts'
import { pasteInto } from './paste-into.ts'
import { pastedFormulas } from './pasted-formulas.ts'
import type { Sitwell } from './sitwell.ts'

const written = (fields: object = {}): QuestionSpec => ({
  type: 'MULTITEXT',
  text: '<p>Explain</p>',
  parts: [{ id: 'a', marks: 1, usesRichText: true, showWordCount: true, ...fields }],
})

const sit = async (page: Page, sitwell: Sitwell, fields: object = {}) => {
  const questions = [written(fields), staticText('<p>Read.</p>')]
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Written', questions })] }))
  await enterExam(page, world)
  await editorOf(page).click()
  return world
}

/** Shows the question alone, without an exam. */
const write = async (page: Page, fields: object = {}) => {
  await openQuestions(page, [written(fields)])
  await editorOf(page).click()
}

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Your answer' })
const lineOf = (page: Page) => page.getByRole('textbox', { name: 'Type the formula' })
const formulas = (page: Page) => editorOf(page).getByRole('math')
const formulaButton = (page: Page) => page.getByRole('button', { name: 'Formula', exact: true })
const press = (page: Page, key: string) => page.keyboard.press(key)
const type = (page: Page, text: string) => page.keyboard.type(text)
const said = (page: Page) => page.getByRole('status').filter({ hasText: 'Formula: ' })

const paste = (page: Page, data: Readonly<Record<string, string>>) => pasteInto(editorOf(page), data)

/** Waits for the editor to know where the cursor is, which the browser tells it a moment later. */
const arrow = async (page: Page, key: string, times = 1) => {
  for (let step = 0; step < times; step += 1) {
    await press(page, key)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
}

const area = '<math alttext="(a+b)/2"><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac></math>'

// QTEXT-203 QTEXT-219
test('a formula is written, passed, changed and deleted by keyboard alone, and is the same after a reload and on another device', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  const answer = async () => (await sitwell.answersOf(world))[0]?.answerText
  await type(page, 'So ')
  await formulaButton(page).press('Enter')
  await expect(lineOf(page)).toBeFocused()
  await press(page, 'Enter')
  await expect(page.getByText('Look at its brackets and signs')).toBeVisible()
  await type(page, '(a+b)/2')
  await expect(page.getByRole('math', { name: 'fraction: a + b, over: 2, end of fraction' })).toBeVisible()
  await expectNoViolations(page)
  await press(page, 'Enter')
  await expect(editorOf(page)).toBeFocused()
  await type(page, ' is')
  await expect(formulas(page)).toHaveCount(1)
  await expect(formulas(page)).toHaveAccessibleName('fraction: a + b, over: 2, end of fraction')
  await expect(page.getByText('3 WORDS', { exact: true })).toBeVisible()

  // An arrow key selects it, which is said, and the next one is past it.
  await arrow(page, 'ArrowLeft', 4)
  await expect(said(page)).toHaveText(
    'Formula: fraction: a + b, over: 2, end of fraction. Enter changes it, Delete removes it.',
  )
  await expectNoViolations(page)
  await arrow(page, 'ArrowLeft')
  await expect(said(page)).toHaveCount(0)
  await type(page, 'x')
  await arrow(page, 'ArrowRight')
  await expect(said(page)).toHaveCount(1)
  await press(page, 'Enter')
  await expect(lineOf(page)).toHaveValue('(a+b)/2')
  await lineOf(page).fill('x^')
  await press(page, 'Escape')
  await expect(editorOf(page)).toBeFocused()
  await expect(formulas(page)).toHaveAccessibleName('fraction: a + b, over: 2, end of fraction')
  // The cursor is behind it.
  await arrow(page, 'ArrowLeft')
  await expect(said(page)).toHaveCount(1)
  await press(page, 'Enter')
  await lineOf(page).fill('\\frac{a+b}{3}')
  await press(page, 'Enter')
  await expect(formulas(page)).toHaveAccessibleName('fraction: a + b, over: 3, end of fraction')
  await arrow(page, 'ArrowLeft')
  await expect(said(page)).toHaveCount(1)
  await press(page, 'Backspace')
  await expect(formulas(page)).toHaveCount(0)
  await formulaButton(page).press('Enter')
  await expect(lineOf(page)).toHaveValue('')
  await type(page, '(a+b)/2')
  await press(page, 'Enter')
  await expect(editorOf(page)).toBeFocused()
  await arrow(page, 'ArrowLeft')
  await expect(said(page)).toHaveCount(1)
  // What is typed while it is selected goes behind it too.
  await type(page, 'y')
  await expect(editorOf(page)).toHaveText(/^So x.*y is$/)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/-q2$/)
  await expect.poll(answer).toBe(`<p>So x${area}y is</p>`)

  await page.reload()
  await expect(page.getByText('Read.')).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(formulas(page)).toHaveCount(1)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signIn(other, world)
  await openExam(other, { name: 'Written' })
  await other.getByRole('button', { name: 'Previous' }).click()
  await editorOf(other).focus()
  await press(other, 'Control+End')
  await type(other, '!')
  await expect(formulas(other)).toHaveAccessibleName('fraction: a + b, over: 2, end of fraction')
  await other.getByRole('button', { name: 'Next' }).click()
  await expect.poll(answer).toBe(`<p>So x${area}y is!</p>`)
  await elsewhere.close()
})

test.component(
  'a formula that is changed takes the place of the one before, and one that is deleted comes back',
  async ({ page }) => {
    await write(page)
    await formulaButton(page).click()
    await lineOf(page).fill('1/2')
    await page.getByRole('button', { name: 'Insert formula' }).click()
    await formulas(page).dblclick()
    await expect(lineOf(page)).toHaveValue('1/2')
    await lineOf(page).fill('\\frac{1}{3}')
    await page.getByRole('button', { name: 'Change formula' }).click()
    await expect(formulas(page)).toHaveAccessibleName('1 over 3')
    await formulas(page).click()
    await expect(said(page)).toHaveCount(1)
    await press(page, 'Delete')
    await expect(formulas(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(formulas(page)).toHaveAccessibleName('1 over 3')
  },
)

test.component(
  'in a phone’s window a formula is put together by its buttons, and all of it is within reach',
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await write(page)
    await formulaButton(page).click()
    await page.getByRole('button', { name: 'Fraction' }).click()
    await expect(lineOf(page)).toBeFocused()
    await type(page, '1')
    await page.getByRole('button', { name: 'Square root' }).click()
    await expect(lineOf(page)).toHaveValue('(1sqrt())/()')
    await press(page, 'Backspace')
    await lineOf(page).fill('x')
    await page.getByRole('button', { name: 'Power' }).click()
    await type(page, '2')
    await press(page, 'End')
    await page.getByRole('button', { name: 'Less than or equal to' }).click()
    await page.getByRole('button', { name: 'Greek letters' }).click()
    await page.getByRole('button', { name: 'π' }).click()
    await expect(lineOf(page)).toHaveValue('x^(2)≤π')
    for (const button of await page.getByRole('toolbar').getByRole('button').all()) {
      const box = await button.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect(box?.width).toBeGreaterThanOrEqual(44)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Insert formula' }).click()
    await expect(formulas(page)).toHaveAccessibleName('x to the power 2, ≤ π')
  },
)

const kept = (source: string) =>
  `<p>It is <math${source === '' ? '' : ` alttext="${source}"`}><mrow><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></mrow></math>.</p>`

// QTEXT-213 QTEXT-219
for (const [from, data, answerText] of [
  ['Word', { 'text/html': pastedFormulas.word, 'text/plain': 'It is x2+12.' }, kept('')],
  ['a page with KaTeX', { 'text/html': pastedFormulas.katex }, kept('x^2+\\frac{1}{2}')],
  ['a page with MathJax', { 'text/html': pastedFormulas.mathJax }, kept('')],
  ['Wikipedia', { 'text/html': pastedFormulas.wikipedia }, kept('x^2+\\frac{1}{2}')],
  ['LibreOffice Math', { 'text/plain': pastedFormulas.asText }, kept('').replace('It is ', '').replace('.</p>', '</p>')],
] as const)
  test.component(`a formula that is pasted from ${from} stays a formula, once, and can be changed`, async ({ page }) => {
    await write(page, { allowsPaste: true })
    await paste(page, data)
    await expect(formulas(page)).toHaveCount(1)
    await expect(page.getByRole('status').filter({ hasText: /formula was pasted|picture was left/ })).toHaveCount(0)
    await formulas(page).dblclick()
    await expect(lineOf(page)).toHaveValue(/^x\^2\+(1\/2|\\frac\{1\}\{2\})$/)
    await expect(page.getByRole('math', { name: 'x to the power 2, + 1 over 2' })).toHaveCount(2)
    await press(page, 'Escape')
    await expect.poll(() => answerTextOn(page)).toBe(answerText)
  })

// QTEXT-213
for (const [from, html, words] of [
  ['LibreOffice Writer', pastedFormulas.libreOffice, 'A picture was left out'],
  ['Google Docs', pastedFormulas.googleDocs, 'A picture was left out'],
  ['the web, too large,', `<p>It is <math>${'<mi>x</mi>'.repeat(600)}</math></p>`, 'A formula was pasted as text'],
] as const)
  test.component(`a formula from ${from} that can’t be kept is told`, async ({ page }) => {
    await write(page, { allowsPaste: true })
    await paste(page, { 'text/html': html })
    await expect(editorOf(page)).toHaveText(/^It is/)
    await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
  })

// QTEXT-213
test('hostile formulas lose what acts, whether they are pasted or stored', async ({ page, sitwell }) => {
  const hostile =
    '<p>a<math href="javascript:hurt()"><maction actiontype="x"><mi onclick="hurt()">x</mi></maction><mtext><img src="x" onerror="hurt()"></mtext>' +
    '<semantics><mi>y</mi><annotation-xml encoding="text/html"><img src="x" onerror="hurt()">z</annotation-xml></semantics></math></p>'
  const world = await sit(page, sitwell, { allowsPaste: true, answerText: hostile })
  const shown = () => editorOf(page).evaluate((element) => [...element.querySelectorAll('math')].map((math) => math.innerHTML))
  const clean = '<mrow><mi>x</mi><mi>y</mi></mrow>'
  await expect.poll(shown).toEqual([clean])
  await press(page, 'Control+End')
  await paste(page, { 'text/html': hostile })
  await expect.poll(shown).toEqual([clean, clean])
  await page.getByRole('button', { name: 'Next' }).click()
  await expect
    .poll(async () => (await sitwell.answersOf(world))[0]?.answerText)
    .toBe(`<p>a<math>${clean}</math>a<math>${clean}</math></p>`)
})

test.component(
  'in a text from right to left the arrow keys go past a formula as it is read, and it runs from left to right itself',
  async ({ page }) => {
    await write(page)
    await type(page, 'قلم')
    await formulaButton(page).click()
    await lineOf(page).fill('1-x')
    await press(page, 'Enter')
    await type(page, 'دفتر')
    await expect(formulas(page).locator('math')).toHaveCSS('direction', 'ltr')
    await arrow(page, 'ArrowRight', 5)
    await expect(said(page)).toHaveCount(1)
    await arrow(page, 'ArrowRight')
    await type(page, 'ا')
    await expect(editorOf(page)).toHaveText(/^قلما/)
    await arrow(page, 'ArrowLeft', 2)
    await type(page, 'و')
    await expect(editorOf(page)).toHaveText(/ودفتر$/)
  },
)

test('where the editor cannot be loaded a formula that was written is shown, and kept as it is', async ({ page, sitwell }) => {
  await page.context().route('**/assets/rich-text-editor-*.js', (route) => route.abort())
  const questions = [written({ answerText: `<p>So ${area}</p>` }), staticText('<p>Read.</p>')]
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Written', questions })] }))
  await enterExam(page, world)
  await expect(page.getByText('The editor could not be loaded.')).toBeVisible()
  await expect(page.locator('mfrac')).toBeVisible()
  await page.getByRole('textbox').fill('more')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(async () => (await sitwell.answersOf(world))[0]?.answerText).toBe(`<p>So ${area}</p><p>more</p>`)
})

test.component('where the form for formulas cannot be loaded that is said, and the answer goes on', async ({ page }) => {
  await page.context().route('**/assets/formula-form-*.js', (route) => route.abort())
  await write(page)
  await formulaButton(page).click()
  await expect(page.getByText('The form for formulas could not be loaded.')).toBeVisible()
  await formulaButton(page).click()
  await editorOf(page).click()
  await type(page, 'words')
  await expect(editorOf(page)).toHaveText('words')
})
