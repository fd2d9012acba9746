import { expect, longText, multipleChoice, openExam, radio, signIn, startExam, test } from './fixtures.ts'
import { accounts, arrangeForms, next } from './grid-forms.ts'
import { pressFinish } from './press-finish.ts'

// REC-301 REC-302 REC-303 REC-304 REC-305 REC-307 REC-308 REC-309 REC-310 ENT-333 LOG-307 LOG-308 LOG-309 LOG-320 LOG-321
test('what a learner did in an exam is recorded, and played back to the answers that the server holds', async ({
  page,
  sitwell,
}) => {
  const questions = [
    accounts,
    radio('Which?', ['Ash | tree', 'Beech'], 0),
    multipleChoice('Which of these?', ['Iron', 'Oak', 'Copper'], [0, 2]),
    longText('Why?'),
  ]
  const world = await arrangeForms(sitwell, questions)
  await signIn(page, world)
  // The activities of an exam that starts elsewhere begin in the middle.
  await openExam(page, { name: 'Forms' })
  await startExam(page)
  const form = page.getByRole('main')
  await form.getByLabel('Paper, net').fill('a|b')
  await form.getByRole('button', { name: 'Accept' }).click()
  await next(page)
  await page.getByText('Beech').click()
  await page.getByText('Ash | tree').click()
  await next(page)
  await page.getByText('Copper').click()
  await page.getByText('Iron').click()
  await next(page)
  await page.getByRole('textbox').fill('Because, | of\nthat')
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await page
    .getByRole('button', { name: /Question 1|^1/ })
    .first()
    .click()
  await form.getByRole('button', { name: 'Take it back' }).click()
  await form.getByLabel('Ink, tax').fill('<b>7</b>')
  // Until the exam is finished it is logged what the server has: a reply that comes at that moment may be logged behind it.
  await expect.poll(async () => (await sitwell.answersOf(world)).length).toBe(4)
  await pressFinish(page)
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Finish', exact: true }).click()
  // The form whose action was taken back waits for one.
  await expect(dialog.getByRole('listitem')).toHaveText(['Partly answered: 1'])
  await dialog.getByRole('button', { name: 'Finish all the same' }).click()
  // A written answer waits for a person, and so does the result.
  await expect(page.getByText('Your exam is complete.')).toBeVisible()

  const [{ recording, played } = {}] = await sitwell.recordingsOf(world)
  const types = recording?.activities.map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining([0, 1, 3, 4, 5, 6, 7]))
  expect(types?.at(-1)).toBe(7)
  expect(recording?.activities.find(({ type }) => type === 0)?.value).toMatchObject({ value: expect.any(String) })
  expect(played).toMatchObject({ finished: true, problems: [] })
  const held = await sitwell.answersOf(world)
  expect(held).toHaveLength(4)
  expect(played?.answers).toHaveLength(4)
  for (const { questionId, wire } of held) {
    const same = played?.answers.find((one) => one.questionId === questionId)
    expect(same).toMatchObject({ ...(wire as object), asOnServer: true })
  }
})
