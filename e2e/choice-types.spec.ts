import type { Browser } from '@playwright/test'
import { answersOn, openQuestions } from './component-pages.ts'
import { enterExam, expect, expectNoViolations, test, type World } from './fixtures.ts'
import { sitQuestions } from './sit-questions.ts'
import type { Sitwell } from './sitwell.ts'

const options = (...texts: string[]) => texts.map((text, index) => ({ id: String(index + 1), text }))
const typedText = (value: string) => ({ kind: 'texts', accepted: [{ value }] })

/** Goes on with the exam in its own browser, which has kept nothing. */
const sitOnAnotherDevice = async (browser: Browser, sitwell: Sitwell, world: World) => {
  const context = await browser.newContext({ baseURL: sitwell.origin, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await enterExam(page, world)
  return page
}

// QCHOICE-201 QCHOICE-202 QCHOICE-203 Q-206
test('a dropdown under its label takes one entry by mouse or keys, gives it back, and shows it on another device', async ({
  page,
  sitwell,
  browser,
}) => {
  const world = await sitQuestions(page, sitwell, {
    type: 'COMBO',
    text: '<p>Which tree is this?</p>',
    dropdownLabel: 'Tree',
    options: options('Ash, or <i>Fraxinus</i>', 'Beech | copper', 'Cedar'),
    key: '2',
  })
  const dropdown = page.getByRole('button', { name: /Tree/ })
  expect((await dropdown.boundingBox())?.width).toBe(192)
  await dropdown.click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    'No answer',
    'Ash, or Fraxinus',
    'Beech | copper',
    'Cedar',
  ])
  await page.getByRole('option', { name: 'Cedar' }).click()
  await expect(dropdown).toContainText('Cedar')
  await expectNoViolations(page)
  // Left and right neither change what is chosen nor leave the question.
  await page.keyboard.press('ArrowLeft')
  await expect(dropdown).toContainText('Cedar')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Cedar' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(dropdown).toContainText('Beech | copper')
  await expect(dropdown).toBeFocused()
  await expect
    .poll(async () => (await sitwell.answersOf(world)).map(({ wire }) => wire))
    .toEqual([{ answerText: 'Beech | copper', options: [{ optionID: '2', optionText: 'Beech | copper' }] }])
  const other = await sitOnAnotherDevice(browser, sitwell, world)
  await expect(other.getByRole('button', { name: /Tree/ })).toContainText('Beech | copper')
  await other.getByRole('button', { name: /Tree/ }).click()
  await other.getByRole('option', { name: 'No answer' }).click()
  await expect(other.getByRole('button', { name: /Tree/ })).toContainText('Choose')
  await other.context().close()
})

