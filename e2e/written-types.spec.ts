import type { Page } from '@playwright/test'
import type { QuestionSpec } from './arrange-exam.ts'
import { enterExam, exam, expect, expectNoViolations, openExam, organisation, signIn, staticText, test } from './fixtures.ts'
import { pasteInto } from './paste-into.ts'
import { pressFinish } from './press-finish.ts'
import type { Sitwell } from './sitwell.ts'

/** Brings a learner to the first question of an exam of these questions. */
const sit = async (page: Page, sitwell: Sitwell, ...questions: QuestionSpec[]) => {
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Written', questions })] }))
  await enterExam(page, world)
  return world
}

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
const previous = (page: Page) => page.getByRole('button', { name: 'Previous' }).click()

/** An exam that was begun opens at the question where it was left. */
const toFirst = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1, name: /^Question/ })).toBeVisible()
  if (!page.url().endsWith('-q1')) await previous(page)
}

const inParts: QuestionSpec = {
  type: 'MULTITEXT',
  text: '<p>The lever</p>',
  parts: [
    { id: 'force', text: '<p>The force</p>', marks: 2, suffix: '<i>newtons</i>' },
    { id: 'law', text: '<p>The law</p>', marks: 1, lineCount: 3, showWordCount: true, answerText: 'Force times' },
    { id: 'why', text: '<p>Why is it so?</p>', marks: 5, usesRichText: true, showWordCount: true },
  ],
}

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Why is it so?' })

// QTEXT-201 QTEXT-202 QTEXT-203 QTEXT-204 QTEXT-205 QTEXT-206 QTEXT-214 QTEXT-216 QTEXT-217 QTEXT-218 QTEXT-219 QTEXT-220 Q-209
test('an answer in parts is written by keyboard alone, and is the same after a reload', async ({ page, sitwell }) => {
  const world = await sit(page, sitwell, inParts, staticText('<p>Read.</p>'))
  await expect(page.getByText('2 marks', { exact: true })).toBeVisible()
  await expect(page.getByText('5 marks', { exact: true })).toBeVisible()
  await expect(editorOf(page)).toHaveCSS('min-height', '400px')
  await expectNoViolations(page)

  await page.getByRole('textbox', { name: 'The force' }).focus()
  await page.keyboard.type('12,5')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'The law' })).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' arm\n,| [V1] <b>🙂</b> مرحبا')
  await expect(page.getByText('7 WORDS', { exact: true })).toBeVisible()
  // One stop for the tools, then the text.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Italic' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(editorOf(page)).toBeFocused()

  await page.keyboard.type('Plain ')
  await page.keyboard.press('Control+B')
  await page.keyboard.type('bold')
  await expect(page.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Control+B')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('in')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('out')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Bulleted list' }).press('Enter')
  await expect(editorOf(page)).toBeFocused()
  await page.keyboard.type('one')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('two')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Font' }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'Serif' }).press('Enter')
  await expect(editorOf(page)).toBeFocused()
  await page.keyboard.type('three ')
  await page.getByRole('button', { name: 'Link' }).press('Enter')
  await page.getByRole('textbox', { name: 'Address of the link' }).fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is not an address')).toBeVisible()
  await page.getByRole('textbox', { name: 'Address of the link' }).fill('example.org/a?b=1&c=2')
  await page.keyboard.press('Enter')
  await expect(editorOf(page)).toBeFocused()
  await expect(page.getByText('8 WORDS', { exact: true })).toBeVisible()
  // The tool takes a label for hidden that its pane has scrolled above the window.
  await page.getByText('The force').scrollIntoViewIfNeeded()
  await expectNoViolations(page)

  await next(page)
  const why =
    '<p>Plain <strong>bold</strong></p><p style="padding-inline-start: 2em">in</p><p>out</p>' +
    '<ul><li>one<ul><li>two</li><li><span style="font-family: serif">three </span>' +
    '<a href="https://example.org/a?b=1&amp;c=2"><span style="font-family: serif">example.org/a?b=1&amp;c=2</span></a></li></ul></li></ul>'
  const law = 'Force times arm\n,| [V1] <b>🙂</b> مرحبا'
  const wire = `12,5\n${law}\n${why}`
  await expect.poll(async () => (await sitwell.answersOf(world))[0]?.answerText).toBe(wire)
  expect((await sitwell.answersOf(world))[0]?.optionIds).toEqual(['force', 'law', 'why'])

  await page.reload()
  await toFirst(page)
  await expect(page.getByRole('textbox', { name: 'The force' })).toHaveValue('12,5')
  await expect(page.getByRole('textbox', { name: 'The law' })).toHaveValue(law)
  await expect(editorOf(page).getByRole('listitem').filter({ hasText: 'three' }).last()).toBeVisible()
  await expect(editorOf(page).getByRole('link')).toHaveAttribute('href', 'https://example.org/a?b=1&c=2')
  // Shown again it is the same, to the letter: nothing was changed by looking at it.
  await editorOf(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('!')
  await page.keyboard.press('Backspace')
  // Escape, then Tab, is the way out.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(editorOf(page)).not.toBeFocused()
  await next(page)
  await expect.poll(async () => (await sitwell.answersOf(world))[0]?.answerText).toBe(wire)
})

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const richText = (fields: object = {}): QuestionSpec => ({
  type: 'MULTITEXT',
  text: '<p>Explain</p>',
  parts: [{ id: 'a', marks: 1, usesRichText: true, ...fields }],
})

