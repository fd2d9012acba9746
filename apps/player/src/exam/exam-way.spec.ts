import { exam, expect, organisation, radio, signIn, test } from '../../../../e2e/fixtures.ts'
import { pressFinish } from '../../../../e2e/press-finish.ts'
import { openExam, startExam } from '../../../../e2e/sign-in.ts'

// NAV-205 NAV-210 NAV-211 NAV-212 NAV-213 NAV-302 NAV-304 NAV-305 NAV-307 INTRO-219 RUN-344 FIN-301 FIN-316 OUTRO-303 OUTRO-309 NAV-312
test('a learner chooses an exam, starts it, answers, finishes and sees the result', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    organisation({
      exams: [
        exam({
          name: 'Two questions',
          settings: { outroText: '<p>That was all.</p>' },
          questions: [radio('Which is a fish?', ['Salmon', 'Otter'], 0), radio('Which is a bird?', ['Otter', 'Heron'], 1)],
        }),
      ],
    }),
  )
  await signIn(page, world)
  await openExam(page, { name: 'Two questions' })
  await startExam(page)
  const [written] = world.exams
  await expect(page).toHaveURL(new RegExp(`/exam/${written?.examGuid}/${written?.questionIds[0]}$`))
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Question 2' })).toBeVisible()
  await page.getByRole('radio', { name: 'Otter' }).check({ force: true })
  await expect(page.getByText('Saved')).toBeVisible()
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  await expect(page).toHaveURL(/\/outro$/)
  await expect(page.getByText('1 of 2')).toBeVisible()
  await expect(page.getByText('That was all.')).toBeVisible()
  const held = await sitwell.answersOf(world)
  expect(held.map(({ answerText }) => answerText).sort()).toEqual(['Otter', 'Salmon'])
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/schedules$/)
})
