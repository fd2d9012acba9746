import type { Locator, Page } from '@playwright/test'
import { gridSeparators } from '@sitwell/contract'
import type { QuestionSpec } from './arrange-exam.ts'
import { openQuestions } from './component-pages.ts'
import { expect, expectNoViolations, openExam, radio, signIn, test } from './fixtures.ts'
import { accounts, everything, heading, next, sit } from './grid-forms.ts'
import { tabTo } from './keyboard.ts'
import { resize } from './settled.ts'
import type { Sitwell } from './sitwell.ts'

/** The three segments before the form's HTML, of the form that the server holds. */
const savedSegments = async (sitwell: Sitwell, world: Awaited<ReturnType<typeof sit>>) => {
  const [held] = await sitwell.answersOf(world)
  return held?.answerText.split(gridSeparators.segment).slice(0, 3)
}
const fieldsText = (values: Record<string, string>) =>
  Object.entries(values)
    .map((one) => one.join(gridSeparators.value))
    .join(gridSeparators.entry)

/** What happens to a paste, a copy and a drop in a field: each is refused. */
const refusals = (field: Locator) =>
  field.evaluate((element) => {
    const data = new DataTransfer()
    data.setData('text/plain', 'from elsewhere')
    const shared = { bubbles: true, cancelable: true }
    return [
      element.dispatchEvent(new ClipboardEvent('paste', { ...shared, clipboardData: data })),
      element.dispatchEvent(new ClipboardEvent('copy', { ...shared, clipboardData: data })),
      element.dispatchEvent(new DragEvent('drop', { ...shared, dataTransfer: data })),
    ]
  })

const hostile = 'a|b,[V1] <img src=x onerror="window.hacked=1"> مرحبا 👩🏽‍🔬\nsecond line'

