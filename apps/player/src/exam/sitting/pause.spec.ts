import { dashState } from '@sitwell/contract'
import { exam, expect, expectNoViolations, organisation, radio, signIn, test } from '../../../../../e2e/fixtures.ts'
import { startExam } from '../../../../../e2e/sign-in.ts'

// RUN-305 PAUSE-302 PAUSE-303 PAUSE-304 PAUSE-305 PAUSE-309
test('who comes back into a pause finds it, sees nothing of the exam, and goes on once they say that they are back', async ({
  page,
  sitwell,
}) => {
  const questions = [radio('Which leaf?', ['Ash', 'Beech'], 0), radio('Which bark?', ['Ash', 'Beech'], 0)]
  const world = await sitwell.arrange(
    organisation({
      settings: { ShowPauseImage: '1' },
      exams: [exam({ name: 'Trees', settings: { examTime: 3600 }, questions })],
    }),
  )
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  await page.getByRole('button', { name: 'Next' }).click()
  // The address, and where the learner is kept to be, follow a frame after the question shows.
  await expect(page).toHaveURL(/q2$/)
  // No live connection says otherwise while the ledger tells of a pause.
  await page.route(/dashevents/, (route) => route.abort())
  await page.routeWebSocket(/dashevents/, (socket) => socket.close())
  let paused = true
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/${dashState.path}?*`, async (route) => {
    await held
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), paused } })
  })
  await page.clock.install()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Opening your exam' })).toBeVisible()
  answer()

  const title = page.getByRole('heading', { name: 'Your exam is paused' })
  await expect(title).toBeFocused()
  await expect(page.getByRole('main')).toContainText('Your answers are saved and your time stands still. Please wait.')
  await expect(page.getByRole('status').filter({ hasText: 'Paused' })).toHaveText('Paused')
  await expect(page.getByTestId('pause-image')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  const timer = page.getByRole('timer')
  await expect(timer).toHaveText('60m')
  await page.keyboard.press('ArrowLeft')
  await page.clock.runFor(10_000)
  await expect(timer).toHaveText('60m')
  await expectNoViolations(page)

  paused = false
  await page.clock.runFor(15_000)
  await expect(page.getByRole('heading', { name: 'The pause is over' })).toBeFocused()
  await expect(page.getByText('Paused', { exact: true })).toHaveCount(0)
  await expect(page.getByTestId('pause-image')).toHaveCount(0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('heading', { name: 'Question 2' })).toBeFocused()
  await page.getByRole('radio', { name: 'Ash' }).click()
  await expect(page.getByRole('radio', { name: 'Ash' })).toBeChecked()
})
