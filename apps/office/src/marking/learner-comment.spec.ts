import { expect, expectNoViolations, signIn, test } from '../../../../e2e/fixtures.ts'
import { essayCollege, markByKeys, openQueue, response, sitEssay, whereMarks } from '../../../../e2e/marking.ts'

// OFFICE-404
test('what a marker writes for the candidate is on the page of the result, once that is released', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sitwell.arrange({ ...essayCollege(), schedules: [{ username: 'ann', releasePolicy: 'confirmed' }] })
  await sitEssay(world, 'ann', 'Leaves fall because of the cold.')
  await openQueue(page, world)
  const comment = page.getByRole('textbox', { name: 'Comment for the candidate' })
  await expect(comment).toHaveAccessibleDescription('The candidate reads it with the released result.')
  await comment.fill('Name two causes.\nAnd write <b>why</b>.')
  await response(page).focus()
  await markByKeys(page, '4')
  await expect(whereMarks(page, '1 mark is on the server')).toBeVisible()

  const guid = world.exams[0]?.examGuid ?? ''
  const learner = await (await browser.newContext()).newPage()
  await signIn(learner, world, { as: world.people.find(({ username }) => username === 'ann'), at: `/result/${guid}` })
  await expect(learner.getByRole('region', { name: 'Your result' })).toContainText('Result still being processed')
  await expect(learner.getByText('Comment on your answer')).toHaveCount(0)
  expect(await sitwell.command(world, 'results', 'confirm', '--exam', guid)).toContain('the results were confirmed')
  await learner.getByRole('button', { name: 'Look again' }).click()
  const shown = learner.getByRole('article', { name: 'Question 1' })
  await expect(shown.getByRole('heading', { name: 'Comment on your answer' })).toBeVisible()
  await expect(shown.getByText('Name two causes. And write <b>why</b>.')).toBeVisible()
  await expectNoViolations(learner)
})
