import type { APIResponse } from '@playwright/test'
import {
  exam,
  expect,
  expectNoViolations,
  organisation,
  radio,
  signIn,
  startExam,
  staticText,
  test,
} from '../../../../../e2e/fixtures.ts'

const printing = '**/print/Question/pdfAsLink?**'

// PRINT-301 PRINT-302 PRINT-303 PRINT-304 PRINT-305 PRINT-306 PRINT-307 ERR-311 NAV-221 RUN-357
test('a learner prints a question: told that it is under way, that it failed, and given the PDF in a new window', async ({
  page,
  sitwell,
}) => {
  const questions = [radio('Which bends?', ['Ash', 'Birch'], 1), staticText('Read this.')]
  const world = await sitwell.arrange(organisation({ exams: [exam({ settings: { printQuestions: true }, questions })] }))
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  const print = page.getByRole('button', { name: 'Print question 1' })
  const dialog = (name: string) => page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))

  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(printing, async (route) => {
    await held
    await route.fulfill({ json: { error: 'Many questions are being printed.' } })
  })
  await print.focus()
  await page.keyboard.press('Enter')
  await expect(dialog('Printing').getByRole('status')).toContainText('opens in a new window')
  await expect(dialog('Printing').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectNoViolations(page)
  letGo()
  await expect(dialog('Error')).toContainText('There was a problem printing')
  await expect(dialog('Error')).toContainText('Many questions are being printed.')
  await expect(dialog('Error').getByRole('button', { name: 'Close' })).toBeFocused()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(dialog('Error')).toHaveCount(0)
  await expect(print).toBeFocused()
  // It is the exam that goes on, not the dialog.
  await expect(page.getByRole('heading', { name: 'Question 1' })).toBeVisible()

  await page.unroute(printing)
  // A browser without a viewer of PDFs would save the file, and show no window: what came is looked at on its way.
  const { promise: opened, resolve: open } = Promise.withResolvers<APIResponse>()
  await page.context().route('**/print/Question/pdf?**', async (route) => {
    open(await route.fetch())
    await route.fulfill({ contentType: 'text/plain', body: 'The PDF' })
  })
  const newWindow = page.context().waitForEvent('page')
  await print.click()
  const window = await newWindow
  await expect(dialog('Printing')).toHaveCount(0)
  await expect.poll(() => window.url()).toMatch(/\/print\/Question\/pdf\?token=.+&inline=true$/)
  const file = await opened
  expect(file.headers()['content-type']).toBe('application/pdf')
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')
  await window.close()

  // Where a browser opens no window by itself, the learner does.
  await page.evaluate(() => {
    globalThis.open = () => null
  })
  await print.click()
  const link = dialog('Your question is ready').getByRole('link', { name: 'Open the PDF' })
  await expect(link).toBeFocused()
  await expect(link).toHaveAttribute('href', /print\/Question\/pdf\?token=.+&inline=true$/)
  await page.keyboard.press('Escape')

  // Static text is printed in two organisations alone.
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Question 2' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Print/ })).toHaveCount(0)
  const static4 = await sitwell.arrange(organisation({ orgId: 4, exams: [exam({ questions: [staticText('Read this.')] })] }))
  await signIn(page, static4, { at: `/exam/${static4.exams[0]?.examGuid}` })
  await startExam(page)
  const printed = page.context().waitForEvent('page')
  await page.getByRole('button', { name: /^Print/ }).click()
  const ofStaticText = await printed
  await expect.poll(() => ofStaticText.url()).toMatch(/\/print\/Question\/pdf\?token=.+&inline=true$/)
})
