import type { Page } from '@playwright/test'
import { enterExam, exam, expect, expectNoViolations, organisation, radio, test } from '../../../../../../e2e/fixtures.ts'
import { pressFinish } from '../../../../../../e2e/press-finish.ts'

const display = (page: Page) => page.getByRole('textbox', { name: 'Calculator display' })
const workings = (page: Page) => page.getByRole('textbox', { name: 'Workings', exact: true })
const heading = (page: Page, number: number) => page.getByRole('heading', { name: `Question ${number}` })

// CALC-301 CALC-320 CALC-321 CALC-322 WORK-301 WORK-302 WORK-303 WORK-304 WORK-305 WORK-306 WORK-307
test('a calculator and its workings box stand beside the question that asks for them; workings are kept with the answer', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    organisation({
      settings: { CalculatorExtraButtonsFlag: '3', SimpleCalculatorEvaluation: '1' },
      exams: [
        exam({
          questions: [
            radio('What do 17 tickets cost?', ['£100.50', '£110.50'], 1, { requiresCalculator: true }),
            radio('Why?', ['One', 'Other'], 0, { requiresWorkings: true }),
            radio('Where?', ['Here', 'There'], 0),
          ],
        }),
      ],
    }),
  )
  await enterExam(page, world)
  await expect(workings(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Calculator' }).click()

  const calculator = page.getByRole('group', { name: 'Calculator' })
  expect((await calculator.boundingBox())?.width).toBe(220)
  const keys = await calculator.getByRole('button').allTextContents()
  expect(keys).toEqual(['%', '√', 'C', '', '±', '+', ...'789*456−123/0.='])
  await expect(display(page)).toBeFocused()
  // From left to right, by the organisation's setting; the keyboard's keys and the buttons do the same.
  await page.keyboard.type('2+3*4')
  await page.keyboard.press('Enter')
  await expect(display(page)).toHaveValue('20')
  await expect(calculator.getByRole('status')).toHaveText('equals 20')
  for (const key of ['divided by', '8', 'equals', 'Square root']) await calculator.getByRole('button', { name: key }).click()
  await expect(display(page)).toHaveValue('1.58113883')
  await page.keyboard.type('.1+.2=')
  await expect(display(page)).toHaveValue('0.3')
  await page.keyboard.type('c5/0=')
  await expect(calculator.getByText('Can’t divide by zero').first()).toBeVisible()
  // One digit more than it holds is not dropped in silence.
  await page.keyboard.type('c12345678901234567')
  await expect(display(page)).toHaveValue('1234567890123456')
  await expect(calculator.getByText('It is full: 16 characters').first()).toBeVisible()
  await expect(calculator.getByRole('status')).toHaveText('It is full: 16 characters')
  await page.keyboard.press('Backspace')
  await expect(calculator.getByText('It is full')).toHaveCount(0)
  // The keys are one stop of the Tab key; the arrow keys lead through them, and to no other question.
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(calculator.getByRole('button', { name: 'Delete the last character' })).toBeFocused()
  await expect(heading(page, 1)).toBeVisible()

  // The calculator comes with the workings box, as high as the window says.
  await expect(workings(page)).toHaveAttribute('rows', '18')
  await expect(workings(page)).toHaveAttribute('spellcheck', 'false')
  await workings(page).fill('6.50 × 17')
  for (const type of ['paste', 'drop']) {
    const isRefused = await workings(page).evaluate(
      (field, name) => !field.dispatchEvent(new Event(name, { bubbles: true, cancelable: true })),
      type,
    )
    expect(isRefused).toBe(true)
  }
  await expect(page.getByText('Nothing can be pasted here.')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(heading(page, 1)).toBeVisible()
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(heading(page, 2)).toBeFocused()
  await expect(calculator).toHaveCount(0)
  await workings(page).fill('Because')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(heading(page, 3)).toBeVisible()
  await expect(workings(page)).toHaveCount(0)

  // The address, and where the learner is kept to be, follow a frame after the question shows.
  await expect(page).toHaveURL(/q3$/)
  await page.reload()
  await expect(heading(page, 3)).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(workings(page)).toHaveValue('Because')
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  const [recorded] = await sitwell.recordingsOf(world)
  expect(recorded?.played?.answers.map((one) => one.workings)).toEqual(['6.50 × 17', 'Because'])
})
