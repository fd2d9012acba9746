import type { Page } from '@playwright/test'
import { exam, expect, expectNoViolations, organisation, radio, signIn, test } from '../../../../../../e2e/fixtures.ts'
import { pressFinish } from '../../../../../../e2e/press-finish.ts'
import { sebUserAgent, sendAsSeb, tellAsSeb } from '../../../../../../e2e/safe-exam-browser.ts'
import { openExam, startExam } from '../../../../../../e2e/sign-in.ts'
import { saveAnswer, sebLinks } from '../../../../../../packages/contract/src/calls.ts'

const configKey = '0123456789abcdef'.repeat(4)
const held = (safeExamBrowser: unknown) =>
  organisation({
    exams: [
      exam({
        name: 'Held exam',
        settings: { safeExamBrowser },
        questions: [radio('Which is a fish?', ['Salmon', 'Otter'], 0), radio('Which is a bird?', ['Otter', 'Heron'], 1)],
      }),
    ],
  })
const heading = (page: Page) => page.getByRole('heading', { name: 'This exam opens in Safe Exam Browser' })

const finish = async (page: Page) => {
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
}

test('who comes with another browser is told how the exam is opened, with a link and a file, and comes back', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(held(true))
  await signIn(page, world)
  await expect(page.getByTestId('schedule')).toContainText('Opens in Safe Exam Browser')
  await openExam(page, { name: 'Held exam' })
  await expect(heading(page)).toBeFocused()
  await expectNoViolations(page)
  const open = page.getByRole('link', { name: 'Open in Safe Exam Browser' })
  const file = page.getByRole('link', { name: 'File for Safe Exam Browser' })
  const address = (await file.getAttribute('href')) ?? ''
  await expect(open).toHaveAttribute('href', address.replace(/^http/, 'seb'))
  const answer = await page.request.get(address)
  expect(answer.headers()['content-type']).toBe('application/seb')
  expect(await answer.text()).toContain(`<key>startURL</key><string>${sitwell.origin}/login?`)
  await expect(page.getByRole('link', { name: 'Get Safe Exam Browser' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to your assessments' }).click()
  await expect(page).toHaveURL(/\/schedules$/)
})

test('a link that can’t be fetched is asked for again', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(held(true))
  await page.route('**/assessment/api/seb/links*', (route) => route.fulfill({ status: 500, body: 'no' }))
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await expect(page.getByRole('alert')).toContainText('could not be fetched')
  await page.unroute('**/assessment/api/seb/links*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByTestId('seb-open')).toBeVisible()
})

test.describe('in Safe Exam Browser', () => {
  test.use({ userAgent: sebUserAgent })

  test('an exam is sat by the headers of the program, goes on nowhere else, and ends with the way out', async ({
    page,
    sitwell,
  }) => {
    const world = await sitwell.arrange(held({ generate: true, configKeys: [configKey] }))
    const program = await sendAsSeb(page)
    program.use('f'.repeat(64))
    await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
    await expect(page.getByTestId('seb-page')).toContainText('not with the settings of this exam')
    await expectNoViolations(page)
    program.use(configKey)
    await page.reload()
    await startExam(page)
    await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    program.use(undefined)
    await page.reload()
    await expect(heading(page)).toBeVisible()
    program.use(configKey)
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Salmon' })).toBeChecked()
    await finish(page)
    const quit = page.getByRole('link', { name: 'Quit Safe Exam Browser' })
    await expect(quit).toHaveAttribute('href', new RegExp(`^${sitwell.origin}/schedules\\?quit-[0-9a-f]{24}$`))
    await expectNoViolations(page)
    await page.reload()
    await quit.click()
    await expect(page).toHaveURL(/\/schedules\?quit-/)
  })

  test('the way out comes once all answers are on the server: the program may clear what the browser keeps', async ({
    page,
    sitwell,
  }) => {
    const world = await sitwell.arrange(held({ generate: true, configKeys: [configKey] }))
    const program = await sendAsSeb(page)
    program.use(configKey)
    await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
    await startExam(page)
    // As a firewall does that takes offence at the second answer.
    await page.route(`**/${saveAnswer.path}`, (route) => {
      const body = route.request().postData() ?? ''
      const words = body.startsWith('{') ? body : Buffer.from(body, 'base64').toString()
      if (!words.includes('Heron')) return route.fallback()
      return route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Request blocked</h1>' })
    })
    await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('radio', { name: 'Heron' }).check({ force: true })
    await pressFinish(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
    const guard = page.getByRole('status').filter({ hasText: 'Please don’t close Safe Exam Browser yet' })
    await expect(guard).toBeVisible()
    await expect(page.getByTestId('quit-seb')).toHaveCount(0)
    await expectNoViolations(page)
    // A page that is loaded again sends what a firewall refused again.
    await page.reload()
    await expect(guard).toBeVisible()
    await page.unroute(`**/${saveAnswer.path}`)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Quit Safe Exam Browser' })).toBeVisible()
    await expect(guard).toHaveCount(0)
    await expect(page.getByText('Answers on the server: 2. Nothing is only on this device.')).toBeVisible()
    // A link that can't be fetched leaves the program's own button.
    await page.route(`**/${sebLinks.path}*`, (route) => route.fulfill({ status: 500, body: 'no' }))
    await page.reload()
    await expect(page.getByTestId('quit-seb')).toContainText('Close Safe Exam Browser with its own button')
    await expect(page.getByRole('link', { name: 'Quit Safe Exam Browser' })).toHaveCount(0)
  })

  test('an exam is sat by the keys that the program tells the page, where it sends no headers', async ({ page, sitwell }) => {
    const world = await sitwell.arrange(held({ configKeys: [configKey] }))
    await tellAsSeb(page, configKey)
    await signIn(page, world)
    await openExam(page, { name: 'Held exam' })
    await startExam(page)
    await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
    await finish(page)
    await expect(page.getByTestId('quit-seb')).toContainText('Close Safe Exam Browser with its own button')
  })

  test('who only says to be Safe Exam Browser sees no question', async ({ page, sitwell }) => {
    const world = await sitwell.arrange(held({ configKeys: [configKey] }))
    await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
    await expect(page.getByTestId('seb-page')).toContainText('Open the file that you were given')
  })
})