// QCHOICE-201 QCHOICE-202
test.component(
  'a dropdown is pressed, dragged along and let go as a list of the browser is; a finger opens it as it is lifted',
  async ({ page }) => {
    await openQuestions(page, [
      {
        type: 'COMBO',
        text: '<p>Which tree is this?</p>',
        dropdownLabel: 'Tree',
        options: options('Ash', 'Beech', 'Cedar'),
        key: '2',
      },
    ])
    const dropdown = page.getByRole('button', { name: /Tree/ })
    const list = page.getByRole('listbox')
    const middleOf = async (name: string) => {
      const box = await page.getByRole('option', { name }).boundingBox()
      return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const
    }
    const closed = await dropdown.boundingBox()
    const beside = [(closed?.x ?? 0) + (closed?.width ?? 0) + 120, closed?.y ?? 0] as const

    await dropdown.hover()
    await page.mouse.down()
    await list.waitFor()
    await page.mouse.move(...(await middleOf('Ash')), { steps: 4 })
    await page.mouse.move(...(await middleOf('Cedar')), { steps: 4 })
    await expect(page.getByRole('option', { name: 'Cedar' })).toBeFocused()
    await page.mouse.up()
    await expect(list).toHaveCount(0)
    await expect(dropdown).toContainText('Cedar')
    await expect(dropdown).toBeFocused()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('')

    // Let go where it was pressed, or beside it, it stays open and chooses nothing.
    for (const place of [undefined, beside]) {
      await page.keyboard.press('Tab')
      await dropdown.hover()
      await page.mouse.down()
      await list.waitFor()
      if (place !== undefined) await page.mouse.move(...place, { steps: 4 })
      await page.mouse.up()
      await expect(page.getByRole('option', { name: 'Cedar' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(list).toHaveCount(0)
      await expect(dropdown).toContainText('Cedar')
    }
    await page.keyboard.press('Tab')
    await dropdown.dblclick()
    await expect(page.getByRole('option', { name: 'Cedar' })).toBeFocused()
    await page.keyboard.press('Escape')

    // The right button opens the browser's menu, not the list.
    await dropdown.click({ button: 'right' })
    await expect(list).toHaveCount(0)

    const hand = await page.context().newCDPSession(page)
    await hand.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const at = [{ x: (closed?.x ?? 0) + 20, y: (closed?.y ?? 0) + 20 }]
    await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await expect(list).toHaveCount(0)
    await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await list.waitFor()
    await expect(dropdown).toContainText('Cedar')
  },
)

// QCHOICE-208 QCHOICE-210 QCHOICE-218 QCHOICE-219 Q-205
test('another option asks before it clears the text beside the first: No keeps both, Yes takes it', async ({
  page,
  sitwell,
}) => {
  const world = await sitQuestions(page, sitwell, {
    type: 'RADIOOTHER',
    text: '<p>Which fuel?</p>',
    options: options('Gas', 'Coal', 'Another'),
    lineCount: 4,
    showWordCount: true,
  })
  await page.getByRole('radio', { name: 'Another' }).click()
  const field = page.getByRole('textbox', { name: 'Other' })
  await field.fill('Peat, or <turf>')
  await expect(page.getByText('3 WORDS')).toBeVisible()
  await page.getByRole('radio', { name: 'Gas' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Change Options' })
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'No' }).click()
  await expect(page.getByRole('radio', { name: 'Another' })).toBeChecked()
  await expect(field).toHaveValue('Peat, or <turf>')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Another' })).toBeChecked()
  await expect(field).toHaveValue('Peat, or <turf>')
  await page.getByRole('radio', { name: 'Gas' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('radio', { name: 'Gas' })).toBeChecked()
  await expect(field).toHaveValue('')
  await field.fill('none')
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect
    .poll(async () => (await sitwell.answersOf(world)).map(({ wire }) => wire))
    .toEqual([{ answerText: 'Gas', otherText: 'none', options: [{ optionID: '1', optionText: 'Gas' }] }])
})

test.component('the Yes that clears a text never comes to lie where the last press was', async ({ page }) => {
  await openQuestions(page, [
    {
      type: 'RADIOOTHER',
      text: '<p>Which fuel?</p>',
      options: options('Gas', 'Coal', 'Another'),
      lineCount: 12,
    },
  ])
  /** Chooses as a screen reader does: without a press anywhere. */
  const choose = (name: string) => page.getByRole('radio', { name }).evaluate((radio: HTMLInputElement) => radio.click())
  await choose('Another')
  await page.getByRole('textbox', { name: 'Other' }).fill('Peat')
  const dialog = page.getByRole('alertdialog', { name: 'Change Options' })
  const yes = dialog.getByRole('button', { name: 'Yes' })
  const whereYesIs = async () => {
    await expect(yes).toBeVisible()
    return (await yes.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  }
  await choose('Gas')
  const { x, y, width, height } = await whereYesIs()
  await dialog.getByRole('button', { name: 'No' }).click()
  await expect(dialog).toHaveCount(0)
  await page.mouse.click(x + width / 2, y + height / 2)
  await choose('Gas')
  const moved = await whereYesIs()
  expect(y + height / 2 < moved.y || y + height / 2 > moved.y + moved.height).toBe(true)
})

// QTABLE-201 QTABLE-202 QTABLE-203 QTABLE-204 QTABLE-205 QTABLE-206 Q-206 Q-209 Q-210
test('a table is typed cell by cell with a box below it, scrolls in itself on a phone, and comes back on another device', async ({
  page,
  sitwell,
  browser,
}) => {
  const world = await sitQuestions(page, sitwell, {
    type: 'QTABLE',
    text: '<p>Complete the table.</p>',
    columns: ['Acid', 'pH', 'Found in', 'Formula'].map((text) => ({ text })),
    rows: [
      { id: 'r1', text: '<b>Vinegar</b>', cells: [null, null, { text: 'Wine' }] },
      { id: 'r2', text: 'Lemon' },
    ],
    showAnswerInputField: true,
    noOfAnswerLines: 2,
    answerLabel: 'How do you know?',
    key: { r1: [typedText('acetic')] },
    answerKey: typedText('taste'),
  })
  await expect(page.getByRole('table', { name: /Complete the table/ })).toBeVisible()
  const cell = (name: string) => page.getByRole('textbox', { name })
  await cell('Vinegar Acid').pressSequentially('acetic')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('!')
  await expect(cell('Vinegar Acid')).toHaveValue('aceti!c')
  // It says so where it is wider than the window, and scrolls by keyboard too.
  const hint = page.getByText('Scroll sideways to see all of it')
  await expect(hint).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(hint).toBeVisible()
  await expect(page.getByRole('group', { name: 'Scroll sideways to see all of it' })).toHaveAttribute('tabindex', '0')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(hint).toHaveCount(0)
  await cell('Vinegar Acid').fill('مرحبا, a|b')
  await expect(page.getByRole('textbox', { name: 'Vinegar Found in' })).toHaveCount(0)
  await cell('Lemon pH').fill('2,2 <b>')
  const box = page.getByRole('textbox', { name: /How do you know/ })
  await box.fill('By taste,\nor | so')
  expect(await box.getAttribute('rows')).toBe('2')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect
    .poll(async () => (await sitwell.answersOf(world)).map(({ wire }) => wire))
    .toEqual([
      {
        answerText: 'مرحبا\\, a\\|b,,,|,2\\,2 <b>,,|By taste,\nor | so',
        options: [
          { optionID: 'r1', optionText: 'مرحبا, a|b|||' },
          { optionID: 'r2', optionText: '|2,2 <b>||' },
        ],
      },
    ])
  const other = await sitOnAnotherDevice(browser, sitwell, world)
  await expect(other.getByRole('textbox', { name: 'Vinegar Acid' })).toHaveValue('مرحبا, a|b')
  await expect(other.getByRole('textbox', { name: /How do you know/ })).toHaveValue('By taste,\nor | so')
  const widths = await other.evaluate(() => {
    const table = document.querySelector('table')?.parentElement
    return [document.documentElement.scrollWidth, innerWidth, table?.scrollWidth ?? 0, table?.clientWidth ?? 0]
  })
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
  expect(widths[2]).toBeGreaterThan(widths[3] ?? 0)
  await expectNoViolations(other)
  await other.context().close()
})

// QCHOICE-201 QCHOICE-208 QCHOICE-215 QMATCH-202 QTABLE-201 QBLANK-202 ENT-207
test.component('a question that takes no more answers shows what was answered, and allows no change', async ({ page }) => {
  const letters = options('Ash', 'Beech', 'Cedar')
  const questions = [
    { type: 'COMBO', text: 'Combo', options: letters, key: '1' },
    { type: 'RADIOOTHER', text: 'Other', options: letters },
    { type: 'MULTICHOICE', text: 'Many', options: letters, key: ['1'], dragAndDrop: true },
    { type: 'MATCH', text: 'Match', options: options('One'), selections: letters, key: { 1: '1' }, dragAndDrop: true },
    { type: 'QTABLE', text: 'Table', columns: [{ text: 'A' }], rows: [{ id: 'r', text: 'R' }], key: { r: [typedText('x')] } },
    {
      type: 'BLANKS',
      text: 'Say [V1] and [V2]',
      variableOptions: [{ id: 'V1', options: letters }],
      key: { V1: { options: ['1'] }, V2: typedText('x') },
      dragAndDrop: true,
    },
  ]
  const chosen = [{ optionID: '2', optionText: 'Beech' }]
  const answers = [
    { answerText: 'Beech', options: chosen },
    { answerText: 'Beech', otherText: 'Rowan', options: chosen },
    { answerText: 'Beech', options: chosen },
    { answerText: 'One = Beech', options: [{ optionID: '1', optionText: '2' }] },
    { answerText: 'typed', options: [{ optionID: 'r', optionText: 'typed' }] },
    { answerText: 'Beech|typed', options: [] },
  ]
  await openQuestions(page, questions, {
    change: (question, index) => ({ ...question, disabled: true, serverAnswer: answers[index], serverSequence: 1 }),
  })
  const main = page.getByRole('main')
  const showsAnswer = [
    () => expect(main.getByRole('button', { name: /Beech/ })).toBeDisabled(),
    async () => {
      await expect(main.getByRole('radio', { name: 'Beech' })).toBeChecked()
      await main.getByRole('radio', { name: 'Ash' }).click({ force: true })
      await expect(main.getByRole('radio', { name: 'Beech' })).toBeChecked()
      await expect(main.getByRole('textbox')).toHaveValue('Rowan')
      await expect(main.getByRole('textbox')).not.toBeEditable()
    },
    async () => {
      await expect(main.getByRole('checkbox', { name: 'Beech' })).toBeChecked()
      await expect(main.getByRole('checkbox', { name: 'Ash' })).toBeDisabled()
      await expect(main.getByRole('region', { name: 'Your choice' })).toContainText('Beech')
      for (const grip of await main.getByRole('button', { name: /^Move/ }).all()) await expect(grip).toBeDisabled()
    },
    async () => {
      await expect(main.getByRole('listitem').getByRole('button', { name: 'Move Beech' })).toBeDisabled()
      await expect(main.getByRole('button', { name: /One/ })).toBeDisabled()
    },
    async () => {
      await expect(main.getByRole('textbox')).toHaveValue('typed')
      await expect(main.getByRole('textbox')).not.toBeEditable()
    },
    async () => {
      await expect(main.getByRole('button', { name: 'Move Beech', exact: true })).toBeDisabled()
      await expect(main.getByRole('textbox')).toHaveValue('typed')
      await expect(main.getByRole('textbox')).not.toBeEditable()
      await expect(main.getByRole('button', { name: /Blank 1/ })).toBeDisabled()
    },
  ]
  for (const [index, check] of showsAnswer.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name: `Question ${index + 1}`, exact: true })).toBeVisible()
    await check()
  }
  await expectNoViolations(page)
  expect(await answersOn(page)).toEqual([])
})
