import type { APIResponse } from '@playwright/test'
import {
  enterExam,
  exam,
  expect,
  expectNoViolations,
  organisation,
  radio,
  staticText,
  test,
} from '../../../../../../e2e/fixtures.ts'

const printing = '**/print/Question/pdfAsLink?**'

// PRINT-301 PRINT-302 PRINT-303 PRINT-304 PRINT-305 PRINT-306 PRINT-307 ERR-311 NAV-221 RUN-357
test('a learner prints a question: told that it is under way, that it failed, and given the PDF in a new window', async ({
  page,
  sitwell,
}) => {
  const questions = [radio('Which bends?', ['Ash', 'Birch'], 1), staticText('Read this.')]
  const world = await sitwell.arrange(organisation({ exams: [exam({ settings: { printQuestions: true }, questions })] }))
  await enterExam(page, world)
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
  // It is the exam that continues, not the dialog.
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
  const unstated = exam({ questions: [staticText('Read this.'), radio('Which bends?', ['Ash', 'Birch'], 1)] })
  const static4 = await sitwell.arrange(organisation({ orgId: 4, exams: [unstated] }))
  await enterExam(page, static4)
  const printed = page.context().waitForEvent('page')
  await page.getByRole('button', { name: /^Print/ }).click()
  const ofStaticText = await printed
  await expect.poll(() => ofStaticText.url()).toMatch(/\/print\/Question\/pdf\?token=.+&inline=true$/)
  // No other question is, if nobody has said so.
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Question 2' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Print/ })).toHaveCount(0)
})

// PRINT-303 PRINT-304 ERR-311
test('a print without a network, or that the server fails at, says so and is tried again; a double click prints once', async ({
  page,
  context,
  sitwell,
}) => {
  const questions = [radio('Which bends?', ['Ash', 'Birch'], 1)]
  const world = await sitwell.arrange(organisation({ exams: [exam({ settings: { printQuestions: true }, questions })] }))
  await enterExam(page, world)
  const print = page.getByRole('button', { name: 'Print question 1' })
  const failed = page.getByRole('alertdialog', { name: 'Error' })
  const again = failed.getByRole('button', { name: 'Try again' })
  const windows: string[] = []
  context.on('page', (opened) => windows.push(opened.url()))
  await context.route('**/print/Question/pdf?**', (route) => route.fulfill({ contentType: 'text/plain', body: 'The PDF' }))

  await sitwell.goOffline(page)
  await print.click()
  await expect(failed).toContainText('There was a problem printing')
  await expect(failed).toContainText('The server can’t be reached just now, and printing needs it.')
  await expect(failed.getByRole('button', { name: 'Close' })).toBeFocused()
  await again.click()
  await expect(failed).toContainText('The server can’t be reached just now')
  await sitwell.goOnline(page)
  await page.route(printing, (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Oops</h1>' }))
  await again.click()
  await expect(failed).toContainText('Your exam goes on')
  await expect(failed).not.toContainText('Oops')
  expect(windows).toEqual([])
  await page.unroute(printing)
  const first = context.waitForEvent('page')
  await again.click()
  await (await first).close()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(failed).toHaveCount(0)

  let asked = 0
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(printing, async (route) => {
    asked += 1
    await held
    await route.continue()
  })
  const second = context.waitForEvent('page')
  await print.dblclick()
  // The second press is no answer to the dialog that the first one opened.
  await expect(page.getByRole('dialog', { name: 'Printing' })).toBeVisible()
  letGo()
  await second
  await expect(page.getByRole('dialog', { name: 'Printing' })).toHaveCount(0)
  expect(asked).toBe(1)
  expect(windows).toHaveLength(2)
  // What is answered in the exam is kept all the while.
  await page.getByRole('radio', { name: 'Birch' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
})
