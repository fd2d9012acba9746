import {
  enterExam,
  exam,
  expect,
  expectNoViolations,
  organisation,
  person,
  radio,
  signIn,
  startExam,
  test,
} from '../../../../../../e2e/fixtures.ts'
import { invigilate, invigilator } from '../../../../../../e2e/invigilator.ts'
import { runUntilShown } from '../../../../../../e2e/pass-time.ts'
import { pressFinish } from '../../../../../../e2e/press-finish.ts'

test('a device that reached its old end without a network goes on with the time that was given meanwhile', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange({
    ...organisation({
      exams: [
        exam({
          name: 'Fish of the lake',
          settings: { examTime: 180 },
          questions: [radio('Which is a fish?', ['Salmon', 'Otter'], 0)],
        }),
      ],
    }),
    people: [person(), invigilator],
  })
  const { examGuid } = world.exams[0] ?? { examGuid: '' }
  await page.clock.install()
  await enterExam(page, world)
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  const invigilation = await invigilate(sitwell, world, examGuid)
  await sitwell.goOffline(page)
  await invigilation.addTime(300)
  await sitwell.letPass(world, 180)
  await runUntilShown(page, page.getByRole('alertdialog').filter({ hasText: 'Your internet connection was lost' }), 5000)
  await sitwell.goOnline(page)
  const more = page.getByRole('heading', { name: 'You have more time' })
  await runUntilShown(page, more)
  await expect(more).toBeFocused()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Go on with the exam' }).press('Enter')
  await expect(page.getByRole('radio', { name: 'Salmon' })).toBeChecked()
  await expect(page.getByRole('timer')).toHaveText(/^[45]m$/)
})

test('an exam that staff have opened again goes on where it was finished, on the same device', async ({ page, sitwell }) => {
  const questions = [radio('Which is a fish?', ['Salmon', 'Otter'], 0), radio('Which is a bird?', ['Otter', 'Heron'], 1)]
  const fish = exam({ name: 'Fish of the lake', settings: { examTime: 600 }, questions })
  const world = await sitwell.arrange({ ...organisation({ exams: [fish] }), people: [person(), invigilator] })
  const { examGuid } = world.exams[0] ?? { examGuid: '' }
  await signIn(page, world)
  await page.goto(`/exam/${examGuid}`)
  await startExam(page)
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  await (await invigilate(sitwell, world, examGuid)).reopen('The fire alarm rang.', 300)
  await page.goto('/schedules')
  await page.goto(`/exam/${examGuid}`)
  await expect(page.getByRole('radio', { name: 'Salmon' })).toBeChecked()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('radio', { name: 'Heron' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  expect((await sitwell.answersOf(world)).map(({ answerText }) => answerText).sort()).toEqual(['Heron', 'Salmon'])
})