const paste = (page: Page, html: string, text: string) =>
  pasteInto(page.getByRole('textbox'), { 'text/html': html, 'text/plain': text })

// QTEXT-210 QTEXT-211 QTEXT-212 QTEXT-213 QTEXT-214
test('rich text takes a paste only where its part allows it, stripped to what the editor offers; a picture is embedded', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell, richText(), richText({ allowsPaste: true }), staticText('<p>Read.</p>'))
  const editor = page.getByRole('textbox')
  const foreign =
    '<h1 style="color:red" onclick="x()">Title</h1><script>alert(1)</script><p><b>Bold</b> mc<span style="vertical-align: super">2</span> <a href="javascript:alert(1)">bad</a> <img src="https://evil.example/p.png"></p><table><tr><td>cell</td></tr></table>'
  // One part: its marks are the question's, told once.
  await expect(page.getByText('1 mark', { exact: true })).toHaveCount(1)
  await editor.click()
  await page.keyboard.type('mine')
  expect(await paste(page, foreign, 'Title')).toBe(true)
  await expect(page.getByRole('status').filter({ hasText: 'switched off' })).toBeVisible()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+X')
  const dropped = await editor.evaluate((element) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/plain', 'dropped')
    return element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  })
  expect(dropped).toBe(false)
  await expect(editor).toHaveText('mine')

  await next(page)
  await editor.click()
  await paste(page, foreign, 'Title')
  await expect(editor).toContainText('cell')
  await expect(editor.locator('sup')).toHaveText('2')
  // What didn't come along as it was is told.
  await expect(page.getByRole('status').filter({ hasText: 'A picture was left out.' })).toBeVisible()
  await page.keyboard.press('Control+End')
  await page.getByRole('button', { name: 'Picture' }).click()
  await page.getByRole('textbox', { name: 'Describe the picture' }).fill('A "red" dot')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a picture' }).click()
  await (await choosing).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: pixel })
  await expect(editor.getByRole('img', { name: 'A "red" dot' })).toBeVisible()
  await next(page)
  const answers = async () => (await sitwell.answersOf(world)).map((one) => one.answerText).sort()
  await expect.poll(async () => (await answers()).length).toBe(2)
  const [pasted, typed] = await answers()
  expect(typed).toBe('<p>mine</p>')
  expect(pasted).toMatch(
    /^<p>Title<\/p><p><strong>Bold<\/strong> mc<sup>2<\/sup> bad <\/p><table><tbody><tr><td>cell<\/td><\/tr><\/tbody><\/table><p><img src="data:image\/jpeg;base64,[\w+/=]+" alt="A &quot;red&quot; dot"><\/p>$/,
  )
})

