import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, longText, multipleChoice, radio, staticText, test, trueFalse } from './fixtures.ts'
import { sitQuestions } from './sit-questions.ts'

/** What an accessibility check finds in one part of the page: the panels answer for themselves here. */
const expectAccessible = async (page: Page, part: string) => {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze()
  expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

const heading = (page: Page, number: number) => page.getByRole('heading', { name: `Question ${number}` })

// QCHOICE-205
test('in a radio question the four arrow keys choose; from elsewhere left and right go to another question', async ({
  page,
  sitwell,
}) => {
  await sitQuestions(page, sitwell, radio('Which?', ['Ash', 'Beech', 'Cedar'], 0), trueFalse('A beech is a tree.', true))
  await page.getByText('Beech').click()
  await expect(page.getByRole('radio', { name: 'Beech' })).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Cedar' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Cedar' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Ash' })).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Beech' })).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Ash' })).toBeChecked()
  await heading(page, 1).focus()
  await page.keyboard.press('ArrowRight')
  await expect(heading(page, 2)).toBeVisible()
  await page.getByRole('radio', { name: 'True' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('radio', { name: 'True' })).toBeChecked()
  await heading(page, 2).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Ash' })).toBeChecked()
  await expectAccessible(page, '[role="radiogroup"]')
})

// QCHOICE-213 QCHOICE-214 QCHOICE-220 QCHOICE-221
test('more ticks than allowed bring a dialog, and Confirm takes back the last', async ({ page, sitwell }) => {
  const world = await sitQuestions(
    page,
    sitwell,
    multipleChoice('Which?', ['Ash', 'Beech', 'Cedar', 'Larch'], [0, 1], { minOptions: 1, maxOptions: 2 }),
  )
  await expect(page.getByText('Choose 1 to 2 options.')).toBeVisible()
  await page.getByText('Larch').click()
  await page.getByText('Ash').click()
  await page.getByText('Beech').click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('You have already selected 2 options!')
  await expectAccessible(page, '[role="alertdialog"]')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('checkbox', { name: 'Larch' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Ash' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Beech' })).not.toBeChecked()
  await expect.poll(async () => (await sitwell.answersOf(world)).map((one) => one.answerText)).toEqual(['Larch|Ash'])
})

// QTEXT-207 QTEXT-210 QTEXT-211 QTEXT-212 Q-213 Q-214
test('a long text is typed, its words are counted, and nothing is pasted, copied or dropped', async ({
  page,
  context,
  sitwell,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await sitQuestions(page, sitwell, longText('Explain.'))
  const field = page.getByRole('textbox')
  await expect(page.getByText('0 WORDS')).toBeVisible()
  await page.evaluate(() => navigator.clipboard.writeText('from elsewhere'))
  await field.click()
  await page.keyboard.press('Control+V')
  await expect(field).toHaveValue('')
  await expect(page.getByRole('status').filter({ hasText: 'switched off' })).toBeVisible()
  await page.keyboard.type('Because')
  await expect(page.getByText('1 WORD', { exact: true })).toBeVisible()
  await page.keyboard.type(' trees\ngrow')
  await expect(page.getByText('3 WORDS')).toBeVisible()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+C')
  await page.keyboard.press('Control+X')
  await expect(field).toHaveValue('Because trees\ngrow')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('from elsewhere')
  const dropped = await field.evaluate((element) => {
    const data = new DataTransfer()
    data.setData('text/plain', 'dropped')
    return element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
  })
  expect(dropped).toBe(false)
  await expectAccessible(page, 'main')
})

// Q-209 Q-210
test('the arrow keys stay in a text field while it has the focus, and go to the next question after', async ({
  page,
  sitwell,
}) => {
  await sitQuestions(page, sitwell, longText('Explain.'), staticText('<p>Only to read.</p>'))
  await page.getByRole('textbox').fill('ab')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('x')
  await expect(page.getByRole('textbox')).toHaveValue('axb')
  await page.getByRole('textbox').blur()
  await page.keyboard.press('ArrowRight')
  await expect(heading(page, 2)).toBeVisible()
})

// QSTATIC-208
test('a static text is read: nothing to choose, nothing to type', async ({ page, sitwell }) => {
  await sitQuestions(page, sitwell, staticText('<p>Only to read.</p>'))
  await expect(page.getByText('Only to read.')).toBeVisible()
  await expect(page.getByText('There is nothing to answer here.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('radio')).toHaveCount(0)
})

// Q-201 Q-204 ERR-206
test('a question of an unknown type says so in its place and is reported once, and the exam goes on', async ({
  page,
  sitwell,
}) => {
  const reports: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/error/api/Error')) reports.push(request.postDataJSON())
  })
  await page.route('**/assessment/exam/json?**', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, body: (await reply.text()).replaceAll('"STATICTEXT"', '"HOLOGRAM"') })
  })
  await sitQuestions(page, sitwell, staticText('<p>Look.</p>'), radio('Which?', ['Ash', 'Beech'], 0))
  const inItsPlace = page.getByText('Unsupported questionType type: HOLOGRAM')
  await expect(inItsPlace).toBeVisible()
  const report = { errorMessage: 'Unknown question type', info: expect.stringMatching(/^HOLOGRAM, question \S+/) }
  await expect.poll(() => reports).toEqual([expect.objectContaining(report)])
  await page.keyboard.press('ArrowRight')
  await page.getByRole('radio', { name: 'Ash' }).check()
  await page.getByRole('heading', { name: 'Question 2' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(inItsPlace).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Ash' })).toBeChecked()
  expect(reports).toHaveLength(1)
})