// QGRID-201 QGRID-204 QGRID-205 QGRID-206 QGRID-207 QGRID-208 QGRID-209 QGRID-210 QGRID-211 QGRID-212 QGRID-213 QGRID-214
// QGRID-215 QGRID-202 QGRID-203 QGRID-216 QGRID-217 QGRID-218 QGRID-221 QGRID-222 QGRID-223 QGRID-224 QGRID-225 QGRID-226
// QGRID-227 QGRID-228 QGRID-229 QGRID-234 QGRID-235 Q-209 Q-210
test('a form is filled in by mouse, confirmed, and shows the same after a reload and on another device', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sit(page, sitwell, [everything, radio('Which?', ['Ash', 'Beech'], 0)])
  const year = await page.evaluate(() => new Date().getFullYear())
  const form = page.getByRole('main')
  // The text of a component is in the form as it is written, without what it may not hold.
  await expect(form.getByText('Order 12', { exact: true })).toBeVisible()
  await expect(form.locator('strong', { hasText: /^12$/ })).toBeVisible()

  // At its maximum length a field hands the focus on; the characters that join the answer are taken out.
  await form.getByLabel('Code').click()
  await page.keyboard.insertText(`a${gridSeparators.value}b${gridSeparators.segment}`)
  await expect(form.getByLabel('Code')).toHaveValue('ab')
  await page.keyboard.type('cd')
  await expect(form.getByLabel('Amount')).toBeFocused()
  await page.keyboard.type('12x')
  await expect(form.getByText('Only a number can stand here')).toBeVisible()
  await page.keyboard.type('.5')
  await expect(form.getByText('Only a number can stand here')).toHaveCount(0)
  // The arrow keys stay in the field, and lead to the next question after it.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await expect(heading(page, 1)).toBeVisible()
  await form.getByLabel('Amount').blur()
  await page.keyboard.press('ArrowRight')
  await expect(heading(page, 2)).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(form.getByLabel('Amount')).toHaveValue('12.5')

  for (const field of ['Code', 'Amount', 'Notes']) expect(await refusals(form.getByLabel(field))).toEqual([false, false, false])
  await expect(form.getByLabel('Code')).toHaveValue('abcd')
  await expect(form.getByText('switched off here').first()).toBeVisible()

  await form.getByLabel('Notes').fill(hostile)
  const due = form.getByRole('group', { name: 'Due' })
  await due.getByLabel('Month').selectOption('February')
  await expect(due.getByLabel('Day').getByRole('option')).toHaveCount(1 + new Date(year, 2, 0).getDate())
  await due.getByLabel('Day').selectOption('3')
  await expect(due).toContainText(String(year))

  const calendar = form.getByRole('group', { name: 'Delivery day' })
  await expect(calendar.getByRole('grid')).toHaveAccessibleName(new RegExp(`June ${year}`))
  const day = calendar.getByRole('button', { name: `12 June ${year}` })
  expect((await day.boundingBox())?.width).toBe(25)
  await day.click()
  for (let turned = 0; turned < 6; turned += 1) await calendar.getByRole('button', { name: 'Next month' }).click()
  await expect(calendar.getByRole('grid')).toHaveAccessibleName(new RegExp(`December ${year}`))
  await expect(calendar.getByRole('button', { name: 'Next month' }).first()).toBeDisabled()

  await form.getByRole('radio', { name: '<b>By mail</b>' }).check()
  await form.getByRole('checkbox', { name: 'Urgent' }).check()
  await form.getByLabel('Copy').selectOption('By post')
  await expect(form.getByRole('img', { name: 'A map of the bay' })).not.toHaveJSProperty('naturalWidth', 0)
  const north = form.getByRole('button', { name: 'North', exact: true })
  const widthOf = async () => (await north.boundingBox())?.width ?? 0
  const usualWidth = await widthOf()
  await form.getByRole('button', { name: 'Larger' }).click()
  await form.getByRole('button', { name: 'Larger' }).click()
  await expect.poll(widthOf).toBeGreaterThan(usualWidth * 1.5)
  await north.click()
  await form.getByRole('button', { name: 'South', exact: true }).click()
  await expect(form.getByRole('button', { name: 'North', exact: true })).toHaveAttribute('aria-pressed', 'false')
  const choose = async (name: string, mimeType: string) => {
    const choosing = page.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'Choose a file' }).click()
    await (await choosing).setFiles({ name, mimeType, buffer: Buffer.from('%PDF-1.4 order') })
  }
  await choose('invoice.exe', 'application/x-msdownload')
  await expect(form.getByText('“invoice.exe” can’t be chosen here. Choose a file of one of these types: .pdf.')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Remove' })).toHaveCount(0)
  await choose('in voice [1].pdf', 'application/pdf')
  await expect(form.getByText('invoice.exe')).toHaveCount(0)
  await expect(form.getByRole('article').getByText('in voice [1].pdf')).toBeVisible()

  // Rows come and go: the button's, the timer's, and that of the button that asks.
  await form.getByRole('button', { name: 'Prepare' }).click()
  await expect(form.getByRole('button', { name: 'Prepare' })).toBeHidden()
  await expect(form.getByText('Ready', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: 'Send' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm - Send' })
  await expect(dialog).toContainText(
    'Are you sure you wish you to confirm this action, once confirmed the form can not be changed.',
  )
  await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Confirm'])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(form.getByLabel('Notes')).toBeEditable()
  await form.getByRole('button', { name: 'Send' }).click()
  await dialog.getByRole('button', { name: 'Confirm' }).click()

  const expectFilled = async (shown: Page) => {
    const main = shown.getByRole('main')
    await expect(main.getByText('Selected: Send the order.')).toBeVisible()
    await expect(main.getByText('can’t be changed any more')).toBeVisible()
    await expect(main.getByLabel('Code')).toHaveValue('abcd')
    await expect(main.getByLabel('Notes')).toHaveValue(hostile)
    await expect(main.getByLabel('Notes')).not.toBeEditable()
    await expect(main.getByLabel('Day', { exact: true })).toHaveValue('3')
    await expect(main.getByLabel('Day', { exact: true })).toBeDisabled()
    await expect(main.getByRole('gridcell', { selected: true })).toHaveText('12')
    await expect(main.getByRole('radio', { name: '<b>By mail</b>' })).toBeChecked()
    await expect(main.getByRole('radio', { name: 'By post' })).toBeDisabled()
    await expect(main.getByRole('checkbox', { name: 'Urgent' })).toBeChecked()
    await expect(main.getByLabel('Copy')).toHaveValue('post')
    await expect(main.getByRole('button', { name: 'South', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await expect(main.getByRole('article').getByText('in voice [1].pdf')).toBeVisible()
    await expect(main.getByRole('list', { name: 'On the server' }).getByText('in voice [1].pdf')).toBeVisible()
    await expect(main.getByRole('button', { name: 'Send' })).toBeDisabled()
    expect(await shown.evaluate(() => 'hacked' in window)).toBe(false)
  }
  await expect(form.getByText('Selected: Send the order.')).toBeVisible()
  await next(page)
  const fields = fieldsText({
    ...{ code: 'abcd', amount: '12.5', due: `${year}-02-03`, notes: hostile, day: `${year}-06-12`, via: 'mail', urgent: '1' },
    ...{ copy: 'post', where: 'south', invoice: 'in voice [1].pdf', wait: '1' },
  })
  const rows = `sending${gridSeparators.value}ready${gridSeparators.part}confirmed`
  await expect.poll(() => savedSegments(sitwell, world)).toEqual(['send', fields, rows])
  expect((await sitwell.answersOf(world))[0]?.wire).toMatchObject({ options: [] })

  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  // The address follows a frame after the question shows.
  await expect(page).toHaveURL(/q1$/)
  await page.reload()
  await expectFilled(page)
  const other = await browser.newContext({ baseURL: sitwell.origin, viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  const second = await other.newPage()
  await signIn(second, world)
  await openExam(second, { name: 'Forms' })
  await expect(heading(second, 1)).toBeVisible()
  await expectFilled(second)
  await other.close()
})

// QGRID-201 QGRID-216 QGRID-217 QGRID-219 QGRID-225
test('a form is filled in with the keyboard alone, an action is taken back, and axe finds nothing in either theme and width', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell, [everything, accounts])
  const form = page.getByRole('main')
  await tabTo(page, form.getByLabel('Code'))
  await page.keyboard.type('abcd12')
  const due = form.getByRole('group', { name: 'Due' })
  await tabTo(page, due.getByLabel('Day'))
  await page.keyboard.type('3')
  await tabTo(page, due.getByLabel('Month'))
  await page.keyboard.type('Feb')
  await tabTo(page, form.getByRole('button', { name: /^Monday, 1 June|1 June/ }).first())
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await tabTo(page, form.getByRole('radio', { name: 'By post' }))
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(form.getByRole('radio', { name: '<b>By mail</b>' })).toBeChecked()
  await tabTo(page, form.getByRole('checkbox', { name: 'Urgent' }))
  await page.keyboard.press('Space')
  await tabTo(page, form.getByLabel('Copy'))
  await page.keyboard.type('By')
  await tabTo(page, form.getByRole('button', { name: 'North', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, form.getByRole('button', { name: 'Prepare' }))
  await page.keyboard.press('Enter')
  // The focus is on the row that came, not lost with the one that went.
  const send = form.getByRole('button', { name: 'Send' })
  await send.waitFor()
  await page.keyboard.press('Tab')
  await expect(send).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Confirm - Send' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(send).toBeFocused()

  const themes = page.getByLabel('Colour theme')
  const check = async () => {
    for (const theme of ['White on Black', 'Default']) {
      await themes.selectOption(theme)
      for (const width of [390, 1280]) {
        await resize(page, { width, height: 800 })
        await expectNoViolations(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      }
    }
  }
  await check()
  await next(page)
  const year = await page.evaluate(() => new Date().getFullYear())
  await expect
    .poll(() => savedSegments(sitwell, world))
    .toEqual([
      '',
      fieldsText({
        ...{ code: 'abcd', amount: '12', due: `${year}-02-03`, day: `${year}-06-02`, via: 'mail', urgent: '1', copy: 'post' },
        ...{ where: 'north', wait: '1' },
      }),
      `sending${gridSeparators.value}ready`,
    ])

  // A table is one for screen readers too; its action can be taken back.
  await expect(form.getByRole('table').getByRole('row')).toHaveCount(4)
  await expect(form.getByRole('columnheader', { name: 'Tax' })).toBeVisible()
  await expect(form.getByRole('rowheader', { name: 'Ink' })).toBeVisible()
  await form.getByLabel('Ink, tax').fill('2')
  await form.getByRole('button', { name: 'Reject' }).focus()
  await page.keyboard.press('Enter')
  await expect(form.getByText('Selected: Reject them.')).toBeVisible()
  await expect(form.getByLabel('Ink, tax')).not.toBeEditable()
  await expect(form.getByRole('button', { name: 'Accept' })).toBeDisabled()
  await check()
  await tabTo(page, form.getByRole('button', { name: 'Take it back' }))
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Ink, tax')).toBeEditable()
  await expect(form.getByRole('button', { name: 'Accept' })).toBeEnabled()
})

// QGRID-220
test.component('a form of a disabled question shows its answer, and nothing of it can be changed', async ({ page }) => {
  const { segment, value } = gridSeparators
  const serverAnswer = { answerText: ['', `Paper-net${value}42`, '', ''].join(segment), options: [] }
  await openQuestions(page, [accounts], {
    change: (question) => ({ ...question, disabled: true, serverAnswer, serverSequence: 1 }),
  })
  const form = page.getByRole('main')
  await expect(form.getByLabel('Paper, net')).toHaveValue('42')
  await expect(form.getByLabel('Paper, net')).not.toBeEditable()
  await expect(form.getByRole('button', { name: 'Accept' })).toBeDisabled()
})

test.component(
  'a form whose headings say what each row asks for stands in one column on a phone, its calendar whole',
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const labelled = (name: string, component: object) => ({
      cells: [{ header: true, components: [{ kind: 'text', html: `<p>${name}</p>` }] }, { components: [component] }],
    })
    const booking: QuestionSpec = {
      type: 'QGRID',
      text: '<p>Book the visit.</p>',
      marks: 2,
      columns: [1, 2],
      rows: [
        labelled('School', { kind: 'input', id: 'school', label: 'School' }),
        labelled('Day of the visit', { kind: 'calendar', id: 'day', label: 'Day' }),
      ],
    }
    await openQuestions(page, [booking])
    const table = page.getByRole('main').getByRole('table')
    const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const box = await boxOf(table)
    expect(box.x + box.width).toBeLessThanOrEqual(390)
    const days = await table.getByRole('grid').getByRole('button').all()
    expect(days.length).toBeGreaterThan(27)
    for (const day of days) {
      const { x, width } = await boxOf(day)
      expect([x >= box.x, x + width <= box.x + box.width]).toEqual([true, true])
    }
    const heading = await boxOf(table.getByRole('rowheader', { name: 'Day of the visit' }))
    expect((await boxOf(table.getByRole('grid'))).y).toBeGreaterThanOrEqual(heading.y + heading.height)
    await expect(page.getByText('Scroll sideways to see all of it')).toHaveCount(0)
    await expectNoViolations(page)
  },
)