// QTEXT-203
test('where the editor cannot be loaded, plain text is added to what was written, and nothing of it is lost', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sit(page, sitwell, richText({ text: '<p>Why?</p>' }), staticText('<p>Read.</p>'))
  const answer = async () => (await sitwell.answersOf(world))[0]?.answerText
  await page.getByRole('textbox', { name: 'Why?' }).click()
  await page.keyboard.press('Control+B')
  await page.keyboard.type('Bold')
  await next(page)
  await expect.poll(answer).toBe('<p><strong>Bold</strong></p>')

  // Another device, on which the editor's code doesn't arrive.
  const other = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const second = await other.newPage()
  await second.route('**/assets/rich-text-editor-*.js', (route) => route.abort())
  await second.goto(sitwell.origin)
  await signIn(second, world)
  await openExam(second, { name: 'Written' })
  await toFirst(second)
  await expect(second.getByText('The editor could not be loaded.')).toBeVisible()
  await expect(second.locator('strong').filter({ hasText: 'Bold' })).toBeVisible()
  await expectNoViolations(second)
  await second.getByRole('textbox', { name: 'Why?' }).fill('more <i>\nlines')
  await next(second)
  await expect.poll(answer).toBe('<p><strong>Bold</strong></p><p>more &lt;i&gt;</p><p>lines</p>')
  await other.close()
})

// QSTATIC-201 QSTATIC-205 QSTATIC-209 QSTATIC-210
test('an evidence prompt and a page without a question report once, when they are left, that they were visited', async ({
  page,
  sitwell,
}) => {
  const evidence = { type: 'EVIDENCE', text: '<p>Your joint</p>' }
  const world = await sit(
    page,
    sitwell,
    evidence,
    { ...evidence, evidenceText: '<p>Two <b>photos</b></p>' },
    { type: 'VISITED', text: '' },
  )
  /** In the order of their saves. */
  const stored = async () => (await sitwell.answersOf(world)).sort((one, other) => one.sequence - other.sequence)
  const answers = async () => (await stored()).map(({ answerText, optionIds }) => [answerText, optionIds.length])
  await expect(page.getByText('Please upload your evidence')).toBeVisible()
  await expectNoViolations(page)
  expect(await answers()).toEqual([])
  await next(page)
  await expect(page.getByText('Two photos')).toBeVisible()
  await expect.poll(answers).toEqual([['visited', 0]])
  await next(page)
  await expect(page.getByText('There is nothing to do on this page.')).toBeVisible()
  await expectNoViolations(page)
  await expect.poll(answers).toEqual(Array(2).fill(['visited', 0]))
  const once = await stored()
  await previous(page)
  await previous(page)
  await next(page)
  await expect.poll(answers).toEqual(Array(3).fill(['visited', 0]))
  // Each once, however often it is left: a second save would have another number, and come last.
  expect((await stored()).slice(0, 2)).toEqual(once)
  await pressFinish(page)
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Finish', exact: true }).click()
  // The prompts want files; a page without a question wants nothing.
  await expect(dialog.getByRole('listitem')).toHaveText(['Not answered: 2', 'No file uploaded: 2'])
})

// QSTATIC-205
test('a page that is only visited shows nothing of its own, and says to a screen reader that there is nothing to do', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell, { type: 'VISITED', text: '' })
  const question = page.getByRole('article')
  const words = 'There is nothing to do on this page. Go on to the next one when you are ready.'
  await expect(question).toHaveText(`Question 1Bookmark${words}`)
  const spoken = question.getByText(words)
  await expect(spoken).toHaveCSS('clip-path', 'inset(50%)')
  expect(await spoken.boundingBox()).toMatchObject({ width: 1, height: 1 })
  await expectNoViolations(page)
})
