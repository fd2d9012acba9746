import {
  exam,
  expect,
  expectNoViolations,
  longText,
  openExam,
  organisation,
  radio,
  signIn,
  startExam,
  test,
} from '../../../../../../e2e/fixtures.ts'
import { pressFinish } from '../../../../../../e2e/press-finish.ts'
import { result } from '../../../../../../packages/contract/src/calls.ts'

// OFFICE-404
test('a result that somebody has to confirm is said to be processed at once, and shows once it is confirmed', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    organisation({
      exams: [
        exam({
          name: 'Essays of birds',
          settings: { resultFeedbackMask: 7 },
          questions: [radio('Which is a bird?', ['Otter', 'Heron'], 1, { marks: 2 }), longText('Why?', { marks: 3 })],
        }),
      ],
      schedules: [{ releasePolicy: 'confirmed' }],
    }),
  )
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes(result.path)) asked += 1
  })
  await page.clock.install()
  await signIn(page, world)
  await openExam(page, { name: 'Essays of birds' })
  await startExam(page)
  await page.getByRole('radio', { name: 'Heron' }).check({ force: true })
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  const panel = page.getByRole('region', { name: 'Your result' })
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  await expect(panel).toContainText('Result still being processed')
  await expect(panel).toContainText('Your result is shown here once it has been released.')
  await expect(panel).not.toContainText('marks')
  await page.clock.runFor(70_000)
  expect(asked).toBe(1)
  await expectNoViolations(page)

  const guid = world.exams[0]?.examGuid ?? ''
  await page.goto(`/result/${guid}`)
  await expect(panel).toContainText('Result still being processed')
  expect(await sitwell.command(world, 'results', 'confirm', '--exam', guid)).toContain('the results were confirmed')
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect(panel).toContainText('2 of 5')
  expect(await sitwell.command(world, 'results', 'withdraw', '--exam', guid, '--reason', 'too early')).toContain('withdrawn')
  await page.reload()
  await expect(panel).toContainText('Result still being processed')
})
