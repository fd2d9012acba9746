import type { Page } from '@playwright/test'
import { exam, expect, expectNoViolations, organisation, radio, signIn, test } from '../../../../../../e2e/fixtures.ts'
import { pressFinish } from '../../../../../../e2e/press-finish.ts'
import { sitExam } from '../../../../../../e2e/sit-questions.ts'
import type { Sitwell } from '../../../../../../e2e/sitwell.ts'

const timed = organisation({
  exams: [
    exam({
      name: 'Timed exam',
      settings: { examTime: 3600 },
      questions: [radio('Which is a fish?', ['Salmon', 'Otter'], 0), radio('Which is a bird?', ['Otter', 'Heron'], 1)],
    }),
  ],
})
const sit = (page: Page, sitwell: Sitwell) => sitExam(page, sitwell, timed)
const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check({ force: true })
const state = (page: Page) => page.getByTestId('saved-state')
const received = 'Received after the time was over. It is kept, and doesn’t count unless the exam’s staff accept it.'

test('a learner whose answer came after the time was over reads that it is kept and does not count, until one counts', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await sitwell.endTime(world, -60)
  await choose(page, 'Salmon')
  await expect(state(page)).toHaveText(received)
  const alert = page.getByRole('status').filter({ hasText: 'An answer was received after the time was over.' })
  await expect(alert).toBeVisible()
  await expectNoViolations(page)
  expect(await sitwell.answersOf(world)).toEqual([])

  // Leaving an exam asks.
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(state(page)).toHaveText(received)
  await expect(alert).toBeVisible()

  await sitwell.endTime(world, 60)
  await choose(page, 'Otter')
  await expect(state(page)).toHaveText('Saved')
  await expect(alert).toHaveCount(0)

  await sitwell.endTime(world, -60)
  await choose(page, 'Salmon')
  await expect(state(page)).toHaveText(received)
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  const complete = page.getByRole('heading', { name: 'Assessment complete' })
  await expect(complete).toBeFocused()
  await expect(complete).toHaveAccessibleDescription(
    'Answers received after the time was over: 1. They are kept, and don’t count unless the exam’s staff accept them.',
  )
  await expectNoViolations(page)
  // As the server's ledger has it.
  const receipt = page.getByRole('region', { name: 'Receipt' })
  const fact = (name: string) => receipt.locator('dl > div', { hasText: name }).getByRole('definition')
  await expect(fact('Answered')).toHaveText('1')
  await expect(fact('Answers on the server')).toHaveText('1')
  await expect(fact('Came late')).toHaveText('0 counted, 0 waiting for the exam’s staff, 1 not counted')
  await expect(page.getByText('Answers on the server: 1. Nothing is only on this device.')).toBeVisible()
  await page.reload()
  await expect(complete).toHaveAccessibleDescription(/received after the time was over: 1\./)
  expect((await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toEqual(['Otter'])
})

test('a learner whose answers of an earlier visit come after the time was over is told at the next sign-in', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await sitwell.goOffline(page)
  await choose(page, 'Salmon')
  await expect(page.getByText('Working offline: your answers are kept on this device')).toBeVisible()
  await page.close()
  await sitwell.endTime(world, -60)
  const again = await context.newPage()
  await sitwell.goOnline(again)
  await signIn(again, world)
  const notice = again.getByRole('alertdialog', { name: 'Answers came after the time was over' })
  await expect(notice).toContainText('some came after the time was over: 1.')
  await expect(notice).toContainText('don’t count unless the exam’s staff accept them')
  await expectNoViolations(again)
  await notice.getByRole('button', { name: 'OK' }).press('Enter')
  await expect(notice).toHaveCount(0)
  expect(await sitwell.answersOf(world)).toEqual([])
})
